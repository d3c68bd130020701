import cors from '@fastify/cors'
import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

/** Add the headers of CORS to an answer that is made before the hooks run: for an origin that is not allowed only that it depends on the origin. */
export function addCorsHeaders(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  cors: Config['http']['cors'],
): void {
  if (cors === undefined) return
  varyByOrigin(reply)
  if (origin === undefined || !cors.origins.includes(origin)) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders.join(', '),
  })
}

function varyByOrigin(reply: FastifyReply): void {
  const fields = String(reply.getHeader('vary') ?? '')
  if (!/\borigin\b/i.test(fields)) reply.header('vary', fields === '' ? 'Origin' : `${fields}, Origin`)
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
  // When the answer is sent: routes name anew what theirs depends on.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    varyByOrigin(reply)
    done()
  })
  await app.register(cors, {
    delegator: async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
      const { origin = '' } = request.headers
      return origins.has(origin) ? { ...options, origin, preflight: isPreflight(request) } : { origin: false }
    },
  })
}
