import type { RouteRecordRaw } from 'vue-router'
import { withControls } from '../../fields/registry.ts'

export default [
  {
    name: 'create',
    path: '/content/:typeSlug/new',
    component: () => withControls(() => import('./CreatePage.vue')),
    meta: { messages: ['form', 'record'] },
  },
  {
    name: 'resource',
    path: '/content/:typeSlug/:id',
    component: () => import('./RecordPage.vue'),
    meta: { messages: ['record', 'form', 'list'] },
  },
] satisfies RouteRecordRaw[]
