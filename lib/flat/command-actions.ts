import { isObject } from '../json/index.ts'
import type { Json, JsonObject } from '../json/index.ts'
import { plain, thousands } from '../terminal/index.ts'
import type { FlatContext, FlatListFlags } from './commands.ts'

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
export async function get(context: FlatContext, segment: string, id: string): Promise<void> {
  printFlat(context, (await (await context.api()).request('GET', pathOf(segment, id))).body)
}

/** Create, and print what was created. */
export async function create(context: FlatContext, segment: string, body: JsonObject): Promise<void> {
  printFlat(context, (await (await context.api()).request('POST', `/api/${segment}`, { body })).body)
}

/** Change the fields given, and print the result. */
export async function update(context: FlatContext, segment: string, id: string, body: JsonObject): Promise<void> {
  printFlat(context, (await (await context.api()).request('PUT', pathOf(segment, id), { body })).body)
}

/** Archive. */
export async function remove(context: FlatContext, segment: string, id: string): Promise<void> {
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
