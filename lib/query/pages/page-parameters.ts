import type { CountRequest } from './count.ts'
import { countParameter, readCount, totalMembers } from './count.ts'
import { checkNames, invalidParameter, quote, readInteger } from '../query-string.ts'
import type { QueryPair } from '../query-string.ts'
import { operatorNames, traitsOf } from '../../store-kit/document-query.ts'

/** The parameters of every list. */
export interface PageParameters {
  /** 1–1000. */
  limit: number
  count: CountRequest
  /** The token of an earlier answer, not parsed yet. */
  cursor: string | undefined
  /** The given parameters of those that are specific to this list, by name. */
  others: ReadonlyMap<string, string>
}

export const defaultLimit = 20
export const maxLimit = 1000
const none: ReadonlyMap<string, string> = new Map()
const own = new Set(['limit', 'count', 'cursor'])

/**
 * Read the parameters of a list that accepts `cursor`, `limit`, `count` and those named in `further`; each at most once.
 * @throws `InvalidInput` for a parameter that is unknown or repeated, and for an invalid value
 */
export function readPageParameters(pairs: readonly QueryPair[], further: readonly string[] = []): PageParameters {
  checkNames(pairs, name => (own.has(name) || further.includes(name) ? 'once' : undefined))
  const given = pairs.length === 0 ? none : new Map(pairs)
  return {
    limit: readLimit(given.get('limit')),
    count: readCount(given.get('count')),
    cursor: given.get('cursor'),
    others: only(given, further),
  }
}

/** The parameters of these names. */
export function only(given: ReadonlyMap<string, string>, names: readonly string[]): ReadonlyMap<string, string> {
  return given.size === 0 ? none : new Map([...given].filter(([name]) => names.includes(name)))
}

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? defaultLimit : readInteger(text, maxLimit)
  if (limit !== undefined) return limit
  throw invalidParameter(`limit must be an integer from 1 to ${maxLimit}, not ${quote(text ?? '')}`, 'limit')
}

/** JSON Schemas of the parameters of every list, by the name of the parameter. */
export const pageProperties = {
  cursor: { type: 'string', description: 'Token of the previous page' },
  limit: { type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit, description: 'How many in a page' },
  count: countParameter,
} as const

/** JSON Schemas of the further parameters that `readListParameters` reads. */
export const selectionProperties = {
  sort_by: { type: 'string', description: 'Property or standard column to sort by' },
  sort_order: { type: 'string', enum: ['asc', 'desc'] },
  _filter: {
    type: 'string',
    description:
      'All filters as one JSON text: `{"dueDate": {"lt": "today"}, "or": [{"priority": {"in": ["high", "urgent"]}}, {"name": {"like": "fix"}}]}`. ' +
      `Operators: ${operatorNames.map(name => `\`${name}\` (${traitsOf(name).meaning})`).join(', ')}`,
  },
  filter_field: { type: 'string', description: 'Property that must equal `filter_value`' },
  filter_value: { type: 'string' },
  q: { type: 'string', description: 'Words that must each begin a word of the data; at most 1,000 characters' },
} as const

/** JSON Schemas of filters as parameters of their own, by patterns of their names. */
export const filterPatterns = { '^_filter\\[': { type: 'array', items: { type: 'string' } } } as const

/** JSON Schema of the query string of a list without further parameters. */
export const pageQuery = { type: 'object', properties: pageProperties } as const

/** JSON Schema of the list envelope. @param items the schema of an item */
export const pageOf = <Item extends object>(items: Item) => ({
  type: 'object',
  required: ['data', 'cursor', 'has_more'],
  properties: {
    data: { type: 'array', items },
    cursor: { type: 'string', description: 'Token of the next page; empty on the last one' },
    has_more: { type: 'boolean' },
    ...totalMembers,
  },
})
