import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden } from '../../kernel/index.ts'
import type { Caller, Identity } from '../../kernel/index.ts'
import { ImpersonationEnded } from './impersonation/acting-caller.ts'
import type { AuthServices } from './services.ts'
import { readBearerToken } from './tokens/bearer.ts'

/** Sign-out. Public, so that it always succeeds; but a token belongs to no session, and cannot sign out. */
export function logoutRoute(
  app: FastifyInstance,
  { tokens }: AuthServices,
  signOut: (request: FastifyRequest) => Promise<void>,
): void {
  app.post(
    '/api/auth/logout',
    {
      config: { access: 'public', cacheControl: 'no-store' },
      schema: { summary: 'Sign out', response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      const bearer = readBearerToken(request)
      if (bearer !== undefined) {
        await tokens.authenticate(bearer)
        throw new Forbidden('an API token cannot sign out; revoke it')
      }
      await signOut(request)
      return reply.code(204).send()
    },
  )
}

/** Sign-out in development mode, where there are no sessions: an impersonation ends. */
export function developmentLogout(app: FastifyInstance, services: AuthServices, identity: Identity): void {
  logoutRoute(app, services, async request => {
    const caller = await identifyAgain(identity, request)
    if (caller !== undefined) await services.impersonations.end(caller.impersonator ?? caller.id)
  })
}

/** The caller who signs out, also when their impersonation turns out to have ended. */
async function identifyAgain(identity: Identity, request: FastifyRequest): Promise<Caller | undefined> {
  try {
    return await identity.identify(request)
  } catch (error) {
    if (error instanceof ImpersonationEnded) return identity.identify(request)
    throw error
  }
}
