import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../../kernel/index.ts'

/**
 * What an `Authorization` header of the scheme Bearer carries (RFC 6750, 2.1; the scheme's case does not matter); undefined for other schemes
 * and without the header. Then somebody else in front of the service may be meant.
 */
export function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined || !/^bearer(?:\s|$)/i.test(authorization)) return undefined
  return authorization.slice('bearer'.length).trim()
}

export const badToken = (): Unauthorized =>
  new Unauthorized('the API token is not valid: unknown, expired or revoked', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
