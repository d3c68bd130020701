import type { FastifyRequest } from 'fastify'
import { BadRequest, Unauthorized } from '../../kernel/index.ts'
import type { Caller, Identity } from '../../kernel/index.ts'
import type { Agent } from '../users/contract.ts'
import { readEmailAddress } from '../../lib/json-schema/email.ts'
import { bearerOf } from './bearer.ts'
import { actingAs } from './impersonation/acting.ts'
import type { AuthParts } from './parts.ts'
import type { Tokens } from './tokens/service.ts'
import { when } from './when.ts'

const header = 'x-dev-agent'
const administrator = 'admin@example.com'

/**
 * Development mode: nobody signs in. The header `X-Dev-Agent` names the acting user by e-mail address; without it, it is the seeded administrator.
 * An address that nobody has yet makes a user. API tokens work as they do in production mode.
 */
export function developmentIdentity(parts: AuthParts, tokens: Tokens): Identity {
  return {
    identify(request) {
      const bearer = bearerOf(request)
      if (bearer !== undefined) return when(tokens.callerOf(bearer), withoutLimits)
      return when(parts.agents.atAddress(addressIn(request)), agent =>
        actingAs(parts, request, callerOf(agent), agent.id),
      )
    },
  }
}

/** Here nobody is refused for lack of rights, whatever the token is limited to. */
const withoutLimits = ({ token, ...caller }: Caller): Caller =>
  token === undefined ? caller : { ...caller, token: { ...token, type_slugs: null, actions: null } }

/** @throws `BadRequest` when the header holds no address */
function addressIn({ headers }: FastifyRequest): string {
  const given = headers[header]
  if (given === undefined) return administrator
  const address = readEmailAddress(String(given))
  if (address === undefined) throw new BadRequest('X-Dev-Agent: must be an e-mail address')
  return address
}

/** @throws `Unauthorized` for a user who was disabled */
function callerOf({ id, account_id, status, email, preconditions = [] }: Agent): Caller {
  if (status === 'disabled') throw new Unauthorized(`the user ${email} is disabled`)
  return { id, account_id, preconditions }
}
