import type { Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config, RateLimit } from '../contracts/config.ts'
import type { Caller } from '../contracts/identity.ts'
import { TooManyRequests } from '../errors.ts'
import { loggedUrl } from './logger.ts'
import { networkOf } from './network.ts'
import { WindowCounter } from './window-counter.ts'

/** Which count a request belongs to where it is not the caller's or the address's own. */
export type RateLimitKind = 'sign-in' | 'probe'

/** Each takes 200 bytes or so. */
const mostRemembered = 50_000

/**
 * Counts what each caller asks for, and refuses more than that. What the count is tied to is nothing that a request could choose: the
 * session or token that was verified, else the address of the connection.
 */
export class RateLimits {
  readonly #limit: RateLimit
  readonly #callers: WindowCounter
  readonly #addresses: WindowCounter
  readonly #special: WindowCounter

  constructor(limit: RateLimit) {
    this.#limit = limit
    this.#callers = new WindowCounter(limit.window, mostRemembered)
    this.#addresses = new WindowCounter(limit.window, mostRemembered)
    this.#special = new WindowCounter(limit.window, mostRemembered)
  }

  /**
   * Count a request of someone who is signed in.
   * @throws TooManyRequests
   */
  ofCaller(request: FastifyRequest, { session, token, impersonator, id }: Caller): void {
    check(request, this.#callers, session ?? token?.id ?? impersonator ?? id, this.#limit.requests)
  }

  /**
   * Count a request of someone who is not signed in, whether that was asked for or not.
   * @param kind what the route says that it is; sign-ins and probes have a count of their own, for each route
   * @param route its pattern
   * @throws TooManyRequests
   */
  ofAddress(request: FastifyRequest, kind?: RateLimitKind, route = ''): void {
    const network = networkOf(request.ip)
    if (kind === undefined) return check(request, this.#addresses, network, this.#limit.requests)
    const most = kind === 'sign-in' ? this.#limit.signIns : this.#limit.requests
    check(request, this.#special, `${network} ${route}`, most)
  }
}

function check(request: FastifyRequest, counter: WindowCounter, key: string, most: number): void {
  const now = performance.now()
  const { count, end } = counter.add(key, now)
  if (count <= most) return
  if (count === most + 1) warn(request)
  const seconds = String(Math.max(1, Math.ceil((end - now) / 1000)))
  throw new TooManyRequests(`too many requests; try again in ${seconds} s`, {
    headers: {
      'retry-after': seconds,
      'ratelimit-limit': String(most),
      'ratelimit-remaining': '0',
      'ratelimit-reset': seconds,
    },
  })
}

/** Once in a window. Behind a proxy that the configuration does not name, everybody has its address. */
function warn(request: FastifyRequest): void {
  const untrusted = request.headers['x-forwarded-for'] !== undefined && request.ips === undefined
  const hint = untrusted ? '; if that is a proxy of yours, name it in http.trustProxy' : ''
  request.log.warn(
    { from: request.ip, method: request.method, url: loggedUrl(request.url) },
    `too many requests${hint}`,
  )
}

const known = new WeakMap<Server, RateLimits>()

/** Count the requests to an application; in production mode, unless the configuration says otherwise. */
export function limitRequests(app: FastifyInstance, { mode, http }: Config): RateLimits | undefined {
  if (mode !== 'production' || http.rateLimit === false) return undefined
  const limits = new RateLimits(http.rateLimit)
  known.set(app.server, limits)
  return limits
}

/** The limits of the application that a request came to. */
export const limitsOf = (request: FastifyRequest): RateLimits | undefined => known.get(request.server.server)
