import type { CountRequest } from './count.ts'
import { readCount } from './count.ts'
import { invalidParameter, checkNames, quote, readInteger } from '../query-string.ts'
import type { QueryPair } from '../query-string.ts'

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
