import { InvalidInput } from '../errors/index.ts'
import { decodePercent } from '../web-text/index.ts'

/**
 * The error for a query parameter that is repeated where it must not be, or has an invalid value.
 * @param parameter its name, if it is a single one
 */
export const invalidParameter = (message: string, parameter?: string): InvalidInput =>
  new InvalidInput(message, { code: 'invalid-query-parameter', parameter })

/** One decoded parameter of a query string. Names can be anything, `__proto__` too: never use them as keys of a plain object. */
export type QueryPair = readonly [name: string, value: string]

/**
 * Read a query string (`application/x-www-form-urlencoded`) strictly.
 * @param queryString the part after the `?`, undecoded; empty when there is none
 * @param what the name of a parameter in messages
 * @throws `InvalidInput` for an escape that is not UTF-8, and for U+0000, which no stored text contains
 */
export function readQueryString(queryString: string, what = 'query parameter'): QueryPair[] {
  const pairs: QueryPair[] = []
  for (const part of queryString.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decode(equals === -1 ? part : part.slice(0, equals), `the name of a ${what}`)
    pairs.push([name, equals === -1 ? '' : decode(part.slice(equals + 1), `${what} ${quote(name)}`)])
  }
  return pairs
}

function decode(text: string, where: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  const decoded = decodePercent(text.replaceAll('+', ' '))
  if (decoded === undefined) throw new InvalidInput(`${where} has a malformed percent-escape`)
  if (decoded.includes('\0')) throw new InvalidInput(`${where} must not contain U+0000`)
  return decoded
}

/**
 * Check which parameters are given.
 * @param useOf how often a parameter can occur; undefined for one that is not accepted
 * @throws `InvalidInput` for a parameter that is not accepted, `InvalidInput` for one that is repeated
 */
export function checkNames(
  pairs: readonly QueryPair[],
  useOf: (name: string) => 'once' | 'repeatedly' | undefined,
): void {
  const seen = new Set<string>()
  for (const [name] of pairs) {
    const use = useOf(name)
    if (use === undefined)
      throw new InvalidInput(`unknown query parameter ${quote(name)}`, {
        code: 'unknown-query-parameter',
        parameter: name,
      })
    if (use === 'once' && seen.has(name))
      throw invalidParameter(`query parameter ${quote(name)} may be given only once`, name)
    seen.add(name)
  }
}

/**
 * A parameter that is `true` or `false`; false when it is absent.
 * @throws `InvalidInput` for anything else
 */
export function readBoolean(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  throw invalidParameter(`${name} must be true or false, not ${quote(text)}`, name)
}

/** The number in a parameter that is an integer from 1 to `max`; undefined for anything else. */
export function readInteger(text: string, max: number): number | undefined {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Infinity
  return number <= max ? number : undefined
}

/** A text of the caller for a message: quoted, and shortened. */
export function quote(text: string): string {
  const shown = text.length > 80 ? `${Array.from(text).slice(0, 80).join('')}…` : text
  return JSON.stringify(shown)
}
