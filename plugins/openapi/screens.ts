import type { Screen } from '../admin/contract.ts'

/** Where the admin shows the operations of the document. */
export const openapiScreens: readonly Screen[] = [
  {
    name: 'operations',
    path: '/operations',
    title: 'API',
    icon: 'workflow',
    section: 'system',
    access: 'administrator',
    component: 'OperationsPage',
  },
]
