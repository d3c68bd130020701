import cors from '@fastify/cors'
import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import type { Admission } from './admission.ts'

const exposedHeaders = [
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Sunset',
  'X-Request-Id',
]

const options: FastifyCorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Accept',
    'Accept-Language',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'If-Unmodified-Since',
    'Last-Event-ID',
    'Prefer',
    'X-Expected-User',
    'X-Request-Id',
  ],
  exposedHeaders,
  maxAge: 600,
}

/** The headers of CORS for an answer that is made before any hook runs: none for an origin that is not allowed. */
export function corsHeaders(
  { headers: { origin } }: FastifyRequest,
  cors: Config['http']['cors'],
): Record<string, string> {
  if (cors === undefined) return {}
  if (origin === undefined || !cors.origins.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders.join(', '),
  }
}

/**
 * Let pages of other origins use the API (the CORS protocol of the Fetch standard). Browsers are never allowed to send cookies with it: such a
 * page uses an API token, so it never acts with the session of its visitor.
 */
export async function allowOrigins(
  app: FastifyInstance,
  allowed: Config['http']['cors'],
  { admitAnyone }: Admission,
): Promise<void> {
  if (allowed === undefined) return
  const origins = new Set(allowed.origins)
  const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
    method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  app.addHook('onRequest', async (request, reply) => {
    // The plugin answers it, so no other check counts it.
    if (origins.has(request.headers.origin ?? '') && isPreflight(request)) await admitAnyone(request, reply)
  })
  await app.register(cors, {
    delegator: async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
      const { origin = '' } = request.headers
      return origins.has(origin) ? { ...options, origin, preflight: isPreflight(request) } : { origin: false }
    },
  })
}
