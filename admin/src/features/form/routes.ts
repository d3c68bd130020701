import { withControls } from '../../fields/registry.ts'
import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'create',
    path: '/content/:typeSlug/new',
    component: () => withControls(() => import('./CreatePage.vue')),
    meta: { messages: ['form'] },
  },
] satisfies RouteRecordRaw[]
