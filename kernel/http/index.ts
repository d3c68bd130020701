import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Config } from '../contracts/config.ts'
import type { RouteAccess } from '../contracts/access.ts'
import type { Caller } from '../contracts/identity.ts'
import { ConfigurationError } from '../errors.ts'
import { admission } from './admission.ts'
import type { Admission } from './admission.ts'
import { answerError } from './answer-error.ts'
import { readStrictJson } from './body.ts'
import { entrance, nothingUnderApi } from './entrance.ts'
import { gate, notFound, secondCheck } from './gate.ts'
import type { Guards } from './gate.ts'
import { KnownPaths, catchesAll } from './known-paths.ts'
import { makeLocalSecret } from './local.ts'
import { logRequests } from './logger.ts'
import './route-config.ts'
import { rememberGuards } from './still-admitted.ts'

/**
 * Put the conventions of the API on an application, before any route is: strict bodies, errors in one shape, security headers, the
 * gate that every request passes.
 * @param guards who asks and whether they may; called on requests, when everything is provided
 * @param hosts names that plugins answer to
 */
export function speakHttp(app: FastifyInstance, config: Config, guards: () => Guards, hosts: readonly string[]): void {
  const paths = new KnownPaths()
  const admitted = admission(app, config, guards)
  makeLocalSecret(app)
  rememberGuards(app, guards)
  readStrictJson(app, config.http)
  decorateWithCaller(app)
  app.addHook('onRequest', entrance(config, paths, admitted, hosts))
  app.addHook('onRoute', route => {
    guardRoute(route, paths, admitted, guards)
  })
  app.setNotFoundHandler((request, reply) => {
    answerError(notFound(), request, reply)
  })
  logRequests(app)
}

/** Nothing is open by oversight: a route that does not say who may use it stops the start. */
function guardRoute(route: RouteOptions, paths: KnownPaths, admitted: Admission, guards: () => Guards): void {
  const access = route.config?.access
  const name = `${[route.method].flat().join(', ')} ${route.url}`
  if (access === undefined) throw new ConfigurationError(`the route ${name} does not declare its config.access`)
  if (asksForAction(access) && !route.url.includes('/:typeSlug') && route.config?.typeSlug === undefined) {
    throw new ConfigurationError(
      `the route ${name} asks for ${[access].flat().join(' or ')}, but says of no type (:typeSlug, config.typeSlug)`,
    )
  }
  paths.add(route)
  const first = catchesAll(route.url) ? [nothingUnderApi(paths, admitted)] : []
  if (!takesBody(route)) route.bodyLimit ??= maxUnusedBodyBytes
  const again = secondCheck(route, access, guards)
  if (again !== undefined) route.preValidation = [again, ...[route.preValidation ?? []].flat()]
  route.onRequest = [...first, gate(route, access, paths, admitted, guards), ...[route.onRequest ?? []].flat()]
}

/** Largest body where a route takes none. */
const maxUnusedBodyBytes = 1024

/** Whether a route says that it takes a body. */
const takesBody = ({ schema, config }: RouteOptions): boolean =>
  schema?.body !== undefined || config?.consumes !== undefined || config?.typed?.body !== undefined

const asksForAction = (access: RouteAccess): boolean => typeof access !== 'string' || access.startsWith('odrl:')

const unidentified =
  'nobody is identified: the route is public, or this is a hook onRequest of a plugin, which runs before the gate (use preParsing)'

/** Where a request keeps its caller. */
const held = Symbol('caller')
type Holder = FastifyRequest & { [held]?: Caller | undefined }

function decorateWithCaller(app: FastifyInstance): void {
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
