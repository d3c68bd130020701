import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'list',
    path: '/content/:typeSlug',
    component: () => import('./ListPage.vue'),
    meta: { messages: ['list'] },
  },
] satisfies RouteRecordRaw[]
