/** The property under which an error lists its codes. All copies of the package in a process share this registry of symbols. */
const codesOf = Symbol.for('plinth.error.codes')

const isInstance = Function.prototype[Symbol.hasInstance]

/**
 * The base class of this package's errors. A plugin can contain its own copy of the package, with different class objects, so `instanceof`
 * compares codes. A class without a code of its own is compared as JavaScript does.
 */
export abstract class PlinthError extends Error {
  /** Identifies the class; unique among the classes that have one. */
  static readonly code: string = 'plinth-error'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }

  /** The codes of the classes that the error is an instance of, its own first. */
  get [codesOf](): readonly string[] {
    const codes: string[] = []
    let prototype: unknown = Object.getPrototypeOf(this)
    while (prototype instanceof Error) {
      const { constructor } = prototype
      if (Object.hasOwn(constructor, 'code') && 'code' in constructor) codes.push(String(constructor.code))
      prototype = Object.getPrototypeOf(prototype)
    }
    return codes
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.hasOwn(this, 'code') ? codesOfError(value).includes(this.code) : isInstance.call(this, value)
  }
}

/** The codes of an error of this package, from the most specific class to the most general; empty for anything else. */
export function codesOfError(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || !(codesOf in value)) return []
  const codes = value[codesOf]
  return Array.isArray(codes) ? codes : []
}

/** The message of an error, or any other thrown value as a text. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of an error of the system, of Node or of a package (`ENOENT`); empty for an error without one. */
export const systemCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * What to do about an error where one class of errors is expected: the value in its place. Any other error is thrown.
 * For `Promise.catch`, and for {@link attempt}.
 */
export const insteadOf =
  <Value>(expected: abstract new (...args: never[]) => unknown, value: Value) =>
  (error: unknown): Value => {
    if (error instanceof expected) return value
    throw error
  }

/** The result of a function, or what is done about its error. */
export function attempt<Result, Value>(run: () => Result, recover: (error: unknown) => Value): Result | Value {
  try {
    return run()
  } catch (error) {
    return recover(error)
  }
}

type ProblemParam = string | number | boolean | null | ProblemParam[] | ProblemParams

/** What the message of a problem is about, as JSON. */
export interface ProblemParams {
  [name: string]: ProblemParam
}

/** One error in the body of a request. */
export interface Problem {
  /** JSON Pointer (RFC 6901) into the body; empty for the whole body. For a missing or undeclared property, the pointer names that property. */
  pointer: string
  /** What is wrong, for programs: the JSON Schema keyword that failed, or one of the codes in `docs/errors.md`. */
  code: string
  /** What is wrong, for people, without the place: `must be a number`. */
  message: string
  /** What the message is about, by which a client words it in another language: the limit, the allowed values, the format (`docs/errors.md`). */
  params?: ProblemParams
}

export interface ServiceErrorOptions extends ErrorOptions {
  /** Replaces the code of the class. */
  code?: string
  /** What is wrong with the body; empty when the error is elsewhere. */
  problems?: readonly Problem[]
  /** Which of several requested parts is refused: its index, or its name. */
  part?: number | string | undefined
  /** The query parameter that is wrong, if it is one. */
  parameter?: string | undefined
  /** The resource that prevents it, if there is one and the caller is allowed to read it. */
  resource?: { id: string; status: string } | undefined
}

/**
 * A failure that the caller can understand. Its message names what is wrong and what to do. It never contains a stack, a driver's message or data
 * of another user. Programs use `code` and `problems`.
 */
export abstract class ServiceError extends PlinthError {
  static override readonly code: string = 'service-error'

  /** Identifies the failure for programs; it stays the same when the message is reworded. */
  readonly code: string
  /** The problems in the body, each with its pointer. */
  readonly problems: readonly Problem[]
  /** Which of several requested parts is refused; undefined when all of them are. */
  readonly part: number | string | undefined
  /** The query parameter that is wrong; undefined when it is something else. */
  readonly parameter: string | undefined
  /** The resource that prevents it; undefined when there is none, or the caller is not allowed to read it. */
  readonly resource: { id: string; status: string } | undefined

  constructor(message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.code = options.code ?? new.target.code
    this.problems = options.problems ?? []
    this.part = options.part
    this.parameter = options.parameter
    this.resource = options.resource
  }
}

/** The input is invalid. */
export class InvalidInput extends ServiceError {
  static override readonly code: string = 'bad-request'
}

/** One way in which a value does not fit its schema. */
export interface ValidationFailure extends Problem {
  /** The place in the usual notation: `address.city`, `tags[2]`; the missing or unexpected property's name included. */
  field: string
}

/** A hostile body could contain any number of errors. */
const maxNamedFailures = 100

/** A body does not fit its schema. */
export class ValidationFailed extends InvalidInput {
  static override readonly code: string = 'validation-failed'
  /**
   * @param failures all failures; the message names as many as fit
   * @param describe turns a failure into words, including its pointer
   */
  constructor(failures: readonly ValidationFailure[], describe: (failure: ValidationFailure) => string) {
    const named = failures.slice(0, maxNamedFailures)
    const more = failures.length - named.length
    const messages = [...new Set(named.map(describe)), ...(more > 0 ? [`and ${more} more`] : [])]
    super(messages.join('; '), { problems: named.map(({ field: _field, ...problem }) => problem) })
  }
}

/** The state of the service does not allow the change. */
export class Conflict extends ServiceError {
  static override readonly code: string = 'conflict'
}

/** The input is larger than allowed. */
export class TooLarge extends ServiceError {
  static override readonly code: string = 'payload-too-large'
}

