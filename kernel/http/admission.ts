import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../contracts/config.ts'
import type { Caller } from '../contracts/identity.ts'
import { identify } from './gate.ts'
import type { Guards } from './gate.ts'
import { isLocal } from './local.ts'
import { checkOrigin, isWrite } from './origin.ts'
import { limitRequests } from './rate-limits.ts'
import type { RateLimitKind, RateLimits } from './rate-limits.ts'

/** Who comes in, whatever they ask for. */
export interface Admission {
  /**
   * Who is asking, or undefined when nobody is signed in; counted, and in production mode without the power of cookies for pages elsewhere.
   * @throws what the identity contract does; TooManyRequests, Forbidden
   */
  admit(request: FastifyRequest): Caller | undefined | Promise<Caller | undefined>

  /**
   * The same where nobody need be signed in, so that it does not matter who is asking.
   * @param kind as the route says what it is
   * @param route its pattern
   */
  admitAnyone(request: FastifyRequest, kind?: RateLimitKind, route?: string): void
}

/** The admission of an application. In development mode nothing is counted, and writes are checked at the entrance already. */
export function admission(app: FastifyInstance, config: Config, guards: () => Guards): Admission {
  if (config.mode === 'development') {
    return { admit: request => identify(request, guards().identity), admitAnyone: () => undefined }
  }
  const limits = limitRequests(app, config)
  const own = config.signIn && new URL(config.signIn.frontendUrl).origin
  const accept = (request: FastifyRequest, caller: Caller | undefined): Caller | undefined => {
    if (limits !== undefined) count(limits, request, caller)
    if (caller?.session !== undefined && isWrite(request)) checkOrigin(request, own)
    return caller
  }
  return {
    admit(request) {
      const caller = attempt(request, guards(), limits)
      return caller instanceof Promise ? caller.then(known => accept(request, known)) : accept(request, caller)
    },
    admitAnyone(request, kind, route) {
      if (limits !== undefined && !isLocal(request)) limits.ofAddress(request, kind, route)
      if (request.headers.cookie !== undefined && isWrite(request)) checkOrigin(request, own)
    },
  }
}

/** Identify; credentials that are refused count for the address that they came from. */
function attempt(
  request: FastifyRequest,
  { identity }: Guards,
  limits: RateLimits | undefined,
): Caller | undefined | Promise<Caller | undefined> {
  const fail = (error: unknown): never => {
    limits?.ofAddress(request)
    throw error
  }
  try {
    const caller = identify(request, identity)
    return caller instanceof Promise ? caller.catch(fail) : caller
  } catch (error) {
    return fail(error)
  }
}

function count(limits: RateLimits, request: FastifyRequest, caller: Caller | undefined): void {
  if (caller === undefined) limits.ofAddress(request)
  else if (!isLocal(request)) limits.ofCaller(request, caller)
}
