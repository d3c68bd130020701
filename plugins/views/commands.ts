import type { Command } from 'commander'
import type { CommandContext } from '../../kernel/index.ts'

/** `plinth views …`. */
export function viewCommands(program: Command, context: () => CommandContext): void {
  const actions = () => import('./command-actions.ts')
  const views = program.command('views').description('Saved views of lists: filters, sorting, columns.')
  views
    .command('list')
    .description('List your own views and the shared ones, the newest first.')
    .option('--type <slug>', 'only views of this type')
    .action(async ({ type }: { type?: string }) => (await actions()).list(context(), type))
  views
    .command('get')
    .description('Show a view.')
    .argument('<id>', 'its id, or the last part of it')
    .action(async (id: string) => (await actions()).get(context(), id))
  views
    .command('create')
    .description('Save a view.')
    .argument(
      '<json>',
      'type_slug, name, query, columns, shared: a JSON file, - for standard input, or the JSON itself',
    )
    .action(async (json: string) => (await actions()).create(context(), json))
  views
    .command('delete')
    .description('Take a view away.')
    .argument('<id>', 'its id, or the last part of it')
    .action(async (id: string) => (await actions()).remove(context(), id))
}
