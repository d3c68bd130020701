import type { Command } from 'commander'
import { isObject } from '../json/index.ts'
import type { Json, JsonObject } from '../json/index.ts'
import { plain, thousands } from '../terminal/index.ts'
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
  const writable = fields.filter(({ readOnly }) => readOnly !== true)
  const bodyOf = (flags: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      writable.flatMap(field => {
        const value = flags[keyOf(field)]
        return value === undefined ? [] : [[field.name, value] as const]
      }),
    )
  listOptions(group.command('list').description(`List the ${segment}, newest first.`)).action(
    async (flags: FlatListFlags) => printFlatList(context(), `/api/${segment}`, flags, headings),
  )
  group
    .command('get')
    .description(`Show one of the ${segment}.`)
    .argument('<id>', 'id, or its last part')
    .action((id: string) => get(context(), segment, id))
  const creating = group.command('create').description(`Create one of the ${segment}.`)
  for (const field of writable) {
    if (field.required === true) creating.requiredOption(optionOf(field), field.description)
    else creating.option(optionOf(field), field.description)
  }
  creating.action((flags: Record<string, string>) => create(context(), segment, bodyOf(flags)))
  const updating = group
    .command('update')
    .description(`Change the given fields; an empty text clears a field.`)
    .argument('<id>', 'id, or its last part')
  for (const field of writable) updating.option(optionOf(field), field.description)
  updating.action((id: string, flags: Record<string, string>) => update(context(), segment, id, bodyOf(flags)))
  group
    .command('delete')
    .description(`Archive one of the ${segment}.`)
    .argument('<id>', 'id, or its last part')
    .action((id: string) => remove(context(), segment, id))
  return group
}

const pathOf = (segment: string, id: string): string => `/api/${segment}/${encodeURIComponent(id)}`

/**
 * Print a list of flat objects.
 * @param headings names of the fields of its objects, for an empty list
 */
export async function printFlatList(
  context: FlatContext,
  path: string,
  flags: FlatListFlags,
  headings: readonly string[],
): Promise<void> {
  const { limit, cursor, count, all } = flags
  const query = { limit, cursor, count }
  const api = await context.api()
  const body = all === true ? await api.listAll(path, query) : (await api.request('GET', path, { query })).body
  context.print(body, () => listText(context, body, headings))
}

/** Print one flat object. */
async function get(context: FlatContext, segment: string, id: string): Promise<void> {
  printFlat(context, (await (await context.api()).request('GET', pathOf(segment, id))).body)
}

/** Create, and print what was created. */
async function create(context: FlatContext, segment: string, body: JsonObject): Promise<void> {
  printFlat(context, (await (await context.api()).request('POST', `/api/${segment}`, { body })).body)
}

/** Change the fields given, and print the result. */
async function update(context: FlatContext, segment: string, id: string, body: JsonObject): Promise<void> {
  printFlat(context, (await (await context.api()).request('PUT', pathOf(segment, id), { body })).body)
}

/** Archive. */
async function remove(context: FlatContext, segment: string, id: string): Promise<void> {
  await (await context.api()).request('DELETE', pathOf(segment, id))
  context.say(`${id} archived`)
}

/** Print a flat object: a line for each field. */
export function printFlat(context: FlatContext, body: Json): void {
  context.print(body, () => {
    const fields = isObject(body) ? Object.entries(body) : []
    const width = Math.max(...fields.map(([name]) => name.length), 0)
    return fields.map(([name, value]) => `${plain(name).padEnd(width)}  ${plain(show(value))}`.trimEnd()).join('\n')
  })
}

function listText(context: FlatContext, body: Json, declared: readonly string[]): string {
  const envelope: JsonObject = isObject(body) ? body : {}
  const rows = Array.isArray(envelope['data']) ? envelope['data'].filter(isObject) : []
  const names = rows.length === 0 ? declared : [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cells = rows.map(row => names.map(name => show(row[name])))
  const total = typeof envelope['total'] === 'number' ? [`${thousands(envelope['total'])} in all`] : []
  const more = envelope['has_more'] === true ? [`more: --cursor ${show(envelope['cursor'])}, or --all`] : []
  const headings = names.map(heading => ({ heading }))
  return [context.table(headings, cells), ...total, ...more].join('\n')
}

const show = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
