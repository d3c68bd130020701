import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Config } from '../contracts/config.ts'
import { MethodNotAllowed } from '../errors.ts'
import { developmentRules } from './development.ts'
import { identify, notFound, unauthorized } from './gate.ts'
import type { Guards } from './gate.ts'
import { KnownPaths } from './known-paths.ts'
import { answerHeaders } from './security-headers.ts'

/**
 * What happens to every request before it is known what it asks for: the headers that every answer has, the rules of development mode,
 * and the answer to an address that nothing serves.
 */
export function entrance(
  { mode, http }: Config,
  paths: KnownPaths,
  guards: () => Guards,
): (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void {
  const headers = answerHeaders(mode)
  const checkOrigin = mode === 'development' ? developmentRules(http.host) : () => undefined
  return (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    try {
      checkOrigin(request)
      if (request.is404) refuse(request, paths, guards).catch(done)
      else done()
    } catch (error) {
      done(error as Error) // Fastify hands on whatever was thrown
    }
  }
}

/**
 * Keeps a route that catches everything (`/*`) away from the API: to it, an address under `/api` that no other route serves is one that
 * nothing serves.
 */
export function nothingUnderApi(
  paths: KnownPaths,
  guards: () => Guards,
): (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void {
  return (request, _reply, done) => {
    const { '*': path = '' } = request.params as { '*'?: string } // decoded, as the router compares it
    if (/^api(?:\/|$)/.test(path)) refuse(request, paths, guards).catch(done)
    else done()
  }
}

/** Nothing serves this method at this address: 401 to those who have to sign in, else 405 or 404. */
async function refuse(request: FastifyRequest, paths: KnownPaths, guards: () => Guards): Promise<never> {
  const known = paths.find(request.url)
  const isOpen = known?.public ?? !/^\/api(?:[/?]|$)/.test(request.url)
  if (!isOpen && (await identify(request, guards().identity)) === undefined) throw unauthorized()
  throw known === undefined ? notFound() : new MethodNotAllowed(request.method, KnownPaths.allowed(known))
}
