import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../../../kernel/index.ts'

/**
 * The token of an `Authorization` header with the scheme Bearer (RFC 6750, 2.1; the scheme is case-insensitive). Undefined without such a header: other
 * schemes can be meant for a proxy.
 */
export function readBearerToken({ headers }: FastifyRequest): string | undefined {
  const { authorization } = headers
  if (authorization === undefined || !/^bearer(?:\s|$)/i.test(authorization)) return undefined
  return authorization.slice('bearer'.length).trim()
}

export const invalidToken = (): Unauthorized =>
  new Unauthorized('the API token is not valid: unknown, expired or revoked', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
