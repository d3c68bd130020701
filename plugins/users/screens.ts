import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const userScreens: readonly Screen[] = [
  {
    name: 'users',
    path: '/users',
    title: 'Users',
    icon: 'users',
    section: 'access',
    access: 'administrator',
    component: 'UsersPage',
  },
  {
    name: 'accounts',
    path: '/accounts',
    title: 'Accounts',
    icon: 'layers',
    section: 'access',
    access: 'administrator',
    component: 'AccountsPage',
  },
]
