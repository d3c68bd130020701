import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config, RateLimit } from '../../contracts/config.ts'
import { TooManyRequests } from '../../errors.ts'
import { isLocal } from '../admission/local.ts'
import { loggedUrl } from '../logger.ts'

/** Counts that are remembered of each kind; the one that was used least recently goes first. Each takes 200 bytes or so. */
const maxCounts = 50_000

/**
 * Counts what each caller asks for, and refuses more than that. What the count is tied to is nothing that a request could choose: the
 * session or token that was verified, else the address of the connection. What this process itself asks is not counted.
 */
export interface RateLimits {
  /**
   * Count a request of someone who is signed in (`request.caller`).
   * @throws TooManyRequests
   */
  countCaller(request: FastifyRequest): Promise<void>

  /**
   * Count a request of someone who is not signed in, whether that was asked for or not. Sign-ins and probes have a count of their own, for each
   * route ({@link countOf}).
   * @throws TooManyRequests
   */
  countAddress(request: FastifyRequest): Promise<void>
}

const decorator = 'rateLimits'

/** The limits of the application that a request came to. */
export const limitsOf = ({ server }: FastifyRequest): RateLimits => server.getDecorator<RateLimits>(decorator)

/** Count the requests to an application; in production mode, unless the configuration says otherwise. */
export async function limitRequests(app: FastifyInstance, { mode, http }: Config): Promise<RateLimits> {
  const limits = mode === 'production' && http.rateLimit !== false ? await countRequests(app, http.rateLimit) : noLimits
  app.decorate(decorator, limits)
  return limits
}

const noLimits: RateLimits = { countCaller: async () => undefined, countAddress: async () => undefined }

/** The counts that routes may ask for: `sign-in` for what people sign in by, `probe` for what a machine asks to see whether the service is well. */
export const specialCounts: ReadonlySet<string> = new Set(['sign-in', 'probe'])

/** The count that a route asks for: `config.rateLimit.groupId`, or `config.rateLimit` where that is a text; undefined for the usual one. */
export function countOf({ rateLimit: limit }: Pick<FastifyContextConfig, 'rateLimit'>): string | undefined {
  if (limit === undefined) return undefined
  return typeof limit === 'object' ? (limit.groupId ?? '') : String(limit)
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

/** The plugin is registered beside the routes, not above them: what nothing serves is counted too, and by the caller that was identified. */
async function countRequests(app: FastifyInstance, { requests, signIns, window }: RateLimit): Promise<RateLimits> {
  let scope = app
  await app.register(async instance => {
    scope = instance
    await instance.register(rateLimit, { global: false })
  })
  const counted: RateLimitOptions = { max: requests, timeWindow: window, cache: maxCounts, ban: 1, allowList: isLocal }
  const callers = scope.createRateLimit({ ...counted, keyGenerator: callerOf })
  const addresses = scope.createRateLimit({ ...counted, keyGenerator: addressOf })
  const special = scope.createRateLimit({
    ...counted,
    max: ({ routeOptions }) => (countOf(routeOptions.config) === 'sign-in' ? signIns : requests),
    keyGenerator: request => `${addressOf(request)} ${request.routeOptions.url ?? ''}`,
  })
  return {
    countCaller: async request => count(request, callers),
    countAddress: async request =>
      count(request, countOf(request.routeOptions.config) === undefined ? addresses : special),
  }
}

/** The address of a connection that is gone already is not known any more. */
const addressOf = ({ ip }: { ip: string | undefined }): string => normalizeIP(ip ?? '')

const callerOf = ({ caller: { session, token, impersonator, id } }: FastifyRequest): string =>
  session ?? token?.id ?? impersonator ?? id

async function count(request: FastifyRequest, limiter: Limiter): Promise<void> {
  const counted = await limiter(request)
  if (counted.isAllowed || !counted.isExceeded) return
  if (!counted.isBanned) warn(request) // the first one too many: the plugin calls those after it banned (`ban: 1`)
  const seconds = String(Math.max(1, counted.ttlInSeconds))
  throw new TooManyRequests(`too many requests; try again in ${seconds} s`, {
    headers: {
      'retry-after': seconds,
      'ratelimit-limit': String(counted.max),
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
