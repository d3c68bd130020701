import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'create',
    path: '/content/:typeSlug/new',
    component: () => import('./CreatePage.vue'),
    meta: { messages: ['form'] },
  },
] satisfies RouteRecordRaw[]
