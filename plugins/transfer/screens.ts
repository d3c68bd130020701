import type { Screen } from '../admin/contract.ts'

/** What the admin shows of this plugin. */
export const transferScreens: readonly Screen[] = [
  {
    name: 'transfer',
    path: '/transfer',
    title: 'Import and export',
    icon: 'arrow-left-right',
    section: 'content',
    component: 'TransferPage',
  },
]
