import { definePlugin } from '../../kernel/index.ts'
import { storeCommands } from './commands.ts'
import { addRoutes } from './routes.ts'

/** What the store takes, and giving back what it no longer needs. */
export default definePlugin({
  name: 'maintenance',
  version: '1.0.0',
  requires: ['documentStore'],
  provides: [],
  contributes: { segments: ['admin'], commands: storeCommands },
  register({ app, contracts }) {
    addRoutes(app, contracts.documentStore)
    return {}
  },
})
