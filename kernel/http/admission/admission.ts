import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../contracts/config.ts'
import { identify } from './gate.ts'
import type { Guards } from './gate.ts'
import { checkOrigin, isWrite } from './origin.ts'
import { limitRequests } from '../limits/rate-limits.ts'

/** Who comes in, whatever they ask for. */
export interface Admission {
  /**
   * Find out who is asking (`request.caller`); counted, and in production mode without the power of cookies for pages elsewhere.
   * @returns whether somebody is: false when nobody is signed in
   * @throws what the identity contract does; TooManyRequests, Forbidden
   */
  admit(request: FastifyRequest): Promise<boolean>

  /** The same where nobody need be signed in, so that it does not matter who is asking. */
  admitAnyone(request: FastifyRequest): Promise<void>
}

/** The admission of an application. In development mode nothing is counted, and writes are checked at the entrance already. */
export async function admission(app: FastifyInstance, config: Config, guards: () => Guards): Promise<Admission> {
  const limits = await limitRequests(app, config)
  const own = config.signIn && new URL(config.signIn.frontendUrl).origin
  const checkPage = (request: FastifyRequest, hasCookies: boolean): void => {
    if (config.mode === 'production' && hasCookies && isWrite(request)) checkOrigin(request, own)
  }
  return {
    async admit(request) {
      const caller = await identify(request, guards().identity).catch(async (error: unknown) => {
        await limits.countAddress(request) // credentials that are refused count for the address that they came from
        throw error
      })
      if (caller === undefined) {
        await limits.countAddress(request)
        return false
      }
      request.caller = caller
      await limits.countCaller(request)
      checkPage(request, caller.session !== undefined)
      return true
    },
    async admitAnyone(request) {
      await limits.countAddress(request)
      checkPage(request, request.headers.cookie !== undefined)
    },
  }
}
