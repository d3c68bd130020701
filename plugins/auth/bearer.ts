import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../../kernel/index.ts'

/**
 * What an `Authorization` header of the scheme Bearer carries (RFC 6750, 2.1; the scheme's case does not matter), else a header that the route
 * names (`config.tokenHeaders`); undefined for other schemes and without such a header. Then somebody else in front of the service may be meant.
 */
export function bearerOf({ headers, routeOptions }: FastifyRequest): string | undefined {
  const { authorization } = headers
  if (authorization !== undefined && /^bearer(?:\s|$)/i.test(authorization)) {
    return authorization.slice('bearer'.length).trim()
  }
  const { tokenHeaders = [] } = routeOptions.config
  for (const name of tokenHeaders) {
    const value = headers[name]
    if (typeof value === 'string') return value.trim()
  }
  return undefined
}

export const badToken = (): Unauthorized =>
  new Unauthorized('the API token is not valid: unknown, expired or revoked', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
