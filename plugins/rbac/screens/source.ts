import { addSource } from '../../../admin/src/index.ts'

addSource('roles', {
  list: async () => (await import('./rights.ts')).getRoles(),
  readableBy: async role => (await import('./rights.ts')).readableBy(role),
})
