import type { FastifyRequest } from 'fastify'
import type { Caller, Identity } from '../../kernel/index.ts'
import { bearerOf } from './bearer.ts'
import type { Credential } from './credential.ts'
import { actingAs } from './impersonation/acting.ts'
import type { AuthParts } from './parts.ts'
import { whileActive } from './sessions/record.ts'
import type { StoredSession } from './sessions/record.ts'
import type { Sessions } from './sessions/service.ts'
import type { Tokens } from './tokens/service.ts'
import { countsAsUse } from './use.ts'
import { when } from './when.ts'

/**
 * Production mode: who asks shows an API token, or the cookie of a session. A bad token is refused even beside a good session, as nobody should
 * believe that it was the token that worked. No other header says who somebody is.
 * @param shownBy reads what the cookie of a session shows
 */
export function productionIdentity(
  parts: AuthParts,
  services: { tokens: Tokens; sessions: Sessions; shownBy: (request: FastifyRequest) => Credential | undefined },
): Identity {
  const { tokens, sessions, shownBy } = services

  function callerIn(request: FastifyRequest, session: StoredSession): Caller | undefined | Promise<Caller | undefined> {
    return when(parts.agents.get(session.record.user_id), agent => {
      if (agent?.status !== 'active') return undefined
      if (countsAsUse(request)) sessions.touch(session)
      const { id, account_id, preconditions = [] } = agent
      const caller = { id, account_id, session: session.id, preconditions: [...preconditions, whileActive(session)] }
      return actingAs(parts, request, caller, session.id)
    })
  }

  return {
    identify(request: FastifyRequest) {
      const bearer = bearerOf(request)
      if (bearer !== undefined) return tokens.callerOf(bearer)
      const credential = shownBy(request)
      if (credential === undefined) return undefined
      return when(sessions.find(credential), session =>
        session === undefined ? undefined : callerIn(request, session),
      )
    },
  }
}
