import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { HandlerTimeout } from '../../errors.ts'
import { isReadOnly } from '../conventions.ts'

/**
 * Wraps a route's handler so that it answers 503 when it takes too long. Its work continues, but its result is dropped, with a line in the log
 * at level `debug`. Answers that have begun, and those that a route took over (`reply.hijack`), are not affected.
 * @param ms time limit; a route can set another one (`config.handlerTimeout`)
 */
export function limitHandler({ handler, config }: RouteOptions, ms: number): RouteHandlerMethod {
  const timeout = config?.handlerTimeout ?? ms
  if (timeout === false) return handler
  return function limited(request, reply) {
    let isLate = false
    const timer = setTimeout(() => (isLate = answerLate(request, reply, timeout)), timeout)
    reply.raw.once('close', () => clearTimeout(timer))
    const answer: unknown = handler.call(this, request, reply)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (!isLate) throw error
      noteDropped(request, error)
    })
  }
}

/** @returns whether the time limit has answered the request */
function answerLate(request: FastifyRequest, reply: FastifyReply, timeout: number): boolean {
  if (reply.sent || reply.raw.headersSent) return false
  const { method, routeOptions } = request
  request.log.error({ method, route: routeOptions.url, timeout }, 'a handler did not answer in time')
  reply.send(new HandlerTimeout(!isReadOnly(request)))
  const send = reply.send.bind(reply)
  reply.send = payload => {
    if (!reply.sent) return send(payload)
    noteDropped(request)
    return reply
  }
  return true
}

const noteDropped = ({ log, method, routeOptions }: FastifyRequest, err?: unknown): void =>
  log.debug({ method, route: routeOptions.url, ...(err !== undefined && { err }) }, 'a late answer was dropped')
