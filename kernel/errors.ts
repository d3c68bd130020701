import type { WriteRefusal } from '../lib/store-kit/document-store.ts'
import type { ValidationFailure } from '../lib/json-schema/index.ts'
import type { ErrorCode } from './error-codes.ts'
import { pointerOf } from '../lib/json/pointer.ts'

/**
 * What marks an error of this package, whichever copy of the package made it: a plugin may bring a copy of its own, whose classes are
 * other objects than these.
 */
const brand = Symbol.for('plinth.error')

/** The error classes of this package. `instanceof` compares their names, so that it also holds for errors of another copy of the package. */
abstract class PlinthError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }

  /** Names of the classes that it is an instance of. */
  get [brand](): readonly string[] {
    const names: string[] = []
    let prototype: unknown = Object.getPrototypeOf(this)
    while (prototype instanceof Error) {
      names.push(prototype.constructor.name)
      prototype = Object.getPrototypeOf(prototype)
    }
    return names
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false
    const names: unknown = (value as { [brand]?: unknown })[brand]
    return Array.isArray(names) && names.includes(this.name)
  }
}

/** One fault of the body of a request. */
export interface Problem {
  /** JSON Pointer (RFC 6901) into the body; empty for the whole. A missing or undeclared property is pointed at itself. */
  pointer: string
  /** What is wrong, for programs: the keyword of JSON Schema that failed, or one of those in `docs/errors.md`. */
  code: string
  /** What is wrong, for people, without the place: `must be a number`. */
  message: string
}

export interface HttpErrorOptions extends ErrorOptions {
  /** Takes the place of the code of the class. */
  code?: ErrorCode | (string & {})
  /** What is wrong with the body; empty when the fault is elsewhere. */
  problems?: readonly Problem[]
  /** Headers that belong to the answer. */
  headers?: Readonly<Record<string, string>>
}

/**
 * A failure that whoever asked can understand. Its message is the whole body of the answer: `{"message": "…"}`;
 * it names what is wrong and what to do, never a stack, a driver's text or a value of somebody else.
 * Who accepts `application/problem+json` gets `code` and `problems` too (RFC 9457).
 */
export abstract class HttpError extends PlinthError {
  /** The code of the class. */
  static readonly code: ErrorCode | (string & {}) = 'internal-error'

  /** HTTP status (RFC 9110). */
  abstract readonly statusCode: number
  /** What happened, for programs; it stays the same when the message is worded anew. */
  readonly code: string
  /** What is wrong with the body, place by place. */
  readonly problems: readonly Problem[]
  /** Headers that belong to the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, options: HttpErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.code = options.code ?? new.target.code
    this.problems = options.problems ?? []
    this.headers = options.headers ?? {}
  }
}

/** A hostile body could have any number of faults. */
const maxNamedFailures = 50

export class BadRequest extends HttpError {
  static override readonly code: string = 'bad-request'
  readonly statusCode = 400
}

/** A body does not fit its schema. */
export class ValidationFailed extends BadRequest {
  static override readonly code: string = 'validation-failed'
  /**
   * @param failures all of them; as many are named as a message can hold
   * @param describe a failure in words, its place included
   */
  constructor(failures: readonly ValidationFailure[], describe: (failure: ValidationFailure) => string) {
    const named = failures.slice(0, maxNamedFailures)
    const more = failures.length - named.length
    const messages = [...new Set(named.map(describe)), ...(more > 0 ? [`and ${more} more`] : [])]
    super(messages.join('; '), { problems: named.map(({ pointer, code, message }) => ({ pointer, code, message })) })
  }
}

export class Unauthorized extends HttpError {
  static override readonly code: string = 'unauthorized'
  readonly statusCode = 401
}
export class Forbidden extends HttpError {
  static override readonly code: string = 'forbidden'
  readonly statusCode = 403
}
export class NotFound extends HttpError {
  static override readonly code: string = 'not-found'
  readonly statusCode = 404
}
export class MethodNotAllowed extends HttpError {
  static override readonly code: string = 'method-not-allowed'
  readonly statusCode = 405
  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not allowed here; allowed: ${allowed.join(', ')}`, {
      headers: { allow: allowed.join(', ') },
    })
  }
}
export class NotAcceptable extends HttpError {
  static override readonly code: string = 'not-acceptable'
  readonly statusCode = 406
}
export class Conflict extends HttpError {
  static override readonly code: string = 'conflict'
  readonly statusCode = 409
}
/** A body has a value that another resource has, where it must be unique. */
export class NotUnique extends Conflict {
  static override readonly code: string = 'not-unique'
  /** @param property of the body's root */
  constructor(property: string) {
    const message = 'another resource has this value already'
    super(`${property}: ${message}`, { problems: [{ pointer: pointerOf([property]), code: NotUnique.code, message }] })
  }
}

export class PreconditionFailed extends HttpError {
  static override readonly code: string = 'precondition-failed'
  readonly statusCode = 412
}
export class PayloadTooLarge extends HttpError {
  static override readonly code: string = 'payload-too-large'
  readonly statusCode = 413
}
export class UnsupportedMediaType extends HttpError {
  static override readonly code: string = 'unsupported-media-type'
  readonly statusCode = 415
}
export class TooManyRequests extends HttpError {
  static override readonly code: string = 'too-many-requests'
  readonly statusCode = 429
}

/** A request arrived too slowly. The connection ends. */
export class RequestTimeout extends HttpError {
  static override readonly code: string = 'request-timeout'
  readonly statusCode = 408
  constructor() {
    super('the body of the request took too long to arrive', { headers: { connection: 'close' } })
  }
}

/** More bytes of request bodies arrive at once than the process may hold. */
export class TooManyBodyBytes extends HttpError {
  static override readonly code: string = 'too-many-body-bytes'
  readonly statusCode = 503
  constructor() {
    super('too much is being sent to the service at the moment; try again', { headers: { 'retry-after': '5' } })
  }
}

/** The handler of a route did not answer in time. */
export class HandlerTimeout extends HttpError {
  static override readonly code: string = 'handler-timeout'
  readonly statusCode = 503
  constructor() {
    super('the service did not finish this in time; it may have been done all the same', {
      headers: { 'retry-after': '5' },
    })
  }
}

/** The store cannot be reached, or did not answer in time. */
export class StoreUnavailable extends HttpError {
  static override readonly code: string = 'store-unavailable'
  readonly statusCode = 503
  constructor(
    message = 'the store cannot be reached at the moment; nothing was changed, try again',
    options?: ErrorOptions,
  ) {
    super(message, { ...options, headers: { 'retry-after': '1' } })
  }
}

/** A query worked longer than it may. */
export class QueryTooSlow extends HttpError {
  static override readonly code: string = 'query-too-slow'
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
  static override readonly code: string = 'write-refused'
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
  static override readonly code: string = 'not-unique'
  readonly statusCode = 409
  readonly property: string
  constructor(property: string) {
    super(`${property} cannot be unique: existing resources share a value`)
    this.property = property
  }
}

/** The service cannot start like this. Printed as it is, without a stack. */
export class ConfigurationError extends PlinthError {
  /** Exit code of a process that cannot start for this. Default: 1. */
  readonly exitCode: number | undefined

  constructor(message: string, options: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options)
    this.exitCode = options.exitCode
  }
}

/** A command of the command line failed. */
export class CommandFailed extends PlinthError {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}
