import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'sign-in',
    path: '/sign-in',
    component: () => import('../pages/SignInPage.vue'),
    meta: { isPublic: true, isBare: true, messages: ['session'] },
  },
  {
    name: 'not-found',
    path: '/:rest(.*)*',
    component: () => import('../pages/NotFoundPage.vue'),
    meta: { messages: ['session'] },
  },
] satisfies RouteRecordRaw[]
