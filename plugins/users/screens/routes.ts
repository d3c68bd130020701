import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'user',
    path: '/users/:id',
    component: () => import('./UserPage.vue'),
    meta: { isForAdministrators: true, messages: ['access', 'users'] },
  },
] satisfies RouteRecordRaw[]
