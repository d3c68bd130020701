import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const typeScreens: readonly Screen[] = [
  { name: 'types', path: '/types', title: 'Types', icon: 'shapes', section: 'model', component: 'TypesPage' },
]
