import type { FastifyReply, FastifyRequest, RouteOptions, onRequestHookHandler } from 'fastify'
import type { Access, Action, RouteAccess } from '../../contracts/access.ts'
import type { Caller, Identity } from '../../contracts/identity.ts'
import type { ServiceError } from '../../errors.ts'
import { BadRequest, Conflict, Forbidden, NotAcceptable, NotFound, Unauthorized } from '../../errors.ts'
import type { Admission } from './admission.ts'
import { isWrite } from './origin.ts'
import { checkBodyType, defaultConsumes, hasBody } from '../bodies/body.ts'
import type { Addresses } from '../routes/addresses.ts'
import { localCaller } from './local.ts'
import { readAccept } from '../media-type.ts'
import { checkUnevaluated } from '../preconditions.ts'
import { checkQuery, queryNames } from '../routes/query.ts'
import { administering, checkTokenLimits } from './token-limits.ts'

/** The identity and access contracts, resolved at the first request. */
export interface Guards {
  identity: Identity
  access: Access
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * The first checks of every request: who is calling (401), whether the address exists (404), whether the caller is allowed (403).
 * @param route a route with `config.access`
 */
export function authorizeRoute(
  route: RouteOptions,
  access: RouteAccess,
  addresses: Addresses,
  { admit, admitAnyone }: Admission,
  guards: () => Guards,
): Hook {
  const { cacheControl } = route.config ?? {}
  return async (request, reply) => {
    if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
    if (access === 'public') await admitAnyone(request, reply)
    else {
      if (!(await admit(request, reply))) throw unauthorized()
      checkAddress(request, route.url, addresses)
      checkExpectedUser(request)
      await authorize(guards().access, request.caller, access, request)
    }
  }
}

/**
 * The check of rights after the body was read: a caller who sends a body slowly may have lost them meanwhile. Requests without a body are not
 * checked again.
 * @returns a hook `preValidation`, or undefined where the route requires no rights
 */
export function secondCheck(access: RouteAccess, guards: () => Guards): Hook | undefined {
  if (access === 'public') return undefined
  return async request => {
    if (hasBody(request)) await authorizeAgain(request, guards(), access)
  }
}

/**
 * Identify and authorize the caller of a request again, and update `request.caller`.
 * @throws Unauthorized when the caller is no longer signed in or has changed; Forbidden
 */
export async function authorizeAgain(
  request: FastifyRequest,
  { identity, access: rights }: Guards,
  access: RouteAccess,
): Promise<void> {
  const before = request.caller
  const caller = await identify(request, identity)
  if (caller === undefined || !isSameCaller(caller, before)) throw unauthorized()
  request.caller = before.requestKey === undefined ? caller : { ...caller, requestKey: before.requestKey }
  await authorize(rights, caller, access, request)
}

const isSameCaller = (one: Caller, other: Caller): boolean =>
  one.id === other.id &&
  one.account_id === other.account_id &&
  one.impersonator === other.impersonator &&
  one.session === other.session &&
  one.token?.id === other.token?.id

/** The caller: this process itself, or the result of the identity contract. */
export const identify = async (request: FastifyRequest, identity: Identity): Promise<Caller | undefined> =>
  localCaller(request) ?? identity.identify(request)

export const unauthorized = (): ServiceError => new Unauthorized('sign in first')

/**
 * A route with parameters also matches addresses that are none: with an empty part, or below a first segment that belongs to a plugin
 * (`/api/health/x` matches `/api/:type/:id`).
 * @param pattern path pattern of the route
 * @throws NotFound
 */
export function checkAddress(request: FastifyRequest, pattern: string, addresses: Addresses): void {
  const parameters: [name: string, value: unknown][] = Object.entries(Object(request.params))
  if (parameters.some(([name, value]) => value === '' && name !== '*')) throw notFound(request.url, addresses)
  if (pattern.startsWith('/api/:') && addresses.ownerOf(String(parameters[0]?.[1])) !== undefined) throw notFound()
}

/** @param addresses those that the answer lists for the address of the API itself */
export function notFound(url = '', addresses?: Addresses): ServiceError {
  if (addresses === undefined || !/^\/api\/?(?:\?|$)/.test(url)) return new NotFound('there is nothing at this address')
  const below = addresses.firstSegments.map(segment => `/api/${segment}`)
  return new NotFound(`there is nothing at /api itself; the API begins at ${below.join(', ')}`)
}

/** @throws Forbidden unless the caller has the access that the route requires */
async function authorize(rights: Access, caller: Caller, access: RouteAccess, request: FastifyRequest): Promise<void> {
  if (access === 'public') return
  if (access === 'signed-in') return checkTokenLimits(caller, request)
  if (access === 'session') return requireSession(caller)
  if (access === 'administrator') return requireAdministrator(rights, administering(caller, request))
  const target = request.routeOptions.config.target?.(request)
  if (target === undefined) throw new Error('the route names nothing that its action applies to')
  await authorizeOne([access].flat(), async action => rights.authorize(caller, action, target.type, target.id))
}

/** @throws the refusal of the first action, when all are refused */
async function authorizeOne(actions: readonly Action[], ask: (action: Action) => Promise<void>): Promise<void> {
  let first: Forbidden | undefined
  for (const action of actions) {
    try {
      return await ask(action)
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error
      first ??= error
    }
  }
  throw first ?? new Forbidden('no access rule allows this')
}

function requireSession({ token }: Caller): void {
  if (token !== undefined) throw new Forbidden('this cannot be done with an API token; sign in')
}

async function requireAdministrator(rights: Access, caller: Caller): Promise<void> {
  if (await rights.isAdministrator(caller)) return
  const withToken = caller.token === undefined ? '' : '; an API token must not be limited'
  throw new Forbidden(`only an administrator may do this${withToken}`)
}

/**
 * The checks of a request that need its head alone: whether an accepted media type can be sent (406), the type of the body (415), conditions that nothing evaluates (412) and the names of the query parameters (400). They follow all checks of
 * rights, those of the route itself too.
 * @param jsonMediaTypes those of the answers, if the route declares no other
 */
export function checkRequestHead(
  { config, schema }: RouteOptions,
  jsonMediaTypes: readonly string[],
): onRequestHookHandler {
  const negotiated = config?.produces === undefined
  const consumes = config?.consumes ?? defaultConsumes
  const parameters = queryNames(schema?.querystring)
  return (request, _reply, done) => {
    if (negotiated && !readAccept(request.headers.accept, jsonMediaTypes).any) {
      throw new NotAcceptable(`this can be answered as ${jsonMediaTypes.join(' or ')}`)
    }
    checkBodyType(request, consumes)
    checkUnevaluated(request)
    checkQuery(request, parameters)
    done()
  }
}

/** The header in which a client names the user as whom it means to write: the session of a browser can have changed to another user meanwhile. */
const expectedUser = 'x-expected-user'

/** @throws BadRequest for a header that is no id of a user; Conflict when a write acts as another user than it names */
function checkExpectedUser(request: FastifyRequest): void {
  const expected = request.headers[expectedUser]
  if (expected === undefined || !isWrite(request)) return
  if (typeof expected !== 'string' || !/^urn:user:[A-Za-z0-9._~%-]{1,128}$/.test(expected))
    throw new BadRequest('X-Expected-User must be the id of a user: urn:user:…')
  if (expected === request.caller.id) return
  throw new Conflict('this request acts as another user than X-Expected-User names; nothing was changed', {
    code: 'other-user',
  })
}
