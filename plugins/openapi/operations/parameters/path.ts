import { ProblemAt } from '../../document/problem.ts'

/** A path of a document in the syntax of the router. */
export interface RoutePath {
  url: string
  /** Names of the path's parameters to the names that the router uses. */
  names: ReadonlyMap<string, string>
  /**
   * Values of the path's parameters as they are in the URL, with escapes.
   * @param url of a request to the route
   * @returns undefined when even the fixed parts of the path are escaped
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
  const odd = /[*?#]/.exec(path.replaceAll(/\{[^{}]+\}/g, ''))?.[0]
  if (odd !== undefined) throw new ProblemAt(pointer, `"${odd}" cannot be used in a path`)
  const parts = path.split(/\{([^{}]+)\}/)
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

/** @param parts the parts of the path: fixed ones, alternating with names of parameters */
function undecodedReader(parts: readonly string[], prefix: string): RoutePath['undecoded'] {
  const source = parts.map((part, index) => (index % 2 === 0 ? escapePattern(part) : '([^/]+?)')).join('')
  const pattern = new RegExp(`^${escapePattern(prefix)}${source}$`)
  const names = parts.filter((_part, index) => index % 2 === 1)
  return url => {
    const found = pattern.exec(url.replace(/[?#].*$/s, ''))
    return found === null ? undefined : new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
  }
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The first segment under `/api` of a route, with its parameters as `:p0`; undefined for `/api` itself. */
export const firstSegment = (url: string): string | undefined =>
  /^\/api\/([^/]+)/.exec(url)?.[1]?.replaceAll('::', '%3A')
