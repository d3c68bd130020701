import { Conflict, PlinthError, ServiceError } from '../lib/errors/index.ts'
import type { ServiceErrorOptions } from '../lib/errors/index.ts'
import { pointerOf } from '../lib/json/index.ts'

export * from '../lib/errors/index.ts'
/** The names of two of them in HTTP. */
export { InvalidInput as BadRequest, TooLarge as PayloadTooLarge } from '../lib/errors/index.ts'

/** The caller is not allowed to do this. */
export class Forbidden extends ServiceError {
  static override readonly code: string = 'forbidden'
}

/** The caller can see nothing at this address or with this id. */
export class NotFound extends ServiceError {
  static override readonly code: string = 'not-found'
}

/** A body has a value that another resource already has, in a property that must be unique. */
export class NotUnique extends Conflict {
  static override readonly code: string = 'not-unique'
  readonly property: string
  /**
   * @param property of the body's root
   * @param resource the one that has the value, if the caller is allowed to read it
   */
  constructor(property: string, resource?: NotUnique['resource']) {
    const message = 'another resource has this value already'
    const problems = [{ pointer: pointerOf([property]), code: NotUnique.code, message }]
    super(`${property}: ${message}`, { problems, resource })
    this.property = property
  }
}

/** The resource to change is no longer in the state that the caller names. */
export class PreconditionFailed extends ServiceError {
  static override readonly code: string = 'precondition-failed'
}

export interface HttpErrorOptions extends ServiceErrorOptions {
  /** Headers of the answer. */
  headers?: Readonly<Record<string, string>>
}

/** A failure that occurs only in HTTP, or has a status of its own. The status of every other error follows from its code: `error-codes.ts`. */
export abstract class HttpError extends ServiceError {
  static override readonly code: string = 'http-error'

  /** HTTP status (RFC 9110). */
  abstract readonly statusCode: number
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, options: HttpErrorOptions = {}) {
    super(message, options)
    this.headers = options.headers ?? {}
  }
}

/** The caller is not signed in, or no longer. The answer names the ways to sign in (RFC 9110, 11.6.1). */
export class Unauthorized extends HttpError {
  static override readonly code: string = 'unauthorized'
  readonly statusCode = 401
  constructor(message: string, options: HttpErrorOptions = {}) {
    super(message, { ...options, headers: { 'www-authenticate': 'Bearer', ...options.headers } })
  }
}

export class MethodNotAllowed extends HttpError {
  static override readonly code: string = 'method-not-allowed'
  readonly statusCode = 405
  constructor(allowed: readonly string[]) {
    super(`this method is not allowed here; allowed: ${allowed.join(', ')}`, {
      headers: { allow: allowed.join(', ') },
    })
  }
}

export class NotAcceptable extends HttpError {
  static override readonly code: string = 'not-acceptable'
  readonly statusCode = 406
}

export class UnsupportedMediaType extends HttpError {
  static override readonly code: string = 'unsupported-media-type'
  readonly statusCode = 415
}

export class TooManyRequests extends HttpError {
  static override readonly code: string = 'too-many-requests'
  readonly statusCode = 429
}

/** A request arrived too slowly. The connection is closed. */
export class RequestTimeout extends HttpError {
  static override readonly code: string = 'request-timeout'
  readonly statusCode = 408
  constructor() {
    super('the body of the request took too long to arrive', { headers: { connection: 'close' } })
  }
}

/** The service should get no requests at the moment. The code is that of the reason. */
export class NotReady extends HttpError {
  static override readonly code: string = 'not-ready'
  readonly statusCode = 503
}

/** The bodies that arrive at once exceed `http.maxBodyBytesInFlight`. */
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
  /** @param changes whether the request may have changed something: nothing invites to repeat it */
  constructor(changes = true) {
    if (changes) super('the service did not finish this in time; it may have been done all the same, so look first')
    else super('the service did not finish this in time', { headers: { 'retry-after': '5' } })
  }
}

/** A command of the command line failed. */
export class CommandFailed extends PlinthError {
  static override readonly code: string = 'command-failed'
  readonly exitCode: number
  /** The code of the answer of the service that made it fail, see `docs/errors.md`. */
  readonly answerCode: string | undefined
  constructor(message: string, exitCode: number, answerCode?: string) {
    super(message)
    this.exitCode = exitCode
    this.answerCode = answerCode
  }
}
