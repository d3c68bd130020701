import findMyWay from 'find-my-way'
import type { RouteOptions } from 'fastify'

/** What is known about one pattern of addresses. */
interface KnownPath {
  pattern: string
  methods: Set<string>
  /** Whether every method on it is open to everybody. */
  public: boolean
}

/** Whether a route takes what no other one does. */
export const catchesAll = (url: string): boolean => url === '/*' || url === '*'

/** The addresses of the service apart from the methods, to tell a wrong method from a wrong address. */
export class KnownPaths {
  readonly #router = findMyWay({ maxParamLength: 2048 })
  readonly #paths = new Map<string, KnownPath>()
  readonly #segments = new Set<string>()
  readonly #firstSegments = new Map<string, string>()
  readonly #neverStored = new Set<string>()

  /** Take note of a route. Those that catch everything say nothing about what exists. */
  add({ url, method, config }: Pick<RouteOptions, 'url' | 'method' | 'config'>): void {
    if (catchesAll(url)) return
    const known = this.#paths.get(url) ?? this.#define(url)
    for (const one of [method].flat()) known.methods.add(one)
    known.public &&= config?.access === 'public'
    const first = /^\/api\/([^/:*]+)/.exec(url)?.[1]
    if (first === undefined) return
    if (!this.#firstSegments.has(first)) this.#firstSegments.set(first, config?.plugin ?? '')
    if (config?.cacheControl === 'no-store') this.#neverStored.add(first)
  }

  #define(pattern: string): KnownPath {
    const known = { pattern, methods: new Set<string>(), public: true }
    this.#paths.set(pattern, known)
    this.#router.on('GET', pattern, () => undefined, known)
    for (const segment of pattern.split('/')) {
      if (segment !== '' && !segment.includes(':') && !segment.includes('*')) this.#segments.add(segment)
    }
    return known
  }

  /** Whether this is the fixed part of some address, so that a parameter with this value may have swallowed it. */
  isSegment(text: string): boolean {
    return this.#segments.has(text)
  }

  /** Whether this is the first segment of addresses under `/api`, so that nothing else may have it. */
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
    return this.#router.find('GET', url)?.store as KnownPath | undefined
  }

  /** Methods of a pattern as `Allow` lists them. */
  static allowed(path: KnownPath): string[] {
    return [...path.methods].sort()
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
