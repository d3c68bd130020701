import type { CountWanted } from './count.ts'
import { BadRequest } from '../../errors/index.ts'
import { readCount } from './count.ts'
import { quote } from '../query-string.ts'
import type { QueryPair } from '../query-string.ts'

/** The parameters of every list. */
export interface PageParameters {
  /** 1–1000. */
  limit: number
  count: CountWanted
  /** The token of an earlier answer, not parsed yet. */
  cursor: string | undefined
  /** The given parameters of those that are specific to this list, by name. */
  others: ReadonlyMap<string, string>
}

export const defaultLimit = 20
export const maxLimit = 1000

/**
 * Read the parameters of a list that accepts `cursor`, `limit`, `count` and those named in `further`; each at most once.
 * @throws `BadRequest` for a parameter that is unknown or repeated, and for an invalid value
 */
export function readPageParameters(pairs: readonly QueryPair[], further: readonly string[] = []): PageParameters {
  const given = readOnce(pairs, ['limit', 'count', 'cursor', ...further])
  return {
    limit: readLimit(given.get('limit')),
    count: readCount(given.get('count')),
    cursor: given.get('cursor'),
    others: only(given, further),
  }
}

const none: ReadonlyMap<string, string> = new Map()

/** The parameters of these names. */
export function only(given: ReadonlyMap<string, string>, names: readonly string[]): ReadonlyMap<string, string> {
  return given.size === 0 ? none : new Map([...given].filter(([name]) => names.includes(name)))
}

/** @throws `BadRequest` for a parameter that is not allowed or is repeated */
export function readOnce(pairs: readonly QueryPair[], allowed: readonly string[]): Map<string, string> {
  const given = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (!allowed.includes(name)) throw new BadRequest(`unknown query parameter ${quote(name)}`)
    if (given.has(name)) throw new BadRequest(`query parameter ${quote(name)} may be given only once`)
    given.set(name, value)
  }
  return given
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return defaultLimit
  const limit = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > maxLimit) {
    throw new BadRequest(`limit must be an integer from 1 to ${maxLimit}, not ${quote(text)}`)
  }
  return limit
}

/**
 * A parameter that is `true` or `false`; false when it is absent.
 * @throws `BadRequest` for anything else
 */
export function readBoolean(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  throw new BadRequest(`${name} must be true or false, not ${quote(text)}`)
}
