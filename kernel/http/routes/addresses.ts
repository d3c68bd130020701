import type { FastifyInstance, RouteOptions, onRequestAsyncHookHandler } from 'fastify'
import { attempt, insteadOf } from '../../../lib/errors/index.ts'
import { ConfigurationError } from '../../errors.ts'

/** The methods of one path pattern. */
export interface Address {
  /** The path pattern of its first route. */
  url: string
  constraints: RouteOptions['constraints']
  /** Each with the plugin whose route serves it. */
  methods: Map<string, string>
  /** Whether all its methods are public. */
  isPublic: boolean
  /** Whether routes with parameters serve its other methods. */
  sharesSegment: boolean
}

/** The methods of an address as `Allow` lists them. */
export const allowedAt = ({ methods }: Address): string[] => [...methods.keys()].sort()

/** Whether a route is a catch-all. */
export const catchesAll = (url: string): boolean => url === '/*' || url === '*'

/** The addresses of the routes of plugins, to distinguish a wrong method from a wrong address. */
export class Addresses {
  readonly #addresses = new Map<string, Address>()
  readonly #firstSegments: Map<string, string>
  readonly #neverStored = new Set<string>()
  #isComplete = false

  /** @param reserved first segments of paths under `/api`, each with the plugin that reserves it */
  constructor(reserved: Iterable<readonly [segment: string, plugin: string]>) {
    this.#firstSegments = new Map(reserved)
  }

  /** Whether {@link complete} was called: the routes that are added from then on are its own. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /**
   * Record a route. Patterns that differ only in the names of their parameters are one address.
   * @throws ConfigurationError when another route serves it
   */
  add({ url, method, constraints, config }: RouteOptions): void {
    const limits = Object.entries(constraints ?? {}).map(([name, value]) => `${name}=${String(value)}`)
    const key = [url.replace(/:[A-Za-z]\w*/g, ':'), ...limits.sort()].join(' ')
    const address = this.#addresses.get(key) ?? {
      url,
      constraints,
      methods: new Map(),
      isPublic: true,
      sharesSegment: config?.sharesSegment === true && /^\/api\/[^/]+$/.test(url),
    }
    this.#addresses.set(key, address)
    for (const one of [method].flat()) {
      const owner = address.methods.get(one)
      if (owner !== undefined)
        throw new ConfigurationError(`the route ${one} ${url} already belongs to plugin "${owner}", as ${address.url}`)
      address.methods.set(one, config?.plugin ?? '')
    }
    address.isPublic &&= config?.access === 'public'
    const first = /^\/api\/([^/:*]+)/.exec(url)?.[1]
    if (first === undefined || config?.sharesSegment === true) return
    if (!this.#firstSegments.has(first)) this.#firstSegments.set(first, config?.plugin ?? '')
    if (config?.cacheControl === 'no-store') this.#neverStored.add(first)
  }

  /**
   * Add to every address a route for the methods that it lacks, so that the router finds the most specific address of a request whatever its method.
   * A catch-all does not define which addresses exist, unless it has a host of its own: it only gets `OPTIONS`.
   * @param refuse creates the hook that answers these requests
   */
  complete(app: FastifyInstance, refuse: (address: Address) => onRequestAsyncHookHandler[]): void {
    this.#isComplete = true
    for (const address of this.#addresses.values()) {
      const { url, constraints, methods, sharesSegment } = address
      if (sharesSegment) continue
      const isOpen = catchesAll(url) && constraints === undefined
      const lacking = app.supportedMethods.filter(method => !methods.has(method) && (!isOpen || method === 'OPTIONS'))
      if (lacking.length === 0 || (isOpen && app.hasRoute({ method: 'OPTIONS', url: '/*' }))) continue
      app.route({
        method: lacking,
        url,
        ...(constraints !== undefined && { constraints }),
        schema: { hide: true },
        exposeHeadRoute: false,
        compress: false,
        onRequest: refuse(address),
        handler: () => undefined,
      })
    }
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
}

/** The segments of an address, decoded as the router compares them. */
export function segmentsOf(url: string): string[] {
  const path = url.replace(/[?#;].*$/s, '')
  return attempt(() => decodeURI(path), insteadOf(URIError, path))
    .split('/')
    .slice(1)
}
