import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'home',
    path: '/',
    component: () => import('./HomePage.vue'),
    meta: { messages: ['home'] },
  },
] satisfies RouteRecordRaw[]
