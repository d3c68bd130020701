import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config, RateLimit } from '../../contracts/config.ts'
import { TooManyRequests } from '../../errors.ts'
import { isLocal } from '../admission/local.ts'
import { loggedUrl } from '../logger.ts'

/** Number of counts that are kept of each kind; the least recently used one is dropped first. Each takes about 200 bytes. */
const maxCounts = 50_000

/**
 * Counts the requests of each caller and refuses those above the limit. The key of a count is never chosen by the request: it is the verified
 * session or token, else the address of the connection. Requests of this process itself are not counted. Every answer to a counted request has
 * `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`.
 */
interface RateLimits {
  /**
   * Count a request of a signed-in caller (`request.caller`).
   * @throws TooManyRequests
   */
  countCaller(request: FastifyRequest, reply: FastifyReply): Promise<void>

  /**
   * Count a request without sign-in, whether sign-in was required or not. Sign-ins and probes have counts of their own, one for each
   * route ({@link countOf}).
   * @throws TooManyRequests
   */
  countAddress(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

const decorator = 'rateLimits'

/** The limits of the application that a request came to. */
export const limitsOf = ({ server }: FastifyRequest): RateLimits => server.getDecorator<RateLimits>(decorator)

/** Count the requests to an application in production mode, unless the configuration switches it off. */
export async function limitRequests(app: FastifyInstance, { mode, http }: Config): Promise<RateLimits> {
  const limits = mode === 'production' && http.rateLimit !== false ? await countRequests(app, http.rateLimit) : noLimits
  app.decorate(decorator, limits)
  return limits
}

const noLimits: RateLimits = { countCaller: async () => undefined, countAddress: async () => undefined }

/**
 * The counts that routes can choose: `sign-in` for sign-in routes, `probe` for the health checks of machines, `content` for the bytes of files, of which a
 * page shows many.
 */
export const specialCounts: ReadonlySet<string> = new Set(['sign-in', 'probe', 'content'])

/** How many times as many requests the count `content` allows. */
const contentFactor = 10

/** The count that a route chooses: `config.rateLimit.groupId`, or `config.rateLimit` if that is a string; undefined for the usual one. */
export function countOf({ rateLimit: limit }: Pick<FastifyContextConfig, 'rateLimit'>): string | undefined {
  if (limit === undefined) return undefined
  return typeof limit === 'object' ? (limit.groupId ?? '') : String(limit)
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

/** The plugin is registered next to the routes, not above them: requests that no route serves are counted too, and by the identified caller. */
async function countRequests(app: FastifyInstance, { requests, signIns, window }: RateLimit): Promise<RateLimits> {
  let scope = app
  await app.register(async instance => {
    scope = instance
    await instance.register(rateLimit, { global: false })
  })
  const counted: RateLimitOptions = { max: requests, timeWindow: window, cache: maxCounts, ban: 1, allowList: isLocal }
  const callers = scope.createRateLimit({ ...counted, keyGenerator: callerOf })
  const contents = scope.createRateLimit({ ...counted, max: requests * contentFactor, keyGenerator: callerOf })
  const addresses = scope.createRateLimit({ ...counted, keyGenerator: addressOf })
  const special = scope.createRateLimit({
    ...counted,
    max: ({ routeOptions }) => {
      const name = countOf(routeOptions.config)
      return name === 'sign-in' ? signIns : name === 'content' ? requests * contentFactor : requests
    },
    keyGenerator: request => `${addressOf(request)} ${request.routeOptions.url ?? ''}`,
  })
  return {
    countCaller: async (request, reply) =>
      count(request, reply, countOf(request.routeOptions.config) === 'content' ? contents : callers),
    countAddress: async (request, reply) =>
      count(request, reply, countOf(request.routeOptions.config) === undefined ? addresses : special),
  }
}

/** The address is undefined when the connection is already closed. */
const addressOf = ({ ip }: { ip: string | undefined }): string => normalizeIP(ip ?? '')

const callerOf = ({ caller: { session, token, impersonator, id } }: FastifyRequest): string =>
  session ?? token?.id ?? impersonator ?? id

async function count(request: FastifyRequest, reply: FastifyReply, limiter: Limiter): Promise<void> {
  const counted = await limiter(request)
  if (counted.isAllowed) return
  const seconds = String(Math.max(1, counted.ttlInSeconds))
  reply.headers({
    'ratelimit-limit': String(counted.max),
    'ratelimit-remaining': String(counted.remaining),
    'ratelimit-reset': seconds,
  })
  if (!counted.isExceeded) return
  if (!counted.isBanned) warn(request) // the first refused request: the plugin calls the later ones banned (`ban: 1`)
  throw new TooManyRequests(`too many requests; try again in ${seconds} s`, {
    headers: { 'retry-after': seconds },
  })
}

/** Once in a window. Behind a proxy that the configuration does not name, all clients have the address of the proxy. */
function warn(request: FastifyRequest): void {
  const untrusted = request.headers['x-forwarded-for'] !== undefined && request.ips === undefined
  const hint = untrusted ? '; if that is a proxy of yours, name it in http.trustProxy' : ''
  request.log.warn(
    { from: request.ip, method: request.method, url: loggedUrl(request.url) },
    `too many requests${hint}`,
  )
}
