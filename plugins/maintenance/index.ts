import { definePlugin } from '../../kernel/index.ts'
import { addRoutes } from './routes.ts'
import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'

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

const help = `
Both work on the store, and with --url on a running service, which goes on serving.

Examples:
  plinth store stats
  plinth store compact --url https://cms.example.com`

/** `plinth store …`. */
function storeCommands(program: Command, context: () => CommandContext): void {
  const store = program.command('store').description('See what the store takes, and give space back.')
  store.addHelpText('after', help)
  store
    .command('stats')
    .description('Print rows and bytes of each collection, of its indexes, and of the log.')
    .action(async () => (await import('./command-actions.ts')).printStatistics(context()))
  store
    .command('compact')
    .description('Give the empty space of the store back to the system.')
    .action(async () => (await import('./command-actions.ts')).compact(context()))
}
