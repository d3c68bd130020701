import type { Screen } from '../../kernel/index.ts'

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
    list: {
      url: '/api/accounts',
      columns: [
        { name: 'name', title: 'Name' },
        { name: 'id', title: 'Id', kind: 'code' },
        { name: 'created_at', title: 'Created', kind: 'date-time' },
      ],
    },
  },
]
