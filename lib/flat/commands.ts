import type { Command } from 'commander'
import type { Json } from '../json/index.ts'
import type { FlatField, FlatShape } from './shape.ts'

/** What the commands need of the command line. */
export interface FlatContext {
  api(): Promise<FlatClient>
  print(value: Json, text: () => string): void
  say(line: string): void
  table(columns: readonly { heading: string }[], rows: readonly (readonly string[])[]): string
}

type FlatQuery = Readonly<Record<string, string | boolean | undefined>>

interface FlatClient {
  request(method: string, path: string, options?: { query?: FlatQuery; body?: Json }): Promise<{ body: Json }>
  listAll(path: string, query: FlatQuery): Promise<Json>
}

const optionOf = ({ name }: FlatField): string => `--${name.replaceAll('_', '-')} <text>`

/** The name of an option in commander. */
const keyOf = ({ name }: FlatField): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Options of a list. */
export interface FlatListFlags {
  limit?: string
  cursor?: string
  all?: boolean
  count?: boolean
}

/** The options that every list has. */
export const listOptions = (command: Command): Command =>
  command
    .option('--limit <number>', 'items per page (default: 20)')
    .option('--cursor <cursor>', 'cursor of the next page')
    .option('--all', 'all pages')
    .option('--count', 'also print the total')

/**
 * The commands for a flat shape: `plinth <segment> list|get|create|update|delete`.
 * @returns the parent command, to which further ones can be added
 */
export function flatCommands(
  program: Command,
  context: () => FlatContext,
  shape: FlatShape,
  description: string,
): Command {
  const { segment, fields } = shape
  const group = program.command(segment).description(description)
  const headings = ['id', ...fields.map(({ name }) => name), 'status', 'created_at']
  const actions = () => import('./command-actions.ts')
  const writable = fields.filter(({ readOnly }) => readOnly !== true)
  const bodyOf = (flags: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      writable.flatMap(field => {
        const value = flags[keyOf(field)]
        return value === undefined ? [] : [[field.name, value] as const]
      }),
    )
  listOptions(group.command('list').description(`List the ${segment}, newest first.`)).action(
    async (flags: FlatListFlags) => (await actions()).printFlatList(context(), `/api/${segment}`, flags, headings),
  )
  group
    .command('get')
    .description(`Show one of the ${segment}.`)
    .argument('<id>', 'id, or its last part')
    .action(async (id: string) => (await actions()).get(context(), segment, id))
  const create = group.command('create').description(`Create one of the ${segment}.`)
  for (const field of writable) {
    if (field.required === true) create.requiredOption(optionOf(field), field.description)
    else create.option(optionOf(field), field.description)
  }
  create.action(async (flags: Record<string, string>) => (await actions()).create(context(), segment, bodyOf(flags)))
  const update = group
    .command('update')
    .description(`Change the given fields; an empty text clears a field.`)
    .argument('<id>', 'id, or its last part')
  for (const field of writable) update.option(optionOf(field), field.description)
  update.action(async (id: string, flags: Record<string, string>) =>
    (await actions()).update(context(), segment, id, bodyOf(flags)),
  )
  group
    .command('delete')
    .description(`Archive one of the ${segment}.`)
    .argument('<id>', 'id, or its last part')
    .action(async (id: string) => (await actions()).remove(context(), segment, id))
  return group
}
