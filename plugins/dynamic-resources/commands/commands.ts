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
  const resources = program.command('resources').description('Resources of any type.')
  const actions = () => import('./command-actions.ts')
  resources
    .command('list')
    .description('List the resources of a type, the newest first unless sorted.')
    .argument('<type>', 'slug of the type')
    .option('--filter <filter>', "only those that fit: 'field operator value'; may be repeated", collect, [])
    .option('--q <words>', 'only those in which every word begins a word')
    .option('--status <status>', 'active (default) or archived')
    .option('--sort <field>', 'sort by this property, or meta.<column>')
    .option('--desc', 'with --sort: the largest first')
    .option('--limit <number>', 'how many (default: 20)')
    .option('--cursor <cursor>', 'go on where a list ended')
    .option('--all', 'all pages')
    .option('--count', 'also say how many there are in all')
    .option('--columns <names>', 'properties to show, separated by commas')
    .addHelpText('after', listHelp)
    .action(async (type: string, flags: ListFlags) => (await import('./command-list.ts')).list(context(), type, flags))
  resources
    .command('get')
    .description('Show one resource.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'its id, or the last part of it')
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
    .argument('<id>', 'its id, or the last part of it')
    .requiredOption('--data <json>', dataOption)
    .option('--patch', 'JSON Merge Patch: change the properties given, take away those given as null')
    .action(async (type: string, id: string, flags: { data: string; patch?: boolean }) =>
      (await actions()).update(context(), type, id, flags.data, flags.patch === true),
    )
  resources
    .command('delete')
    .description('Archive a resource.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'its id, or the last part of it')
    .action(async (type: string, id: string) => (await actions()).remove(context(), type, id))
  resources
    .command('restore')
    .description('Bring an archived resource back.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'its id, or the last part of it')
    .action(async (type: string, id: string) => (await actions()).restore(context(), type, id))
  resources
    .command('versions')
    .description('List the versions of a resource, the newest first, or show one of them.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'its id, or the last part of it')
    .option('--show <number>', 'the version to show (its sequence_no)')
    .action(async (type: string, id: string, { show }: { show?: string }) =>
      (await actions()).versions(context(), type, id, show),
    )
}
