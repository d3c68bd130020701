import type { FastifyRequest } from 'fastify'
import { BadRequest, Unauthorized } from '../../kernel/index.ts'
import type { Caller, Identity } from '../../kernel/index.ts'
import type { Agent } from '../users/contract.ts'
import { readEmailAddress } from '../../lib/json-schema/email.ts'
import type { Credential } from './credential.ts'
import { isRepeatedByBrowser, resolveActingCaller } from './impersonation/acting-caller.ts'
import { renewCaller } from './renew.ts'
import type { AuthServices } from './services.ts'
import { sessions as sessionRecords } from './sessions/service.ts'
import { readBearerToken } from './tokens/bearer.ts'

/** Reads the credential from a request's session cookie. */
type SessionReader = (request: FastifyRequest) => Credential | undefined

/**
 * Production mode: a caller sends an API token or a session cookie. An invalid token is refused even with a valid session, because the client would
 * otherwise take the token as valid. No other header identifies a caller.
 */
export function productionIdentity(services: AuthServices, readSession: SessionReader): Identity {
  const { agents, sessions } = services
  return {
    async identify(request) {
      const bearer = readBearerToken(request)
      if (bearer !== undefined) return authenticate(services, request, bearer)
      const credential = readSession(request)
      const session = credential === undefined ? undefined : await sessions.find(credential)
      const agent = session === undefined ? undefined : await agents.get(session.data.user_id)
      if (session === undefined || agent?.status !== 'active') return undefined
      if (!isRepeatedByBrowser(request)) sessions.touch(session)
      const { id, account_id, preconditions = [] } = agent
      const stillActive = sessionRecords.checkExists(session.id, 'active') // at any version: it changes with use
      const caller = { id, account_id, session: session.id, preconditions: [...preconditions, stillActive] }
      return resolveActingCaller(services, request, caller, session.id)
    },
    renew: noted => renewCaller(services, noted),
  }
}

async function authenticate(
  { tokens, refusals }: AuthServices,
  request: FastifyRequest,
  bearer: string,
): Promise<Caller> {
  try {
    return await tokens.authenticate(bearer)
  } catch (error) {
    if (error instanceof Unauthorized) refusals.note('Token.Refused', request)
    throw error
  }
}

const developmentHeader = 'x-dev-agent'
const defaultAddress = 'admin@example.com'

/**
 * Development mode: there is no sign-in. The header `X-Dev-Agent` names the acting user by e-mail address; without it, the seeded administrator acts.
 * An unknown address creates a user. API tokens work as in production mode.
 */
export function developmentIdentity(services: AuthServices): Identity {
  const { agents } = services
  return {
    async identify(request) {
      const bearer = readBearerToken(request)
      if (bearer !== undefined) return withoutLimits(await authenticate(services, request, bearer))
      const agent = await agents.atAddress(readDevelopmentAddress(request))
      return resolveActingCaller(services, request, developmentCaller(agent), agent.id)
    },
    renew: async noted => withoutLimits(await renewCaller(services, noted)),
  }
}

/** In development mode no caller is refused for lack of rights, whatever the limits of the token. */
const withoutLimits = ({ token, ...caller }: Caller): Caller =>
  token === undefined ? caller : { ...caller, token: { ...token, type_slugs: null, actions: null } }

/** @throws `BadRequest` when the header does not contain an address */
function readDevelopmentAddress({ headers }: FastifyRequest): string {
  const given = headers[developmentHeader]
  if (given === undefined) return defaultAddress
  const address = readEmailAddress(String(given))
  if (address === undefined) throw new BadRequest('X-Dev-Agent: must be an e-mail address')
  return address
}

/** @throws `Unauthorized` for a disabled user */
function developmentCaller({ id, account_id, status, email, preconditions = [] }: Agent): Caller {
  if (status === 'disabled') throw new Unauthorized(`the user ${email} is disabled`)
  return { id, account_id, preconditions }
}
