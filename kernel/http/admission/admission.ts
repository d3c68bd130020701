import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import { identify } from './authorize-route.ts'
import type { Guards } from './authorize-route.ts'
import { checkOrigin, isWrite } from './origin.ts'
import { limitRequests } from '../limits/rate-limits.ts'

/** The first checks of every request, whatever it asks for. */
export interface Admission {
  /**
   * Identify the caller (`request.caller`) and count the request; in production mode, refuse what pages of other origins send with cookies.
   * @returns whether there is a caller: false when the request is not signed in
   * @throws the errors of the identity contract; TooManyRequests, Forbidden
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<boolean>

  /** The same for addresses that need no sign-in, where the caller does not matter. */
  admitAnyone(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** The admission of an application. In development mode nothing is counted, and the origin of writes is already checked in `beginRequest`. */
export async function admission(app: FastifyInstance, config: Config, guards: () => Guards): Promise<Admission> {
  const limits = await limitRequests(app, config)
  const own = config.signIn && new URL(config.signIn.frontendUrl).origin
  const checkPage = (request: FastifyRequest, hasCookies: boolean): void => {
    if (config.mode === 'production' && hasCookies && isWrite(request)) checkOrigin(request, own)
  }
  return {
    async admit(request, reply) {
      const caller = await identify(request, guards().identity).catch(async (error: unknown) => {
        await limits.countAddress(request, reply) // refused credentials are counted for the address that sent them
        throw error
      })
      if (caller === undefined) {
        await limits.countAddress(request, reply)
        return false
      }
      request.caller = caller
      await limits.countCaller(request, reply)
      checkPage(request, caller.session !== undefined)
      return true
    },
    async admitAnyone(request, reply) {
      await limits.countAddress(request, reply)
      checkPage(request, request.headers.cookie !== undefined)
    },
  }
}
