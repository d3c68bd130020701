import cors from '@fastify/cors'
import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import type { Admission } from './admission.ts'

const options: FastifyCorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Accept',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'Last-Event-ID',
    'X-Request-Id',
  ],
  exposedHeaders: [
    'Deprecation',
    'ETag',
    'Idempotency-Replayed',
    'Link',
    'Location',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Retry-After',
    'Sunset',
    'X-Request-Id',
  ],
  maxAge: 600,
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