/** The store cannot be reached, or did not answer in time. */
export class StoreUnavailable extends ServiceError {
  static override readonly code: string = 'store-unavailable'
  protected static readonly defaultMessage: string =
    'the store cannot be reached at the moment; nothing was changed, try again'

  constructor(message?: string, options?: ErrorOptions) {
    super(message ?? new.target.defaultMessage, options)
  }
}

/** The disk of the store is full, or its quota is used up: reads still work, writes do not. */
export class StoreFull extends StoreUnavailable {
  static override readonly code: string = 'store-full'
  protected static override readonly defaultMessage: string =
    'the disk of the store is full; nothing was changed, and changes are possible again when there is room'
}

/** The store can be read, but the service may not write to it. */
export class StoreReadOnly extends StoreUnavailable {
  static override readonly code: string = 'store-read-only'
  protected static override readonly defaultMessage: string =
    'the store can only be read at the moment; nothing was changed'
}

/** The request needs a part of the store that is damaged. Everything else is served. */
export class StoreDamaged extends StoreUnavailable {
  static override readonly code: string = 'store-damaged'
  protected static override readonly defaultMessage: string =
    'a part of the store that this request needs is damaged; an administrator has to repair it'
}

/**
 * A write was sent to the store, and it is not known whether it was committed. Not a {@link StoreUnavailable}, after which nothing was changed: nothing
 * may be repeated without looking.
 */
export class OutcomeUnknown extends ServiceError {
  static override readonly code: string = 'outcome-unknown'
  /** The id that the resource has if it was created, when the write was to create one. */
  readonly id: string | undefined
  constructor(options: ErrorOptions & { id?: string | undefined } = {}) {
    const { id } = options
    super(
      `the store did not confirm the change in time; look whether it was made${id === undefined ? '' : ` (its id would be ${id})`} before you try again`,
      options,
    )
    this.id = id
  }
}

/** A query exceeded its time limit. */
export class QueryTooSlow extends ServiceError {
  static override readonly code: string = 'query-too-slow'
  /** The fields to look at, as the caller wrote them: of the filters that no index serves, else of the others. */
  readonly fields: readonly string[]
  /** The index that would serve the query, as an item of `x-indexes` in the schema of the type; empty if none is known. */
  readonly index: readonly string[]
  readonly #withoutIndex: readonly string[]
  readonly #others: readonly string[]
  /** @param others fields of filters that indexes serve, and of an order that none serves; named if `withoutIndex` is empty */
  constructor(
    withoutIndex: readonly string[],
    others: readonly string[] = [],
    { index = [], parts = [] }: TooSlowRemedy = {},
  ) {
    const remedy = remedyFor(withoutIndex, others, { index, parts })
    super(`the list took too long${reasonFor(withoutIndex, others)}; ${remedy}`)
    this.fields = withoutIndex.length > 0 ? withoutIndex : others
    this.index = index
    this.#withoutIndex = withoutIndex
    this.#others = others
  }

  /** The same error with what would help. */
  withRemedy(remedy: TooSlowRemedy): QueryTooSlow {
    return new QueryTooSlow(this.#withoutIndex, this.#others, remedy)
  }
}

/** What would help a query that took too long. */
export interface TooSlowRemedy {
  /** The index that would serve it, as an item of `x-indexes` in the schema of the type; empty if none is known. */
  index?: readonly string[]
  /** The fields that it compares with a part of their text (`like`), for which there is no index. */
  parts?: readonly string[]
}

function reasonFor(withoutIndex: readonly string[], others: readonly string[]): string {
  if (withoutIndex.length > 0) return `: no index serves the filter on ${withoutIndex.join(', ')}`
  return others.length > 0 ? `: too many resources match, by ${others.join(', ')}, to be put into this order` : ''
}

function remedyFor(
  withoutIndex: readonly string[],
  others: readonly string[],
  { index, parts }: Required<TooSlowRemedy>,
): string {
  if (index.length === 1) return `narrow it, or give ${index.join()} an index of its own (x-index in the schema)`
  if (index.length > 1)
    return `narrow it, or add [${index.map(name => JSON.stringify(name)).join(', ')}] to x-indexes in the schema`
  if (parts.length > 0)
    return `like reads every text, with an index too: compare ${parts.join(', ')} by eq, or search for words with q`
  if (withoutIndex.length > 0) return 'narrow it, or set x-index in the schema'
  return others.length > 0 ? 'narrow the filters, or sort by one of these properties' : 'ask for less at once'
}

/** Why a write was refused as a whole. */
export type WriteRefusal = 'exists' | 'missing' | 'stale' | 'unique' | 'present'

/** A store refused a whole write. Services translate it into an error for the caller. */
export class WriteRefused extends ServiceError {
  static override readonly code: string = 'write-refused'
  readonly reason: WriteRefusal
  /** Index of the operation that was refused. */
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

/** Existing documents share a value of a property that is to become unique. */
export class UniqueViolation extends Conflict {
  static override readonly code: string = 'unique-violation'
  readonly property: string
  constructor(property: string) {
    super(`${property} cannot be unique: existing resources share a value`, { code: 'not-unique' })
    this.property = property
  }
}

/** The service cannot start with this configuration. Printed without a stack. */
export class ConfigurationError extends PlinthError {
  static override readonly code: string = 'configuration-error'
  /** Exit code of a process that cannot start because of this error. Default: 1. */
  readonly exitCode: number | undefined
  /** Name of the plugin that caused it; the message contains it, too. */
  readonly plugin: string | undefined

  constructor(message: string, options: ErrorOptions & { exitCode?: number; plugin?: string | undefined } = {}) {
    super(message, options)
    this.exitCode = options.exitCode
    this.plugin = options.plugin
  }
}
