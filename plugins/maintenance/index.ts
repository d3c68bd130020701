import { definePlugin } from '../../kernel/index.ts'
import { addMaintenanceRoutes } from './routes.ts'
import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'

/** What the store takes, and giving back what it no longer needs. */
export default definePlugin({
  name: 'maintenance',
  version: '1.0.0',
  requires: ['documentStore'],
  optional: ['jobs', 'typeRegistry'],
  provides: [],
  contributes: { segments: ['admin'], commands: storeCommands },
  register({ app, contracts, optional }) {
    addMaintenanceRoutes(app, contracts.documentStore, optional('typeRegistry'), optional('jobs'))
    return {}
  },
})

const help = `
They work on the store, and with --url on a running service, which keeps answering requests.

Examples:
  plinth store stats
  plinth store compact --url https://cms.example.com
  plinth store reindex book`

/** `plinth store …`. */
function storeCommands(program: Command, context: () => CommandContext): void {
  const store = program
    .command('store')
    .description('See what the store takes, give space back, and follow changes by other tools.')
  store.addHelpText('after', help)
  store
    .command('stats')
    .description('Print rows and bytes of each collection, of its indexes, and of the log.')
    .action(async () => (await import('./command-actions.ts')).printStatistics(context()))
  store
    .command('compact')
    .description('Give the empty space of the store back to the system.')
    .action(async () => (await import('./command-actions.ts')).compact(context()))
  store
    .command('reindex')
    .argument('<type>', 'slug of the type')
    .description(
      'After changes to its resources by other tools (MongoDB): make their keys, words and references again.',
    )
    .action(async (type: string) => (await import('./command-actions.ts')).reindex(context(), type))
}
