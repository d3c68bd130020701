import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../contracts/config.ts'

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

/** The policy of what a page of this service can load; scripts only from the service itself. */
export function contentSecurityPolicy(changes: Record<string, readonly string[]> = {}): string {
  return Object.entries({ ...directives, ...changes })
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';')
}

/**
 * The headers of every answer that does not set its own: those of helmet, and those by which caches keep the answers of users apart.
 * Headers that are only effective over TLS are left out in development.
 */
export const answerHeaders = (config: Pick<Config, 'mode' | 'http'>): Record<string, string> => ({
  ...helmetHeaders(config),
  vary: 'Accept, Cookie, Authorization, Accept-Encoding',
  'cache-control': 'private, no-cache',
})

/** The headers of helmet, which are the same for every answer: computed once (`kernel/decisions/http.md`). */
function helmetHeaders({ mode, http: { hsts } }: Pick<Config, 'mode' | 'http'>): Record<string, string> {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: mode === 'production' &&
      hsts !== false && {
        maxAge: hsts.maxAgeSeconds,
        includeSubDomains: hsts.includeSubDomains,
        preload: hsts.preload,
      },
    // For Internet Explorer, Flash and a filter that browsers have removed: no current client uses them.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  protect(response.req, response, error => {
    if (error !== undefined) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
