import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden } from '../../kernel/index.ts'
import type { Caller, Identity } from '../../kernel/index.ts'
import { bearerOf } from './bearer.ts'
import type { Credential } from './credential.ts'
import { ImpersonationEnded } from './impersonation/acting.ts'
import type { AuthParts } from './parts.ts'
import type { Sessions } from './sessions/service.ts'
import type { Tokens } from './tokens/service.ts'

interface SignOutParts extends AuthParts {
  tokens: Tokens
}

interface SessionParts extends SignOutParts {
  sessions: Sessions
  shownBy: (request: FastifyRequest) => Credential | undefined
}

/** Sign-out in production mode: the session ends, if there is one, with whatever goes on in it; the cookie goes in any case. */
export function signOutOfSession(app: FastifyInstance, parts: SessionParts): void {
  const { sessions, agents, shownBy } = parts
  signOutRoute(app, parts.tokens, async request => {
    const credential = shownBy(request)
    const session = credential === undefined ? undefined : await sessions.find(credential)
    if (session !== undefined) {
      const { user_id } = session.record
      const account_id = (await agents.get(user_id))?.account_id ?? ''
      await sessions.end({ id: user_id, account_id, session: session.id }, session.id)
    }
    request.session.delete()
  })
}

/** Sign-out in development mode, where there are no sessions: an impersonation ends. */
export function signOutOfNothing(app: FastifyInstance, parts: SignOutParts & { identity: Identity }): void {
  const { identity, impersonations } = parts
  signOutRoute(app, parts.tokens, async request => {
    const caller = await identifyAgain(identity, request)
    if (caller !== undefined) await impersonations.end(caller.impersonator ?? caller.id)
  })
}

/** Who signs out, also when an impersonation is found to be over only now. */
async function identifyAgain(identity: Identity, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    return await identity.identify(request)
  } catch (error) {
    if (error instanceof ImpersonationEnded) return identity.identify(request)
    throw error
  }
}

/** Open to everybody, so that it always succeeds. A token cannot sign out: there is no session that it belongs to. */
function signOutRoute(app: FastifyInstance, tokens: Tokens, signOut: (request: FastifyRequest) => Promise<void>): void {
  app.post(
    '/api/auth/logout',
    {
      config: { access: 'public', cacheControl: 'no-store' },
      schema: { summary: 'Sign out', response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      const bearer = bearerOf(request)
      if (bearer !== undefined) {
        await tokens.callerOf(bearer)
        throw new Forbidden('an API token cannot sign out; revoke it')
      }
      await signOut(request)
      return reply.code(204).send()
    },
  )
}
