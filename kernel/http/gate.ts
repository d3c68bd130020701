import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify'
import type { Access, Action, RouteAccess } from '../contracts/access.ts'
import type { Caller, Identity } from '../contracts/identity.ts'
import type { ServiceError } from '../errors.ts'
import { Forbidden, MethodNotAllowed, NotAcceptable, NotFound, Unauthorized } from '../errors.ts'
import { toUrn } from '../../lib/store-kit/ids.ts'
import type { Admission } from './admission.ts'
import { checkBodyType, defaultConsumes, hasBody } from './body.ts'
import { KnownPaths } from './known-paths.ts'
import { localCaller } from './local.ts'
import { readAccept } from './media-type.ts'
import { checkQuery, queryNames } from './query.ts'
import { administering, checkTokenLimits } from './token-limits.ts'

/** Who asks and whether they may; settled when the first request comes. */
export interface Guards {
  identity: Identity
  access: Access
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void

/**
 * What every request to a route passes before anything looks at it: who is asking (401), whether the address exists with this
 * method (404, 405), whether they may (403), whether the answer will be understood (406), the type of the body (415) and the names of
 * the query parameters (400).
 * @param route its `config.access` is there
 */
export function gate(
  route: RouteOptions,
  access: RouteAccess,
  paths: KnownPaths,
  { admit, admitAnyone }: Admission,
  guards: () => Guards,
): Hook {
  const checkAddress = addressCheck(route.url, paths)
  const checkForm = formCheck(route)
  const { cacheControl, rateLimit, typeSlug } = route.config ?? {}
  const enter = (request: FastifyRequest): void | Promise<void> => {
    if (access === 'public') {
      admitAnyone(request, rateLimit, route.url)
      return checkForm(request)
    }
    return then(admit(request), caller => {
      if (caller === undefined) throw checkedUnauthorized(request, checkAddress)
      request.caller = caller
      checkAddress(request)
      return then(authorize(guards().access, caller, access, request, typeSlug), () => checkForm(request))
    })
  }
  return (request, reply, done) => {
    if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
    const fail = (error: unknown): void => {
      if (paths.isNeverStored(request.url)) reply.header('cache-control', 'no-store')
      done(error as Error) // Fastify hands on whatever was thrown
    }
    try {
      const entered = enter(request)
      if (entered === undefined) done()
      else entered.then(() => done(), fail)
    } catch (error) {
      fail(error)
    }
  }
}

/**
 * The check of rights after the body was read: who sends a body slowly may have lost them meanwhile. A request without a body did not wait.
 * @returns a hook `preValidation`, or undefined where the route asks for no rights
 */
export function secondCheck(route: RouteOptions, access: RouteAccess, guards: () => Guards): Hook | undefined {
  if (access === 'public') return undefined
  const { typeSlug } = route.config ?? {}
  return (request, _reply, done) => {
    if (!hasBody(request)) return done()
    const fail = (error: unknown): void => done(error as Error) // Fastify hands on whatever was thrown
    try {
      const admitted = readmit(request, guards(), access, typeSlug)
      if (admitted === undefined) done()
      else admitted.then(() => done(), fail)
    } catch (error) {
      fail(error)
    }
  }
}

/**
 * Identify and authorize the caller of a request anew; `request.caller` is then what is known now.
 * @throws Unauthorized when the caller is nobody, or somebody else, by now; Forbidden
 */
export function readmit(
  request: FastifyRequest,
  { identity, access: rights }: Guards,
  access: RouteAccess,
  typeSlug?: string,
): void | Promise<void> {
  const before = request.caller
  return then(identify(request, identity), caller => {
    if (caller === undefined || !isSameCaller(caller, before)) throw unauthorized()
    request.caller = caller
    return authorize(rights, caller, access, request, typeSlug)
  })
}

const isSameCaller = (one: Caller, other: Caller): boolean =>
  one.id === other.id &&
  one.account_id === other.account_id &&
  one.impersonator === other.impersonator &&
  one.session === other.session &&
  one.token?.id === other.token?.id

/** Go on with a value that may have to be waited for; without a promise where it need not. */
const then = <Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(next) : next(value))

/** Who is asking: this process itself, or whom the identity contract knows. */
export const identify = (
  request: FastifyRequest,
  identity: Identity,
): Caller | undefined | Promise<Caller | undefined> => localCaller(request) ?? identity.identify(request)

