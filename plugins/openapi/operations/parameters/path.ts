import { ProblemAt } from '../../document/problem.ts'

/** A path of a document in the syntax of the router. */
export interface RoutePath {
  url: string
  /** Names of the path's parameters to the names that the router uses. */
  names: ReadonlyMap<string, string>
  /**
   * Values of the path's parameters as they are in the URL, with escapes.
   * @param url of a request to the route
   * @returns undefined for another URL
   */
  undecoded(url: string): ReadonlyMap<string, string> | undefined
}

/**
 * Convert a path template to the syntax of the router: `/pets/{pet id}` becomes `/pets/:p0`.
 * @param prefix begins with a slash and does not end with one
 * @throws ProblemAt for adjacent parameters, and for characters that a path cannot contain
 */
export function routePath(path: string, prefix: string, pointer: string): RoutePath {
  const names = new Map<string, string>()
  if (path.includes('}{')) throw new ProblemAt(pointer, 'has two parameters with nothing between them')
  const parts = path.split(/\{([^{}]+)\}/).map((part, index) => (index % 2 === 0 ? unescaped(part, pointer) : part))
  const odd = /[*?#]/.exec(parts.filter((_part, index) => index % 2 === 0).join(''))?.[0]
  if (odd !== undefined) throw new ProblemAt(pointer, `"${odd}" cannot be used in a path`)
  const url = parts
    .map((part, index) => {
      if (index % 2 === 0 && /[{}]/.test(part)) throw new ProblemAt(pointer, 'has a brace that is not around a name')
      if (index % 2 === 0) return part.replaceAll(':', '::')
      const name = `p${names.size}`
      names.set(part, name)
      const next = parts[index + 1] ?? ''
      if (next !== '' && !/^[/.-]/.test(next)) {
        throw new ProblemAt(pointer, `after the parameter {${part}} only "/", "-" or "." can follow`)
      }
      return `:${name}`
    })
    .join('')
  return { url: `${prefix}${url === '/' ? '' : url}`, names, undecoded: undecodedReader(parts, prefix) }
}

/** A fixed part of a path as the router compares it. It compares reserved characters as they are in an address, and has no form for escaped ones. */
function unescaped(part: string, pointer: string): string {
  const reserved = /%(?:2[346BCF]|3[ABDF]|40)/i.exec(part)?.[0]
  if (reserved !== undefined) throw new ProblemAt(pointer, `"${reserved}" cannot be used in a path`)
  try {
    return decodeURI(part)
  } catch {
    throw new ProblemAt(pointer, 'has a malformed percent-escape')
  }
}

/** @param parts the parts of the path: fixed ones, alternating with names of parameters */
function undecodedReader(parts: readonly string[], prefix: string): RoutePath['undecoded'] {
  const fixed = (part: string): string => Array.from(part, formsOf).join('')
  const source = parts.map((part, index) => (index % 2 === 0 ? fixed(part) : '([^/]+?)')).join('')
  const pattern = new RegExp(`^${fixed(prefix)}${source}$`)
  const names = parts.filter((_part, index) => index % 2 === 1)
  return url => {
    const found = pattern.exec(url.replace(/[?#].*$/s, ''))
    return found === null ? undefined : new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
  }
}

/** A pattern of what a character can be in an address: itself or, unless it is reserved, escaped. */
function formsOf(character: string): string {
  const plain = character.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`)
  if (/[#$&+,/:;=?@]/.test(character)) return plain
  const bytes = Array.from(Buffer.from(character), byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return `(?:${plain}|${bytes.replaceAll(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)})`
}

/** The first segment under `/api` of a route, with its parameters as `:p0`; undefined for `/api` itself. */
export const firstSegment = (url: string): string | undefined =>
  /^\/api\/([^/]+)/.exec(url)?.[1]?.replaceAll('::', '%3A')
