import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const personScreens: readonly Screen[] = [
  { name: 'persons', path: '/persons', title: 'Persons', icon: 'contact', section: 'people', component: 'PersonsPage' },
]
