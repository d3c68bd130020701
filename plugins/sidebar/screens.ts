import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const sidebarScreens: readonly Screen[] = [
  {
    name: 'sidebar',
    path: '/sidebar',
    title: 'Sidebar',
    icon: 'panel-left',
    section: 'system',
    access: 'administrator',
    component: 'SidebarPage',
  },
]
