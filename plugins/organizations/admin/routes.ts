import type { RouteRecordRaw } from 'vue-router'

export default [
  {
    name: 'organization',
    path: '/organizations/:id',
    component: () => import('./OrganizationPage.vue'),
    meta: { messages: ['people', 'form'] },
  },
] satisfies RouteRecordRaw[]
