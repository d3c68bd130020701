import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../contracts/identity.ts'

const unidentified =
  'nobody is identified: the route is public, or this is a hook onRequest of a plugin, which runs before the gate (use preParsing)'

/** The property of a request that holds its caller. */
const held = Symbol('caller')
type Holder = FastifyRequest & { [held]?: Caller | undefined }

/** Give requests their property `caller`, which throws until somebody is identified. */
export function decorateWithCaller(app: FastifyInstance): void {
  app.decorateRequest(held, undefined)
  app.decorateRequest('caller', {
    getter(this: Holder) {
      const caller = this[held]
      if (caller === undefined) throw new Error(unidentified)
      return caller
    },
    setter(this: Holder, caller: Caller) {
      this[held] = caller
    },
  })
}

/** The caller of a request, if somebody has been identified. */
export const callerIfKnown = (request: Holder): Caller | undefined => request[held]
