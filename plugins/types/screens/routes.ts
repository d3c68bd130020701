import type { RouteRecordRaw } from 'vue-router'

const messages = ['types', 'builder', 'form']

// Slugs never begin with an underscore.
export default [
  {
    name: 'type-create',
    path: '/types/_new',
    component: () => import('./TypeCreatePage.vue'),
    meta: { messages, isForAdministrators: true },
  },
  { name: 'type', path: '/types/:slug', component: () => import('./TypePage.vue'), meta: { messages } },
] satisfies RouteRecordRaw[]
