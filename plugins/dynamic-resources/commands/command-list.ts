import {
  CommandFailed,
  exitCode,
  type ApiClient,
  type CommandContext,
  type CommandQuery,
} from '../../../kernel/index.ts'
import { getOwn, isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { plain, table, thousands, widthOfStream } from '../../../lib/terminal/index.ts'

/** The options of `plinth resources list`. */
export interface ListFlags {
  filter: string[]
  q?: string
  status?: string
  perspective?: string
  sort?: string
  desc?: boolean
  limit?: string
  cursor?: string
  all?: boolean
  count?: boolean
  columns?: string
}

/** `plinth resources list` */
export async function list(context: CommandContext, type: string, flags: ListFlags): Promise<void> {
  if (flags.desc === true && flags.sort === undefined)
    throw new CommandFailed('--desc goes with --sort', exitCode.usage)
  const query = queryOf(context, flags)
  const api = await context.api()
  const path = `/api/${encodeURIComponent(type)}`
  const body: Json = flags.all === true ? await api.listAll(path, query) : await onePage()
  const isEmpty = isObject(body) && Array.isArray(body['data']) && body['data'].length === 0
  const declared = isEmpty && !context.json ? await declaredOf(api, type) : {}
  context.print(body, () => listText(body, flags, widthOfStream(context.stdout), declared))

  async function onePage(): Promise<Json> {
    return (await api.request('GET', path, { query })).body
  }
}

/** A node with the properties that a type declares, for the headings of an empty list. */
async function declaredOf(api: ApiClient, type: string): Promise<JsonObject> {
  const { body } = await api.request('GET', `/api/resource-types/${encodeURIComponent(type)}`, { accept: [403, 404] })
  const schema = isObject(body) ? body['schema'] : undefined
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(Object.keys(properties).map(name => [name, null]))
}

function queryOf(context: CommandContext, flags: ListFlags): CommandQuery {
  const { q, status, perspective, sort: sort_by, desc, limit, cursor } = flags
  const count = flags.count === true ? 'exact' : undefined
  const sort_order = desc === true ? 'desc' : undefined
  return [
    ...flags.filter.map(context.readFilter),
    ...Object.entries({ q, status, perspective, sort_by, sort_order, limit, cursor, count }),
  ]
}

function listText(body: Json, flags: ListFlags, width: number, declared: JsonObject): string {
  const envelope: JsonObject = isObject(body) ? body : {}
  const nodes = Array.isArray(envelope['data']) ? envelope['data'].map(nodeOf) : []
  const names =
    flags.columns === undefined
      ? columnsOf(nodes.length === 0 ? [declared] : nodes, width)
      : flags.columns.split(',').map(name => name.trim())
  const columns = ['id', ...names].map(heading => ({
    heading,
    align: isNumeric(nodes, heading) ? ('right' as const) : ('left' as const),
  }))
  const rows = nodes.map(node => [show(node['@id']), ...names.map(name => show(getOwn(node, name)))])
  const { total: exact, total_at_least: atLeast } = envelope
  const total =
    typeof exact === 'number'
      ? [`${thousands(exact)} in all`]
      : typeof atLeast === 'number'
        ? [`at least ${thousands(atLeast)} in all`]
        : []
  const more = envelope['has_more'] === true ? [`more: --cursor ${show(envelope['cursor'])}, or --all`] : []
  return [table(columns, rows, width), ...total, ...more].join('\n')
}

const idWidth = 40
const columnWidth = 14

/** The properties that the resources have, in their order, as many as fit; objects and arrays only when there are no others. */
function columnsOf(nodes: readonly JsonObject[], width: number): string[] {
  const names = [...new Set(nodes.flatMap(node => Object.keys(node)))].filter(name => !name.startsWith('@'))
  const scalar = names.filter(name =>
    nodes.every(node => !Object.hasOwn(node, name) || typeof node[name] !== 'object' || node[name] === null),
  )
  const chosen = scalar.length > 0 ? scalar : names
  return Number.isFinite(width) ? chosen.slice(0, Math.max(1, Math.floor((width - idWidth) / columnWidth))) : chosen
}

const isNumeric = (nodes: readonly JsonObject[], name: string): boolean =>
  nodes.some(node => Object.hasOwn(node, name) && typeof node[name] === 'number')

/** The resource's own node: the first of its graph. */
export function nodeOf(resource: Json): JsonObject {
  const data = isObject(resource) ? resource['data'] : undefined
  const graph = isObject(data) && Array.isArray(data['@graph']) ? data['@graph'] : []
  return isObject(graph[0]) ? graph[0] : {}
}

/** A value as text: texts unchanged, nothing for null, else JSON. */
export function show(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return plain(typeof value === 'string' ? value : JSON.stringify(value))
}
