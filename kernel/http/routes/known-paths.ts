import findMyWay from 'find-my-way'
import type { RouteOptions } from 'fastify'

/** What is known about one pattern of addresses. */
class KnownPath {
  readonly methods = new Set<string>()
  /** Whether every method on it is open to everybody. */
  public = true

  /** Its methods as `Allow` lists them. */
  get allowed(): string[] {
    return [...this.methods].sort()
  }
}

/** Whether a route takes what no other one does. */
export const catchesAll = (url: string): boolean => url === '/*' || url === '*'

/** The addresses of the service apart from the methods, to tell a wrong method from a wrong address. */
export class KnownPaths {
  readonly #router = findMyWay({ maxParamLength: 2048 })
  readonly #paths = new Map<string, KnownPath>()
  readonly #firstSegments = new Map<string, string>()
  readonly #neverStored = new Set<string>()

  /** Take note of a route. Those that catch everything say nothing about what exists. */
  add({ url, method, config }: Pick<RouteOptions, 'url' | 'method' | 'config'>): void {
    if (catchesAll(url)) return
    const known = this.#pathOf(url)
    for (const one of [method].flat()) known.methods.add(one)
    known.public &&= config?.access === 'public'
    const first = /^\/api\/([^/:*]+)/.exec(url)?.[1]
    if (first === undefined) return
    if (!this.#firstSegments.has(first)) this.#firstSegments.set(first, config?.plugin ?? '')
    if (config?.cacheControl === 'no-store') this.#neverStored.add(first)
  }

  /** Patterns that differ in the names of their parameters alone are one. */
  #pathOf(url: string): KnownPath {
    const pattern = url.replace(/:[A-Za-z]\w*/g, ':parameter')
    const before = this.#paths.get(pattern)
    if (before !== undefined) return before
    const known = new KnownPath()
    this.#paths.set(pattern, known)
    this.#router.on('GET', pattern, () => undefined, known)
    return known
  }

  /** Whether there are addresses under `/api` with this first segment, so that nothing else may have it. */
  isFirstSegment(text: string): boolean {
    return this.#firstSegments.has(text)
  }

  /** The first segments of addresses under `/api`, with the plugin that added them first. */
  get firstSegments(): ReadonlyMap<string, string> {
    return this.#firstSegments
  }

  /** Whether answers under the first segment of this address are personal, so that nothing may keep them, errors included. */
  isNeverStored(url: string): boolean {
    const [api, first = ''] = segmentsOf(url)
    return api === 'api' && this.#neverStored.has(first)
  }

  /** The most specific pattern that an address fits, whatever the method. */
  find(url: string): KnownPath | undefined {
    const store: unknown = this.#router.find('GET', url)?.store
    return store instanceof KnownPath ? store : undefined
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
