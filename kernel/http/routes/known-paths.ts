import findMyWay from 'find-my-way'
import type { RouteOptions } from 'fastify'

/** What is known about one path pattern. */
class KnownPath {
  readonly methods = new Set<string>()
  /** Whether all its methods are public. */
  public = true

  /** Its methods as `Allow` lists them. */
  get allowed(): string[] {
    return [...this.methods].sort()
  }
}

/** Whether a route is a catch-all. */
export const catchesAll = (url: string): boolean => url === '/*' || url === '*'

/** The paths of the service independent of methods, to distinguish a wrong method from a wrong address. */
export class KnownPaths {
  readonly #router = findMyWay({ maxParamLength: 2048 })
  readonly #paths = new Map<string, KnownPath>()
  /** The catch-all route: what it serves outside `/api`. */
  readonly #others = new KnownPath()
  readonly #firstSegments: Map<string, string>
  readonly #neverStored = new Set<string>()

  /** @param reserved first segments of paths under `/api`, each with the plugin that reserves it */
  constructor(reserved: Iterable<readonly [segment: string, plugin: string]>) {
    this.#firstSegments = new Map(reserved)
  }

  /** Record a route. A catch-all route says nothing about which addresses exist. */
  add({ url, method, config }: Pick<RouteOptions, 'url' | 'method' | 'config'>): void {
    const isOther = catchesAll(url)
    if (isOther && config?.access === undefined) return // of CORS
    const known = isOther ? this.#others : this.#pathOf(url)
    for (const one of [method].flat()) known.methods.add(one)
    known.public &&= config?.access === 'public'
    if (isOther) return
    const first = /^\/api\/([^/:*]+)/.exec(url)?.[1]
    if (first === undefined) return
    if (!this.#firstSegments.has(first)) this.#firstSegments.set(first, config?.plugin ?? '')
    if (config?.cacheControl === 'no-store') this.#neverStored.add(first)
  }

  /** Patterns that differ only in the names of their parameters are the same. */
  #pathOf(url: string): KnownPath {
    const pattern = url.replace(/:[A-Za-z]\w*/g, ':parameter')
    const before = this.#paths.get(pattern)
    if (before !== undefined) return before
    const known = new KnownPath()
    this.#paths.set(pattern, known)
    this.#router.on('GET', pattern, () => undefined, known)
    return known
  }

  /** The plugin to which the paths under `/api` with this first segment belong, so that no other use of them is possible. */
  ownerOf(segment: string): string | undefined {
    return this.#firstSegments.get(segment)
  }

  /** The first segments of paths under `/api`. */
  get firstSegments(): string[] {
    return [...this.#firstSegments.keys()].sort()
  }

  /** Whether answers under the first segment of this address are personal and must not be stored, errors included. */
  isNeverStored(url: string): boolean {
    const [api, first = ''] = segmentsOf(url)
    return api === 'api' && this.#neverStored.has(first)
  }

  /** The most specific pattern that matches an address, regardless of the method. */
  find(url: string): KnownPath | undefined {
    const store: unknown = this.#router.find('GET', url)?.store
    return store instanceof KnownPath ? store : undefined
  }

  /** The methods of an address, as `Allow` lists them; undefined when no route serves it. */
  methodsOf(url: string): string[] | undefined {
    const known = this.find(url) ?? (segmentsOf(url)[0] === 'api' ? undefined : this.#others)
    return known === undefined || known.methods.size === 0 ? undefined : known.allowed
  }
}

/** The segments of an address, decoded as the router compares them. */
export function segmentsOf(url: string): string[] {
  const path = url.replace(/[?#;].*$/s, '')
  try {
    return decodeURI(path).split('/').slice(1)
  } catch (error) {
    if (error instanceof URIError) return path.split('/').slice(1)
    throw error
  }
}
