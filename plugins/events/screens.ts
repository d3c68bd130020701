import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const eventScreens: readonly Screen[] = [
  {
    name: 'events',
    path: '/events',
    title: 'Events',
    icon: 'activity',
    section: 'system',
    access: 'administrator',
    component: 'EventsPage',
  },
]
