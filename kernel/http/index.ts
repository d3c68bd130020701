import type { FastifyInstance, RouteOptions, onSendHookHandler } from 'fastify'
import type { Config } from '../contracts/config.ts'
import type { RouteAccess } from '../contracts/access.ts'
import type { TargetReader } from '../contracts/routes.ts'
import { admission } from './admission/admission.ts'
import type { Admission } from './admission/admission.ts'
import { decorateWithCaller } from './admission/caller.ts'
import { answerError } from './errors/answer-error.ts'
import { readStrictJson } from './bodies/body.ts'
import { allowOrigins } from './admission/cross-origin.ts'
import { beginRequest, apiNotFound, rejectMethod, rejectUnknownPath } from './admission/begin-request.ts'
import { authorizeRoute, checkRequestHead, notFound, secondCheck } from './admission/authorize-route.ts'
import type { Guards } from './admission/authorize-route.ts'
import { compressAnswers } from './compression.ts'
import { Addresses, catchesAll } from './routes/addresses.ts'
import type { Address } from './routes/addresses.ts'
import { makeLocalSecret } from './admission/local.ts'
import { limitHandler } from './limits/handler-timeout.ts'
import { warnOfDescriptors } from './limits/descriptors.ts'
import { logRequests } from './logger.ts'
import { json } from './media-type.ts'
import { checkRoute, kernelName } from './routes/route-rules.ts'
import { compileBesideStream } from './server.ts'
import { rememberGuards } from './admission/still-authorized.ts'

/** What plugins contribute to HTTP. */
interface HttpContributions {
  /** Host names that plugins answer to. */
  hosts: readonly string[]
  /** Reserved first segments of paths under `/api`, each with its plugin. */
  segments: readonly (readonly [segment: string, plugin: string])[]
  jsonMediaTypes: readonly string[]
  targetReaders: readonly TargetReader[]
}

/**
 * Put the conventions of the API on an application, before any route is added: strict bodies, errors in one shape, security headers, the
 * access checks that every request passes.
 * @param guards returns the identity and access contracts; called on requests, when every contract is provided
 * @param contributed what plugins contribute to HTTP
 * @returns the addresses of the routes that are added from now on, and the function that completes them when all are added
 */
export async function setUpHttp(
  app: FastifyInstance,
  config: Config,
  guards: () => Guards,
  { hosts, segments, jsonMediaTypes, targetReaders }: HttpContributions,
): Promise<{ addresses: Addresses; complete: () => void }> {
  const addresses = new Addresses(segments)
  const mediaTypes = [json, ...jsonMediaTypes]
  makeLocalSecret(app)
  rememberGuards(app, guards)
  readStrictJson(app, config.http, mediaTypes)
  decorateWithCaller(app)
  logRequests(app, config.log)
  app.addHook('onRequest', beginRequest(config, hosts))
  const admitted = await admission(app, config, guards)
  await allowOrigins(app, config.http.cors, admitted)
  app.addHook('onRequest', rejectUnknownPath(addresses, admitted))
  app.addHook('onError', (request, reply, _error, done) => {
    if (addresses.isNeverStored(request.url)) reply.header('cache-control', 'no-store')
    done()
  })
  app.decorate('owningPlugin', kernelName)
  app.addHook('onRoute', function (route) {
    if (addresses.isComplete) return
    const target = targetReaders.map(read => read(route)).find(read => read !== undefined)
    route.config = { ...route.config, plugin: this.owningPlugin, ...(target !== undefined && { target }) }
    const access = checkRoute(route)
    addresses.add(route)
    guardRoute(route, access, { addresses, admitted, guards, mediaTypes })
    route.handler = limitHandler(route, config.http.handlerTimeout)
  })
  if (config.http.compression) await compressAnswers(app)
  app.setNotFoundHandler((request, reply) => {
    answerError(notFound(), request, reply)
  })
  warnOfDescriptors(app)
  const refuse = (address: Address): ReturnType<typeof rejectMethod>[] => [
    ...(catchesAll(address.url) ? [apiNotFound(addresses, admitted, hasOwnHost(address))] : []),
    rejectMethod(address, addresses, admitted),
  ]
  return { addresses, complete: () => addresses.complete(app, refuse) }
}

/** Whether a route serves host names of its own. */
const hasOwnHost = ({ constraints }: Pick<Address, 'constraints'> | RouteOptions): boolean =>
  constraints?.['host'] !== undefined

interface RouteGuards {
  addresses: Addresses
  admitted: Admission
  guards: () => Guards
  mediaTypes: readonly string[]
}

/** Put the access checks in front of a route. */
function guardRoute(
  route: RouteOptions,
  access: RouteAccess,
  { addresses, admitted, guards, mediaTypes }: RouteGuards,
): void {
  const first = catchesAll(route.url) ? [apiNotFound(addresses, admitted, hasOwnHost(route))] : []
  const again = secondCheck(access, guards)
  route.onRequest = [
    ...first,
    authorizeRoute(route, access, addresses, admitted, guards),
    ...[route.onRequest ?? []].flat(),
    checkRequestHead(route, mediaTypes),
  ]
  if (again !== undefined) route.preValidation = [again, ...[route.preValidation ?? []].flat()]
  if (route.config?.streamsBody === true) route.validatorCompiler ??= compileBesideStream
  if (!takesBody(route)) route.bodyLimit ??= maxUnusedBodyBytes
  if (route.method === 'HEAD') route.onSend = [...[route.onSend ?? []].flat(), leaveOutLength]
}

/** Fastify gives each answer to HEAD the length of its body; a 304 would have 0 (RFC 9110, 8.6: that of the 200, or none). */
const leaveOutLength: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}

/** Largest body of a route that declares none. */
const maxUnusedBodyBytes = 1024

/** Whether a route declares a body. */
const takesBody = ({ schema, config }: RouteOptions): boolean =>
  schema?.body !== undefined || config?.consumes !== undefined
