import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { HandlerTimeout } from '../../errors.ts'

/**
 * Wraps a route's handler so that it answers 503 when it takes too long. Its work continues, but its result is dropped. Answers that have
 * begun, and those that a route took over (`reply.hijack`), are not affected.
 * @param ms time limit; a route can set another one (`config.handlerTimeout`)
 */
export function limitHandler({ handler, config }: RouteOptions, ms: number): RouteHandlerMethod {
  const timeout = config?.handlerTimeout ?? ms
  if (timeout === false) return handler
  return function limited(request, reply) {
    const timer = setTimeout(() => answerLate(request, reply, timeout), timeout)
    reply.raw.once('close', () => clearTimeout(timer))
    return handler.call(this, request, reply)
  }
}

function answerLate(request: FastifyRequest, reply: FastifyReply, timeout: number): void {
  if (reply.sent || reply.raw.headersSent) return
  const { plugin, url: route } = request.routeOptions.config
  request.log.error({ plugin, method: request.method, route, timeout }, 'a handler did not answer in time')
  reply.send(new HandlerTimeout())
}
