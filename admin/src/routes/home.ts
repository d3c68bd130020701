import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'home',
    path: '/',
    component: () => import('../pages/HomePage.vue'),
    meta: { messages: ['home', 'presets', 'types'] },
  },
] satisfies RouteRecordRaw[]
