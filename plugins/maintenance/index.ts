import { definePlugin } from '../../kernel/index.ts'
import { addMaintenanceRoutes } from './routes.ts'

/** What the store takes, and giving back what it no longer needs. */
export default definePlugin({
  name: 'maintenance',
  version: '1.0.0',
  requires: ['documentStore'],
  optional: ['jobs', 'typeRegistry'],
  provides: [],
  contributes: {
    segments: ['admin'],
    commands: async (...args) => (await import('./commands.ts')).storeCommands(...args),
  },
  register({ app, contracts, optional }) {
    addMaintenanceRoutes(app, contracts.documentStore, optional('typeRegistry'), optional('jobs'))
    return {}
  },
})
