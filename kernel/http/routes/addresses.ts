import findMyWay from 'find-my-way'
import type { FastifyInstance, FastifyRequest, RouteOptions, onRequestAsyncHookHandler } from 'fastify'

/** The methods of one path pattern. */
export interface Address {
  /** The path pattern of its first route. */
  url: string
  /** Its parts. */
  parts: readonly string[]
  constraints: RouteOptions['constraints']
  methods: Set<string>
  /** Whether all its methods are public. */
  isPublic: boolean
  /** Whether routes with parameters serve its other methods. */
  sharesSegment: boolean
}

/** An address, and its parameters in a request. */
export interface FoundAddress {
  address: Address
  parameters: Record<string, string | undefined>
}

/** Long enough for an id whose type has the longest slug, percent-encoded. */
export const maxParamLength = 512

/** The methods of an address as `Allow` lists them. */
export const allowedAt = ({ methods }: Address): string[] => [...methods].sort()

/** Whether a route is a catch-all. */
export const catchesAll = (url: string): boolean => url === '/*' || url === '*'

/** Whether an address is a catch-all without a host of its own. */
export const isOpen = ({ url, constraints }: Address): boolean => catchesAll(url) && constraints === undefined

const isInApi = (url: string): boolean => url.startsWith('/api/')

/** Whether a path pattern matches what another one matches. Parts with parameters count as matching everything. */
function matchesAll({ parts: general }: Address, { parts: special }: Address): boolean {
  for (const [at, part] of general.entries()) {
    if (part.endsWith('*')) return true
    if (at >= special.length || (part !== special[at] && !part.includes(':'))) return false
  }
  return general.length === special.length
}

/** The addresses of the routes of plugins, to distinguish a wrong method from a wrong address. */
export class Addresses {
  readonly #addresses = new Map<string, Address>()
  readonly #firstSegments: Map<string, string>
  readonly #neverStored = new Set<string>()
  #isComplete = false
  #router: ReturnType<typeof findMyWay> | undefined

  /** @param reserved first segments of paths under `/api`, each with the plugin that reserves it */
  constructor(reserved: Iterable<readonly [segment: string, plugin: string]>) {
    this.#firstSegments = new Map(reserved)
  }

  /** Whether {@link complete} was called: the routes that are added from then on are its own. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Record a route. Patterns that differ only in the names of their parameters are one address. */
  add({ url, method, constraints, config }: RouteOptions): void {
    const host = constraints?.['host']
    const key = `${url.replace(/:[A-Za-z]\w*/g, ':')} ${String(host)}`
    const address = this.#addresses.get(key) ?? {
      url,
      parts: url.split('/'),
      constraints,
      methods: new Set(),
      isPublic: true,
      sharesSegment: config?.sharesSegment === true && /^\/api\/[^/]+$/.test(url),
    }
    this.#addresses.set(key, address)
    for (const one of [method].flat()) address.methods.add(one)
    address.isPublic &&= config?.access === 'public'
    const first = /^\/api\/([^/:*]+)/.exec(url)?.[1]
    if (first === undefined || config?.sharesSegment === true) return
    if (!this.#firstSegments.has(first)) this.#firstSegments.set(first, config?.plugin ?? '')
    if (config?.cacheControl === 'no-store') this.#neverStored.add(first)
  }

  /**
   * Add routes for the methods that an address lacks and that a more general address has, because the router would choose that one's. Requests for
   * others reach no route, or one that asks {@link find}. A catch-all without a host of its own gets `OPTIONS`.
   * @param refuse answers these requests
   */
  complete(app: FastifyInstance, refuse: onRequestAsyncHookHandler): void {
    this.#isComplete = true
    const hasOptions = app.hasRoute({ method: 'OPTIONS', url: '/*' }) // of CORS
    for (const address of this.#addresses.values()) {
      const { url, constraints, methods, sharesSegment } = address
      if (sharesSegment || (isOpen(address) && hasOptions)) continue
      const taken = isOpen(address) ? new Set() : this.#methodsOfMoreGeneral(address)
      if (hasOptions || !isInApi(url)) taken.add('OPTIONS')
      const lacking = app.supportedMethods.filter(method => taken.has(method) && !methods.has(method))
      if (lacking.length === 0) continue
      app.route({
        method: lacking,
        url,
        ...(constraints !== undefined && { constraints }),
        schema: { hide: true },
        exposeHeadRoute: false,
        compress: false,
        onRequest: refuse,
        handler: () => undefined,
      })
    }
  }

  /** The methods of the other addresses whose routes match requests for an address, without those that ask {@link find}. */
  #methodsOfMoreGeneral(address: Address): Set<string> {
    const isInside = isInApi(address.url)
    const isOwned = isInside && this.ownerOf(address.parts[2] ?? '') !== undefined
    const found = new Set<string>()
    for (const other of this.#addresses.values()) {
      const { url, methods, isPublic } = other
      if (url === address.url || !matchesAll(other, address)) continue
      if (catchesAll(url) ? isInside : isOwned && !isPublic && url.startsWith('/api/:')) continue
      for (const method of methods) found.add(method)
    }
    return found
  }

  /** The most specific address of a request, whatever its method. */
  find({ url, headers: { host } }: Pick<FastifyRequest, 'url' | 'headers'>): FoundAddress | undefined {
    this.#router ??= this.#createRouter()
    const found = this.#router.find('GET', url, host === undefined ? {} : { host })
    const address = found === null ? undefined : this.#addresses.get(String(found.store))
    return address && { address, parameters: found?.params ?? {} }
  }

  /** Created for the first request that no route serves. */
  #createRouter(): ReturnType<typeof findMyWay> {
    const router = findMyWay({ maxParamLength })
    for (const [key, { url, constraints = {}, sharesSegment }] of this.#addresses)
      if (!sharesSegment) router.on('GET', url, { constraints }, () => undefined, key)
    return router
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
  try {
    return decodeURI(path).split('/').slice(1)
  } catch (error) {
    if (error instanceof URIError) return path.split('/').slice(1)
    throw error
  }
}
