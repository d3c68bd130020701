import type { Screen } from '../admin/contract.ts'

/** The screens of this plugin in the admin. */
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
