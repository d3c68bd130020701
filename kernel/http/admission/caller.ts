import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../contracts/identity.ts'

const unidentified =
  'no caller is identified: the route is public, or this is a hook onRequest of a plugin, which runs before the caller is identified (use preParsing)'

/** The property of a request whose value is its caller. */
const callerKey = Symbol('caller')
type RequestWithCaller = FastifyRequest & { [callerKey]?: Caller | undefined }

/** Give requests their property `caller`, which throws until the caller is identified. */
export function decorateWithCaller(app: FastifyInstance): void {
  app.decorateRequest(callerKey, undefined)
  app.decorateRequest('caller', {
    getter(this: RequestWithCaller) {
      const caller = this[callerKey]
      if (caller === undefined) throw new Error(unidentified)
      return caller
    },
    setter(this: RequestWithCaller, caller: Caller) {
      this[callerKey] = caller
    },
  })
}

/** The caller of a request, if it has been identified. */
export const callerIfKnown = (request: RequestWithCaller): Caller | undefined => request[callerKey]
