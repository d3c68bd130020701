import { addSource } from '../../../admin/src/index.ts'

addSource('roles', { readableBy: async role => (await import('./rights.ts')).readableBy(role) })
