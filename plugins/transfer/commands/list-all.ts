import { CommandFailed, exitCode, type ApiClient } from '../../../kernel/index.ts'
import { isObject, jsonText, type Json, type JsonObject } from '../../../lib/json/index.ts'
import { withPublication } from '../copy/publication.ts'

/** Which resources of a type. */
export interface Selection {
  status?: string
  /** Of types with drafts: `published` or `draft`. Default: what is public; of a copy the drafts. */
  perspective?: string
  /** Also the resources of an archived type, to copy the service (administrators). */
  copy?: boolean
  /** Of a type with drafts: the drafts, each with what is public of it, as a copy contains it. */
  bothSets?: boolean
  /** Parameters of the API: `_filter[field][operator]` and value. */
  filters?: readonly (readonly [string, string])[]
}

/** The query parameters of a selection. */
export const selectionOf = ({
  status,
  copy = false,
  bothSets = false,
  perspective = copy || bothSets ? 'draft' : undefined,
  filters = [],
}: Selection): [string, string][] => [
  ...filters.map(([name, value]): [string, string] => [name, value]),
  ...(copy ? [['copy', 'true'] as [string, string]] : []),
  ...(perspective === undefined ? [] : [['perspective', perspective] as [string, string]]),
  ...(status === undefined ? [] : [['status', status] as [string, string]]),
]

const minPageSize = 20
const maxPageSize = 1000
const pageBytes = 2 * 1024 * 1024

/**
 * All resources of a type, oldest first, flat with `@id`, page by page. Every resource that does not change during the export is returned
 * exactly once. Pages grow to some megabytes only, so that large resources do not fill the memory.
 * @param onSkipped called with the number of resources that are left out because the store is damaged
 * @param onLeftOut called with the number of values of a page that are left out because they are never shown
 */
export async function* listAll(
  api: ApiClient,
  typeSlug: string,
  selection: Selection,
  onSkipped: (count: number) => void = () => undefined,
  onLeftOut: (count: number) => void = () => undefined,
): AsyncIterable<JsonObject[]> {
  const chosen: [string, string][] = [...selectionOf(selection), ['sort_by', 'meta.created_at'], ['sort_order', 'asc']]
  let cursor = ''
  let limit = minPageSize
  do {
    const query = new URLSearchParams([...chosen, ['limit', String(limit)]])
    if (cursor !== '') query.set('cursor', cursor)
    const {
      data,
      cursor: next,
      skipped,
      left_out: leftOut,
    } = await readPage(api, `/api/${encodeURIComponent(typeSlug)}?${query.toString()}`)
    if (typeof skipped === 'number' && skipped > 0) onSkipped(skipped)
    if (typeof leftOut === 'number') onLeftOut(leftOut)
    if (!Array.isArray(data) || typeof next !== 'string') throw unknownShape()
    const rows = data.map(flat)
    if (selection.bothSets === true)
      for (const [at, resource] of data.entries())
        rows[at] = await withPublished(api, typeSlug, resource, rows[at] ?? {})
    yield rows
    limit = nextLimit(rows)
    cursor = next
  } while (cursor !== '')
}

/** A page; if it cannot be read, without the resources that a damaged store cannot read. */
async function readPage(api: ApiClient, path: string): Promise<JsonObject> {
  const { status, body } = await api.request('GET', path, { accept: [503], isPatient: true })
  const page = status === 503 ? (await api.request('GET', `${path}&skip_damaged=true`, { isPatient: true })).body : body
  return isObject(page) ? page : {}
}

function nextLimit(rows: readonly JsonObject[]): number {
  const sample = rows.slice(0, minPageSize)
  const average = Math.max(1, sample.reduce((sum, row) => sum + jsonText(row).length, 0) / Math.max(1, sample.length))
  return Math.min(maxPageSize, Math.max(minPageSize, Math.floor(pageBytes / average)))
}

/** The row of a draft with what is public of it, which is requested where the draft differs. */
async function withPublished(api: ApiClient, typeSlug: string, resource: Json, row: JsonObject): Promise<JsonObject> {
  if (!isObject(resource) || typeof resource['published_no'] !== 'number') return row
  if (resource['publication'] !== 'changed') return withPublication(row, resource, undefined)
  const path = `/api/${encodeURIComponent(typeSlug)}/${encodeURIComponent(String(row['@id']))}`
  const { status, body } = await api.request('GET', path, { accept: [404], isPatient: true })
  if (status === 404) return row // it is not public any more
  const { '@id': _id, ...data } = flat(body)
  return withPublication(row, resource, data)
}

/** The resource's own node without its `@type`: flat properties and `@id`. */
function flat(resource: Json): JsonObject {
  const data = isObject(resource) ? resource['data'] : undefined
  const graph = isObject(data) ? data['@graph'] : undefined
  const node = Array.isArray(graph) ? graph[0] : undefined
  if (!isObject(node)) throw unknownShape()
  const { '@type': _type, ...row } = node
  return row
}

const unknownShape = (): CommandFailed =>
  new CommandFailed('the service answered a list in an unknown shape', exitCode.failed)
