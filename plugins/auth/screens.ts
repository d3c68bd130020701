import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const authScreens: readonly Screen[] = [
  {
    name: 'sessions',
    path: '/sessions',
    title: 'Sessions',
    icon: 'monitor-smartphone',
    section: 'access',
    component: 'SessionsPage',
  },
  {
    name: 'tokens',
    path: '/tokens',
    title: 'API tokens',
    icon: 'key-round',
    section: 'access',
    component: 'TokensPage',
  },
]
