import type { CommandContext } from '../contracts/commands.ts'
import type { Json, JsonObject } from '../../lib/json/types.ts'
import { isObject } from '../../lib/json/index.ts'
import { widthOf } from '../../cli/output.ts'
import { walkPages } from '../../cli/pages.ts'
import { table } from '../../cli/table.ts'
import { plain, thousands } from '../../cli/text.ts'
import type { FlatListFlags } from './commands.ts'

const pathOf = (segment: string, id: string): string => `/api/${segment}/${encodeURIComponent(id)}`

/** Print a list of flat objects. */
export async function printFlatList(context: CommandContext, path: string, flags: FlatListFlags): Promise<void> {
  const { limit, cursor, count, all } = flags
  const given = { limit, cursor, count: count === true ? 'true' : undefined }
  const query = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const api = await context.api()
  const text = new URLSearchParams(query).toString()
  const body =
    all === true
      ? await walkPages(api, path, query)
      : (await api.request('GET', text === '' ? path : `${path}?${text}`)).body
  context.print(body, () => listText(body, widthOf(context.stdout)))
}

/** Print one flat object. */
export async function get(context: CommandContext, segment: string, id: string): Promise<void> {
  printFlat(context, (await (await context.api()).request('GET', pathOf(segment, id))).body)
}

/** Create, and print what was created. */
export async function create(context: CommandContext, segment: string, body: JsonObject): Promise<void> {
  printFlat(context, (await (await context.api()).request('POST', `/api/${segment}`, { body })).body)
}

/** Change the fields given, and print the result. */
export async function update(context: CommandContext, segment: string, id: string, body: JsonObject): Promise<void> {
  printFlat(context, (await (await context.api()).request('PUT', pathOf(segment, id), { body })).body)
}

/** Archive. */
export async function remove(context: CommandContext, segment: string, id: string): Promise<void> {
  await (await context.api()).request('DELETE', pathOf(segment, id))
  context.say(`${id} archived`)
}

/** Print a flat object: a line for each field. */
export function printFlat(context: CommandContext, body: Json): void {
  context.print(body, () => {
    const fields = isObject(body) ? Object.entries(body) : []
    const width = Math.max(...fields.map(([name]) => name.length), 0)
    return fields.map(([name, value]) => `${plain(name).padEnd(width)}  ${plain(show(value))}`.trimEnd()).join('\n')
  })
}

function listText(body: Json, width: number): string {
  const envelope: JsonObject = isObject(body) ? body : {}
  const rows = Array.isArray(envelope['data']) ? envelope['data'].filter(isObject) : []
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cells = rows.map(row => names.map(name => show(row[name])))
  const total = typeof envelope['total'] === 'number' ? [`${thousands(envelope['total'])} in all`] : []
  const more = envelope['has_more'] === true ? [`more: --cursor ${show(envelope['cursor'])}, or --all`] : []
  const shown =
    rows.length === 0
      ? []
      : [
          table(
            names.map(heading => ({ heading })),
            cells,
            width,
          ),
        ]
  return [...shown, ...total, ...more].join('\n')
}

const show = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
