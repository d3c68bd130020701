import type { RouteRecordRaw } from 'vue-router'

// No slug begins with an underscore.
export default [
  {
    name: 'type-from-file',
    path: '/types/_from-file',
    component: () => import('./TypeFromFilePage.vue'),
    meta: { messages: ['transfer', 'builder', 'form'], isForAdministrators: true },
  },
] satisfies RouteRecordRaw[]
