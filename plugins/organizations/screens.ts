import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const organizationScreens: readonly Screen[] = [
  {
    name: 'organizations',
    path: '/organizations',
    title: 'Organizations',
    icon: 'building-2',
    section: 'people',
    component: 'OrganizationsPage',
  },
]
