import helmet from 'helmet'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '../contracts/config.ts'

const directives = {
  'default-src': ["'self'"],
  'base-uri': ["'self'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'", 'data:'],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'"],
}

/** The policy that tells a browser what a page of this service may load; scripts only from the service itself. */
export function contentSecurityPolicy(changes: Record<string, readonly string[]> = {}): string {
  return Object.entries({ ...directives, ...changes })
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';')
}

/**
 * Sets the headers of every answer that does not set others: helmet's, and those that tell caches whose an answer is.
 * What only means something over TLS is left out in development.
 */
export function answerHeaders(mode: Mode): (request: FastifyRequest, reply: FastifyReply) => void {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: mode === 'production',
  })
  return (request, reply) => {
    protect(request.raw, reply.raw, raise)
    reply.header('vary', 'Accept, Cookie, Authorization').header('cache-control', 'private, no-cache')
  }
}

function raise(error: unknown): void {
  if (error !== undefined) throw error
}
