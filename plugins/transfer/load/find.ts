import { CommandFailed, exitCode, type ApiClient } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { messageOf, persistently } from './persistently.ts'

/** A resource that the service has. */
export interface Found {
  id: string
  sequence_no: number
  status: string
  /** Its properties. */
  data: JsonObject
}

interface FindOptions {
  status?: 'active' | 'archived'
  copy?: boolean
}

const mostValues = 100
const longestList = 6000
const pageSize = '1000'

/**
 * Find the resources of a type that have one of many values in a field: one request for about a hundred values.
 * @param field a property, or `meta.<column>`
 * @param options.status `archived` for those that are archived
 * @param options.copy for a copy: of an archived type, too
 * @throws `CommandFailed` when the field cannot be asked for
 */
export async function find(
  api: ApiClient,
  typeSlug: string,
  field: string,
  values: readonly string[],
  options: FindOptions = {},
): Promise<Found[]> {
  const found: Found[] = []
  for (const [operator, list] of listsOf([...new Set(values)])) {
    found.push(...(await ask(api, typeSlug, field, operator, list, options)))
  }
  return found
}

/** In a list of values a comma ends a value, so that a value with one is asked for by itself. */
function* listsOf(values: readonly string[]): Generator<['in' | 'eq', string[]]> {
  let list: string[] = []
  let length = 0
  for (const value of values) {
    if (value.includes(',')) {
      yield ['eq', [value]]
      continue
    }
    const more = encodeURIComponent(value).length + 3
    if (list.length > 0 && (list.length >= mostValues || length + more > longestList)) {
      yield [operatorFor(list), list]
      list = []
      length = 0
    }
    list.push(value)
    length += more
  }
  if (list.length > 0) yield [operatorFor(list), list]
}

/** A type without a schema knows equality alone. */
const operatorFor = (list: readonly string[]): 'in' | 'eq' => (list.length === 1 ? 'eq' : 'in')

async function ask(
  api: ApiClient,
  typeSlug: string,
  field: string,
  operator: 'in' | 'eq',
  list: readonly string[],
  options: FindOptions,
): Promise<Found[]> {
  const { status = 'active', copy = false } = options
  const query = new URLSearchParams([
    ['limit', pageSize],
    [`_filter[${field}][${operator}]`, list.join(',')],
    ...(status === 'active' ? [] : [['status', status] as [string, string]]),
    ...(copy ? [['copy', 'true'] as [string, string]] : []),
  ])
  const found: Found[] = []
  for (;;) {
    const path = `/api/${encodeURIComponent(typeSlug)}?${query.toString()}`
    const answer = await persistently(api, 'GET', path, undefined, [403, 404])
    // Of a type that is not there, or of which nothing may be read, nothing is found.
    if (answer.status === 403 || answer.status === 404) return []
    if (answer.status >= 400) return separately(api, typeSlug, field, list, options, messageOf(answer))
    const { data, cursor } = isObject(answer.body) ? answer.body : {}
    for (const item of Array.isArray(data) ? data : []) found.push(readFound(item))
    if (typeof cursor !== 'string' || cursor === '') return found
    query.set('cursor', cursor)
  }
}

/** One value that the field can never have spoils the whole list: the others are asked for by themselves, and nothing has that one. */
async function separately(
  api: ApiClient,
  typeSlug: string,
  field: string,
  list: readonly string[],
  options: FindOptions,
  message: string,
): Promise<Found[]> {
  if (list.length > 1) {
    const found: Found[] = []
    for (const value of list) found.push(...(await ask(api, typeSlug, field, 'eq', [value], options)))
    return found
  }
  if (message.startsWith(`_filter[${field}]`)) return []
  throw new CommandFailed(message, exitCode.failed)
}

function readFound(item: Json): Found {
  const { id, sequence_no, status, data } = isObject(item) ? item : {}
  const graph = isObject(data) ? data['@graph'] : undefined
  const node = Array.isArray(graph) ? graph[0] : undefined
  if (typeof id !== 'string' || typeof sequence_no !== 'number' || typeof status !== 'string' || !isObject(node)) {
    throw new CommandFailed('the service answered a list in an unknown shape', exitCode.failed)
  }
  const { '@id': _id, '@type': _type, ...properties } = node
  return { id, sequence_no, status, data: properties }
}
