import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'resource',
    path: '/content/:typeSlug/:id',
    component: () => import('./RecordPage.vue'),
    meta: { messages: ['record', 'form', 'list'] },
  },
] satisfies RouteRecordRaw[]
