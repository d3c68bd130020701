import type { WriteRefusal } from './contracts/document-store.ts'

/**
 * A failure that whoever asked can understand. Its message is the whole body of the answer: `{"message": "…"}`;
 * it names what is wrong and what to do, never a stack, a driver's text or a value of somebody else.
 */
export abstract class HttpError extends Error {
  /** HTTP status (RFC 9110). */
  abstract readonly statusCode: number
  /** Headers that belong to the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = new.target.name
    this.headers = headers
  }
}

export class BadRequest extends HttpError {
  readonly statusCode = 400
}
export class Unauthorized extends HttpError {
  readonly statusCode = 401
}
export class Forbidden extends HttpError {
  readonly statusCode = 403
}
export class NotFound extends HttpError {
  readonly statusCode = 404
}
export class MethodNotAllowed extends HttpError {
  readonly statusCode = 405
  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not allowed here; allowed: ${allowed.join(', ')}`, { allow: allowed.join(', ') })
  }
}
export class NotAcceptable extends HttpError {
  readonly statusCode = 406
}
export class Conflict extends HttpError {
  readonly statusCode = 409
}
export class PreconditionFailed extends HttpError {
  readonly statusCode = 412
}
export class PayloadTooLarge extends HttpError {
  readonly statusCode = 413
}
export class UnsupportedMediaType extends HttpError {
  readonly statusCode = 415
}
export class TooManyRequests extends HttpError {
  readonly statusCode = 429
}

/** The store cannot be reached, or did not answer in time. */
export class StoreUnavailable extends HttpError {
  readonly statusCode = 503
  constructor(
    message = 'the store cannot be reached at the moment; nothing was changed, try again',
    options?: ErrorOptions,
  ) {
    super(message, { 'retry-after': '1' })
    if (options?.cause !== undefined) this.cause = options.cause
  }
}

/** A query worked longer than it may. */
export class QueryTooSlow extends HttpError {
  readonly statusCode = 503
  /** @param fields the fields, as the caller wrote them, that no index serves */
  constructor(fields: readonly string[]) {
    super(
      fields.length === 0
        ? 'the list took too long; ask for less at once'
        : `the list took too long: no index serves the filter on ${fields.join(', ')}; narrow it, or set x-index in the schema`,
    )
  }
}

/** A store refused a whole write. Services turn it into what it means to the caller; untranslated it is a 409. */
export class WriteRefused extends HttpError {
  readonly statusCode = 409
  readonly reason: WriteRefusal
  /** Index of the operation that could not happen. */
  readonly index: number
  /** For `unique`: the property whose value is in use. */
  readonly property: string | undefined

  constructor(reason: WriteRefusal, index: number, property?: string) {
    super(
      property === undefined ? `the change conflicts with another one (${reason})` : `${property} is already in use`,
    )
    this.reason = reason
    this.index = index
    this.property = property
  }
}

/** Existing documents share a value of a property that is to be unique. */
export class UniqueViolation extends HttpError {
  readonly statusCode = 409
  readonly property: string
  constructor(property: string) {
    super(`${property} cannot be unique: existing resources share a value`)
    this.property = property
  }
}

/** The service cannot start like this. Printed as it is, without a stack. */
export class ConfigurationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigurationError'
  }
}

/** A command of the command line failed. */
export class CommandFailed extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.name = 'CommandFailed'
    this.exitCode = exitCode
  }
}
