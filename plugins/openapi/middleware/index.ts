import { ServiceError, httpStatusOf } from '../../../kernel/index.ts'
import type { Middleware } from '../contract.ts'

/** Sets the request id in the header `X-Request-Id` of the answer, and in the context as `RequestID`. */
const requestId: Middleware = {
  name: 'RequestID',
  attach: () => async (context, next) => {
    const { id } = context.request
    context.values['RequestID'] = id
    const answer = await next()
    return { ...answer, headers: { ...answer.headers, 'x-request-id': id } }
  },
}

/** Converts an unexpected error of a controller or inner middleware into a 500 without details, and logs it. */
const recover: Middleware = {
  name: 'Recover',
  attach:
    ({ id }) =>
    async ({ log }, next) => {
      try {
        return await next()
      } catch (error) {
        if (error instanceof ServiceError) throw error
        log.error({ err: error, operation: id }, 'the operation failed')
        return { status: 500, body: { message: 'internal server error' } }
      }
    },
}

/** Logs each request of an operation with its status and duration in milliseconds. */
const logger: Middleware = {
  name: 'Logger',
  attach:
    ({ id }) =>
    async ({ log }, next) => {
      const begin = performance.now()
      const note = (status: number | undefined): void => {
        log.info({ operation: id, status, durationMs: performance.now() - begin }, 'operation')
      }
      try {
        const answer = await next()
        note(answer.status)
        return answer
      } catch (error) {
        note(error instanceof ServiceError ? httpStatusOf(error) : 500)
        throw error
      }
    },
}

/** The standard middleware. */
export const standardMiddleware: readonly Middleware[] = [requestId, recover, logger]
