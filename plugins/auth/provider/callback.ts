import type { FastifyRequest } from 'fastify'
import { BadRequest, Unauthorized } from '../../../kernel/index.ts'

export const foreignState = 'state: this is no answer to a sign-in that was begun in this browser'

/** The query string as it was read: texts, or lists of them. */
const parameters = ({ query }: FastifyRequest): Record<string, unknown> => Object(query) as Record<string, unknown>

/** The state that the browser brings back. @throws `BadRequest` when there is none */
export function readState(request: FastifyRequest): string {
  const { state } = parameters(request)
  if (typeof state !== 'string') throw new BadRequest(foreignState)
  return state
}

/**
 * Check what else the browser brings back from the identity provider, as far as that needs nobody else (RFC 6749, 4.1.2; RFC 9207).
 * @returns whether the answer says who it is from
 * @throws `BadRequest` when it does not belong to that sign-in, or is none; `Unauthorized` when the provider says no
 */
export function readCallback(request: FastifyRequest, issuer: string): boolean {
  const { iss, error, code } = parameters(request)
  if (iss !== undefined && iss !== issuer) throw new BadRequest('iss: the answer is from another identity provider')
  if (error !== undefined) throw refused(error)
  if (typeof code !== 'string' || code === '') throw new BadRequest('code: is missing')
  return iss !== undefined
}

/** Its description is not handed on: whoever makes somebody open an address would write in it what they like. */
function refused(error: unknown): Unauthorized {
  const name = typeof error === 'string' && /^[a-z_]{1,50}$/.test(error) ? ` (${error})` : ''
  return new Unauthorized(`the identity provider did not sign you in${name}`)
}
