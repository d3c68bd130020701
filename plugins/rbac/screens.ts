import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const accessScreens: readonly Screen[] = [
  {
    name: 'role-access',
    path: '/role-access',
    title: 'Roles and access',
    icon: 'shield-check',
    section: 'access',
    access: 'administrator',
    component: 'RoleAccessPage',
  },
]
