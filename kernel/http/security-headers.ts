import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
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

/** The headers of every answer that does not set others. */
export const answerHeaders = (mode: Mode): Record<string, string> => ({
  ...securityHeaders(mode),
  vary: 'Accept, Cookie, Authorization',
  'cache-control': 'private, no-cache',
})

/**
 * Helmet's headers, worked out once: asking helmet on each request costs more than answering a small one.
 * Those that only mean something over TLS are left out in development.
 */
function securityHeaders(mode: Mode): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const apply = helmet({
    contentSecurityPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: mode === 'production',
  })
  apply(response.req, response, error => {
    if (error !== undefined) throw error
  })
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  return {
    ...(Object.fromEntries(headers) as Record<string, string>),
    'content-security-policy': contentSecurityPolicy(),
  }
}
