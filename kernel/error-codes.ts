import { HttpError, ServiceError, codesOfError } from './errors.ts'

/** The codes of errors that the service itself answers with, and their HTTP status. `docs/errors.md` explains each. */
export const errorCodes = {
  'bad-request': 400,
  'malformed-request': 400,
  'invalid-json': 400,
  'validation-failed': 400,
  'unknown-query-parameter': 400,
  'invalid-query-parameter': 400,
  'invalid-cursor': 400,
  'invalid-parameter': 400,
  'idempotency-not-supported': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  conflict: 409,
  'idempotency-key-in-use': 409,
  'idempotency-key-used': 409,
  'incompatible-types': 409,
  'job-cancelled': 409,
  'not-unique': 409,
  'other-user': 409,
  'write-refused': 409,
  'precondition-failed': 412,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'range-not-satisfiable': 416,
  'expectation-failed': 417,
  'idempotency-key-reused': 422,
  'unprocessable-content': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'internal-error': 500,
  'not-implemented': 501,
  draining: 503,
  'files-unavailable': 503,
  'handler-timeout': 503,
  'identity-provider-unavailable': 503,
  'job-interrupted': 503,
  'job-not-defined': 503,
  'outcome-unknown': 503,
  'query-too-slow': 503,
  'store-damaged': 503,
  'store-full': 503,
  'store-read-only': 503,
  'store-unavailable': 503,
  'too-many-body-bytes': 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorCodes

const statuses = new Map<string, number>(Object.entries(errorCodes))

/** The HTTP status of an error: its own, or that of the most specific of its classes that has one. */
export function httpStatusOf(error: ServiceError): number {
  if (error instanceof HttpError) return error.statusCode
  return (
    codesOfError(error)
      .map(code => statuses.get(code))
      .find(status => status !== undefined) ?? 500
  )
}

/** Whether an error is a fault of the request and not of the service: its HTTP status is below 500. */
export const isClientError = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && httpStatusOf(error) < 500
