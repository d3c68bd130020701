import { BadRequest } from '../errors/index.ts'

/** One decoded parameter of a query string. Names can be anything, `__proto__` too: never use them as keys of a plain object. */
export type QueryPair = readonly [name: string, value: string]

/**
 * Read a query string (`application/x-www-form-urlencoded`) strictly.
 * @param queryString the part after the `?`, undecoded; empty when there is none
 * @param what the name of a parameter in messages
 * @throws `BadRequest` for an escape that is not UTF-8, and for U+0000, which no stored text contains
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
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new BadRequest(`${where} has a malformed percent-escape`)
  }
  if (decoded.includes('\0')) throw new BadRequest(`${where} must not contain U+0000`)
  return decoded
}

/** A text of the caller for a message: quoted, and shortened. */
export function quote(text: string): string {
  const shown = text.length > 80 ? `${Array.from(text).slice(0, 80).join('')}…` : text
  return JSON.stringify(shown)
}
