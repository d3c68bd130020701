import type { Screen } from '../admin/contract.ts'

/** The screen of the admin that shows the operations of the document. */
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
