import { isObject } from './json.ts'
import type { JsonObject } from './json.ts'

/** An error at one place of a body. */
export interface Problem {
  /** JSON Pointer (RFC 6901) into the body; empty for the whole body. */
  pointer: string
  /** Stays the same when the wording of the message changes: a keyword of JSON Schema, or a code of `docs/errors.md`. */
  code: string
  message: string
  /** What the code is about: a limit, the types, a format. */
  params?: JsonObject
}

/** The details of an error response besides its status and message. */
interface ErrorDetails {
  requestId?: string
  code?: string
  problems?: readonly Problem[]
  /** See {@link ApiError.fields}. */
  fields?: readonly string[]
  /** See {@link ApiError.index}. */
  index?: readonly string[]
}

/** Codes of 503 with which the service and its store are there: the message explains what is wrong. */
const codesOfPresentService = new Set([
  'handler-timeout',
  'outcome-unknown',
  'query-too-slow',
  'store-damaged',
  'store-full',
  'store-read-only',
])

/** An error response, or no response at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when the service could not be reached. */
  readonly status: number
  /** Error code, see `docs/errors.md`; empty when the service did not respond. */
  readonly code: string
  /** Identifies the request in the log of the service; empty without a response. */
  readonly requestId: string
  /** The errors by their place in the body; empty when the message is about the whole body. */
  readonly problems: readonly Problem[]
  /** When a list was too slow: the fields of its filters that have no index. */
  readonly fields: readonly string[]
  /** When a list was too slow: the index that would serve it, as an item of `x-indexes` in the schema of the type; empty if none is known. */
  readonly index: readonly string[]

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.code = details.code ?? ''
    this.requestId = details.requestId ?? ''
    this.problems = details.problems ?? []
    this.fields = details.fields ?? []
    this.index = details.index ?? []
  }

  /** The service cannot be reached, or cannot reach its store. */
  get isAway(): boolean {
    return [0, 502, 504].includes(this.status) || (this.status === 503 && !codesOfPresentService.has(this.code))
  }

  /** Nobody knows whether the change was made: the user has to look before trying again. */
  get isUnknown(): boolean {
    return this.code === 'outcome-unknown'
  }

  /** A list needed more work than the service does for one request. */
  get isTooSlow(): boolean {
    return this.code === 'query-too-slow'
  }

  /** Another user changed the resource in the meantime; a bulk write reports this with a status of its own. */
  get isStale(): boolean {
    return this.status === 412 || this.code === 'precondition-failed'
  }
}

/** The result of a request, or `otherwise` when the service answers with one of these statuses. @throws every other error */
export async function unless<Value, Otherwise>(
  statuses: readonly number[],
  request: Promise<Value>,
  otherwise: Otherwise,
): Promise<Value | Otherwise> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && statuses.includes(error.status)) return otherwise
    throw error
  }
}

/** The statuses of a resource that does not exist or that the user is not allowed to see. */
export const hidden: readonly number[] = [403, 404]

/** Read the error of an error response: a problem (RFC 9457), or the text of a proxy in front of the service. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined) // a proxy can answer in HTML
  const { detail, message, code, problems, fields, index } = isObject(body) ? body : {}
  return new ApiError(response.status, firstText(detail, message) ?? response.statusText, {
    requestId: response.headers.get('x-request-id') ?? '',
    code: firstText(code) ?? '',
    problems: Array.isArray(problems) ? problems.flatMap(readProblem) : [],
    fields: textsIn(fields),
    index: textsIn(index),
  })
}

const firstText = (...values: unknown[]): string | undefined => values.find(value => typeof value === 'string')

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(one => typeof one === 'string') : [])

export function readProblem(value: unknown): Problem[] {
  const { pointer, code, message, params } = isObject(value) ? value : {}
  const isProblem = typeof pointer === 'string' && typeof code === 'string' && typeof message === 'string'
  return isProblem ? [{ pointer, code, message, ...(isObject(params) && { params }) }] : []
}
