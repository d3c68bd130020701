import { ProblemAt } from '../../document/problem.ts'

/** A path of a document as the router writes it. */
export interface RoutePath {
  url: string
  /** Names of the path's parameters to the names that the router knows them by. */
  names: ReadonlyMap<string, string>
  /**
   * Values of the path's parameters as they stand in the address, escapes included.
   * @param url of a request to the route
   * @returns undefined where even the fixed parts of the path are escaped
   */
  undecoded(url: string): ReadonlyMap<string, string> | undefined
}

/**
 * Write a path template for the router: `/pets/{pet id}` becomes `/pets/:p0`.
 * @param prefix begins with a slash and does not end with one
 * @throws ProblemAt for parameters between which nothing stands, and for what a path cannot hold
 */
export function routePath(path: string, prefix: string, pointer: string): RoutePath {
  const names = new Map<string, string>()
  if (path.includes('}{')) throw new ProblemAt(pointer, 'has two parameters with nothing between them')
  const odd = /[*?#]/.exec(path.replaceAll(/\{[^{}]+\}/g, ''))?.[0]
  if (odd !== undefined) throw new ProblemAt(pointer, `"${odd}" cannot stand in a path`)
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

/** @param parts of the path: fixed ones, and names of parameters between them */
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

/** The first segment under `/api` that a route takes, with its parameters as `:p0`; undefined for `/api` itself. */
export const firstSegment = (url: string): string | undefined =>
  /^\/api\/([^/]+)/.exec(url)?.[1]?.replaceAll('::', '%3A')
