import type { Command } from 'commander'
import type { CommandContext } from '../../../kernel/index.ts'
import type { ListFlags } from './command-list.ts'

const listHelp = `
Operators: eq ne gt gte lt lte in nin like exists. All filters must hold.

Examples:
  plinth resources list movie --filter 'imdbRating gte 8' --sort releaseDate --desc
  plinth resources list movie --q 'land girls' --json`

const dataOption = 'the properties: a JSON file, - for standard input, or the JSON itself'
const collect = (value: string, before: string[]): string[] => [...before, value]

/** `plinth resources …`. */
export function resourceCommands(program: Command, context: () => CommandContext): void {
  const resources = program.command('resources').description('Manage resources of any type.')
  const actions = () => import('./command-actions.ts')
  resources
    .command('list')
    .description('List the resources of a type, by default newest first.')
    .argument('<type>', 'slug of the type')
    .option('--filter <filter>', "filter: 'field operator value'; can be repeated", collect, [])
    .option('--q <words>', 'search words; each must begin a word of the resource')
    .option('--status <status>', 'active (default) or archived')
    .option('--sort <field>', 'sort by this property, or meta.<column>')
    .option('--desc', 'with --sort: in descending order')
    .option('--limit <number>', 'items per page (default: 20)')
    .option('--cursor <cursor>', 'cursor of the next page')
    .option('--all', 'all pages')
    .option('--count', 'also print the total')
    .option('--columns <names>', 'properties to show, separated by commas')
    .addHelpText('after', listHelp)
    .action(async (type: string, flags: ListFlags) => (await import('./command-list.ts')).list(context(), type, flags))
  resources
    .command('get')
    .description('Show one resource.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .action(async (type: string, id: string) => (await actions()).get(context(), type, id))
  resources
    .command('create')
    .description('Create a resource.')
    .argument('<type>', 'slug of the type')
    .requiredOption('--data <json>', dataOption)
    .action(async (type: string, flags: { data: string }) => (await actions()).create(context(), type, flags.data))
  resources
    .command('update')
    .description('Replace the properties of a resource, or with --patch change some.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .requiredOption('--data <json>', dataOption)
    .option('--patch', 'JSON Merge Patch: change the given properties, and remove those that are null')
    .action(async (type: string, id: string, flags: { data: string; patch?: boolean }) =>
      (await actions()).update(context(), type, id, flags.data, flags.patch === true),
    )
  resources
    .command('delete')
    .description('Archive a resource.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .action(async (type: string, id: string) => (await actions()).remove(context(), type, id))
  resources
    .command('restore')
    .description('Restore an archived resource.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .action(async (type: string, id: string) => (await actions()).restore(context(), type, id))
  resources
    .command('versions')
    .description('List the versions of a resource, newest first, or show one of them.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .option('--show <number>', 'the version to show (its sequence_no)')
    .action(async (type: string, id: string, { show }: { show?: string }) =>
      (await actions()).versions(context(), type, id, show),
    )
}
