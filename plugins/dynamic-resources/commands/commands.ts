import { Option, type Command } from 'commander'
import type { CommandContext } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json } from '../../../lib/json/index.ts'
import { operatorNames } from '../../../lib/store-kit/index.ts'
import { plain } from '../../../lib/terminal/index.ts'
import { list, nodeOf, show } from './command-list.ts'
import type { ListFlags } from './command-list.ts'

const listHelp = `
Operators: ${operatorNames.join(' ')}. A resource must match all filters.

Examples:
  plinth resources list movie --filter 'imdbRating gte 8' --sort releaseDate --desc
  plinth resources list movie --q 'land girls' --json`

const dataOption = 'the properties: a JSON file, - for standard input, or the JSON itself'
const perspectiveOption = (): Option =>
  new Option(
    '--perspective <perspective>',
    'of a type with drafts: what is published, or what editors see (default: published)',
  ).choices(['published', 'draft'])
const collect = (value: string, before: string[]): string[] => [...before, value]

/** `plinth resources …`. */
export function resourceCommands(program: Command, context: () => CommandContext): void {
  const resources = program.command('resources').description('Manage resources of any type.')
  resources
    .command('list')
    .description('List the resources of a type, by default newest first.')
    .argument('<type>', 'slug of the type')
    .option('--filter <filter>', "filter: 'field operator value'; can be repeated", collect, [])
    .option('--q <words>', 'search words; each must begin a word of the resource')
    .option('--status <status>', 'active (default) or archived')
    .addOption(perspectiveOption())
    .option('--sort <field>', 'sort by this property, or meta.<column>')
    .option('--desc', 'with --sort: in descending order')
    .option('--limit <number>', 'items per page (default: 20)')
    .option('--cursor <cursor>', 'cursor of the next page')
    .option('--all', 'all pages')
    .option('--count', 'also print the total')
    .option('--columns <names>', 'properties to show, separated by commas')
    .addHelpText('after', listHelp)
    .action((type: string, flags: ListFlags) => list(context(), type, flags))
  resources
    .command('get')
    .description('Show one resource.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .addOption(perspectiveOption())
    .action((type: string, id: string, flags: ReadFlags) => get(context(), type, id, flags))
  resources
    .command('create')
    .description('Create a resource.')
    .argument('<type>', 'slug of the type')
    .requiredOption('--data <json>', dataOption)
    .action((type: string, flags: { data: string }) => create(context(), type, flags.data))
  resources
    .command('update')
    .description('Replace the properties of a resource, or with --patch change some.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .requiredOption('--data <json>', dataOption)
    .option('--patch', 'JSON Merge Patch: change the given properties, and remove those that are null')
    .action((type: string, id: string, flags: { data: string; patch?: boolean }) =>
      update(context(), type, id, flags.data, flags.patch === true),
    )
  resources
    .command('delete')
    .description('Archive a resource.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .action((type: string, id: string) => remove(context(), type, id))
  resources
    .command('restore')
    .description('Restore an archived resource.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .action((type: string, id: string) => restore(context(), type, id))
  resources
    .command('versions')
    .description('List the versions of a resource, newest first, or show one of them.')
    .argument('<type>', 'slug of the type')
    .argument('<id>', 'id, or its last part')
    .option('--show <number>', 'the version to show (its sequence_no)')
    .addOption(perspectiveOption())
    .action((type: string, id: string, flags: ReadFlags & { show?: string }) => versions(context(), type, id, flags))
}

interface ReadFlags {
  perspective?: string
}

const pathOf = (type: string, id: string): string => `/api/${encodeURIComponent(type)}/${encodeURIComponent(id)}`

/** `plinth resources get` */
async function get(context: CommandContext, type: string, id: string, { perspective }: ReadFlags): Promise<void> {
  const { body } = await (await context.api()).request('GET', pathOf(type, id), { query: { perspective } })
  print(context, body)
}

/** `plinth resources create` */
async function create(context: CommandContext, type: string, data: string): Promise<void> {
  const body = await context.readObject(data, '--data')
  const answer = await (await context.api()).request('POST', `/api/${encodeURIComponent(type)}`, { body })
  print(context, answer.body)
}

/** `plinth resources update`, with `patch` by JSON Merge Patch */
async function update(context: CommandContext, type: string, id: string, data: string, patch: boolean): Promise<void> {
  const body = await context.readObject(data, '--data')
  const api = await context.api()
  const answer = patch
    ? await api.request('PATCH', pathOf(type, id), {
        body,
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    : await api.request('PUT', pathOf(type, id), { body })
  print(context, answer.body)
}

/** `plinth resources delete` */
async function remove(context: CommandContext, type: string, id: string): Promise<void> {
  await (await context.api()).request('DELETE', pathOf(type, id))
  context.report(`${id} archived`)
}

/** `plinth resources restore` */
async function restore(context: CommandContext, type: string, id: string): Promise<void> {
  print(context, (await (await context.api()).request('POST', `${pathOf(type, id)}/restore`)).body)
}

/** `plinth resources versions` */
async function versions(
  context: CommandContext,
  type: string,
  id: string,
  { show: sequence_no, perspective }: ReadFlags & { show?: string },
): Promise<void> {
  const api = await context.api()
  if (sequence_no === undefined) {
    const list = await api.listAll(`${pathOf(type, id)}/versions`, { perspective })
    context.printRecords(list, ['sequence_no', 'status', 'updated_at'])
  } else print(context, (await api.request('GET', pathOf(type, id), { query: { sequence_no, perspective } })).body)
}

function print(context: CommandContext, resource: Json): void {
  context.print(resource, () => {
    const columns = isObject(resource) ? Object.entries(resource).filter(([name]) => name !== 'data') : []
    const properties = Object.entries(nodeOf(resource)).filter(([name]) => !name.startsWith('@'))
    const width = Math.max(...[...columns, ...properties].map(([name]) => name.length), 0)
    const lines = (pairs: [string, Json][]): string[] =>
      pairs.map(([name, value]) => `${plain(name).padEnd(width)}  ${show(value)}`)
    return [...lines(columns), '', ...lines(properties)].join('\n')
  })
}