/** 401, except for a wrong method on an address that is open to everybody. */
function checkedUnauthorized(
  request: FastifyRequest,
  checkAddress: (request: FastifyRequest, onlyPublic: boolean) => void,
): ServiceError {
  checkAddress(request, true)
  return unauthorized()
}

export const unauthorized = (): ServiceError => new Unauthorized('sign in first')

/**
 * A route with parameters also gets requests that are meant for a more specific address without that method: `POST /api/health`
 * fits `/api/:typeSlug`. Costs a look into a set, as long as no parameter is the fixed part of another address.
 */
function addressCheck(url: string, paths: KnownPaths): (request: FastifyRequest, onlyPublic?: boolean) => void {
  const names = [...url.matchAll(/:([A-Za-z]\w*)/g)].map(match => match[1] ?? '')
  const firstName = /^\/api\/:([A-Za-z]\w*)/.exec(url)?.[1]
  return (request, onlyPublic = false) => {
    const parameters = request.params as Record<string, string>
    for (const name of names) {
      const value = parameters[name] ?? ''
      if (value !== '' && !paths.isSegment(value)) continue
      const known = paths.find(request.url)
      if (onlyPublic && known?.public !== true) return
      if (value === '') throw notFound(request.url)
      if (known !== undefined && known.pattern !== url)
        throw new MethodNotAllowed(request.method, KnownPaths.allowed(known))
      if (name === firstName && paths.isFirstSegment(value)) throw notFound()
    }
  }
}

export const notFound = (url = ''): ServiceError =>
  /^\/api\/?(?:\?|$)/.test(url)
    ? new NotFound('the API is described at /api/docs; the types of things that it knows are at /api/resource-types')
    : new NotFound('there is nothing at this address')

/**
 * @param typeSlug the type that the route is about, where its path does not say
 * @throws Forbidden unless the caller has the access that the route asks for
 */
export function authorize(
  rights: Access,
  caller: Caller,
  access: RouteAccess,
  request: FastifyRequest,
  typeSlug?: string,
): void | Promise<void> {
  if (access === 'public') return
  if (access === 'signed-in') return checkTokenLimits(caller, request)
  if (access === 'session') return requireSession(caller)
  if (access === 'administrator') return then(rights.isAdministrator(administering(caller, request)), requireTrue)
  const parameters = request.params as Record<string, string>
  return authorizeAction(rights, caller, access, typeSlug === undefined ? parameters : { ...parameters, typeSlug })
}

function authorizeAction(
  rights: Access,
  caller: Caller,
  actions: Action | readonly Action[],
  { typeSlug = '', id }: Record<string, string>,
): void | Promise<void> {
  const resourceId = id === undefined ? undefined : toUrn(typeSlug, id)
  if (typeof actions === 'string') return rights.authorize(caller, actions, typeSlug, resourceId)
  return authorizeOne(actions, action => rights.authorize(caller, action, typeSlug, resourceId))
}

/** @throws what the first of several actions is refused with, when all are */
function authorizeOne(
  [action, ...others]: readonly Action[],
  ask: (action: Action) => void | Promise<void>,
  first?: Forbidden,
): void | Promise<void> {
  if (action === undefined) throw first ?? new Forbidden('nobody may do this')
  const goOn = (error: unknown): void | Promise<void> => {
    if (!(error instanceof Forbidden)) throw error
    return authorizeOne(others, ask, first ?? error)
  }
  try {
    const asked = ask(action)
    return asked instanceof Promise ? asked.catch(goOn) : asked
  } catch (error) {
    return goOn(error)
  }
}

function requireSession({ token }: Caller): void {
  if (token !== undefined) throw new Forbidden('this cannot be done with an API token; sign in')
}

function requireTrue(isAdministrator: boolean): void {
  if (!isAdministrator) throw new Forbidden('only an administrator may do this')
}

/** Checks of the form of a request that need nothing but its head. */
function formCheck({ config, schema }: RouteOptions): (request: FastifyRequest) => void {
  const negotiated = config?.produces === undefined
  const consumes = config?.consumes ?? defaultConsumes
  const parameters = queryNames(schema?.querystring)
  return request => {
    if (negotiated && !readAccept(request.headers.accept).any) {
      throw new NotAcceptable('this can be answered as application/json or application/ld+json')
    }
    checkBodyType(request, consumes, config?.acceptsGzip)
    checkQuery(request, parameters)
  }
}
