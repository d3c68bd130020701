import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'sign-in',
    path: '/sign-in',
    component: () => import('./SignInPage.vue'),
    meta: { isBare: true, messages: ['session'] },
  },
  {
    name: 'not-found',
    path: '/:rest(.*)*',
    component: () => import('./NotFoundPage.vue'),
    meta: { messages: ['session'] },
  },
] satisfies RouteRecordRaw[]
