import { isObject } from './json.ts'

/** What is wrong at one place of a body. */
export interface Problem {
  /** JSON Pointer (RFC 6901) into the body; empty for the whole. */
  pointer: string
  /** Stays the same when the message is worded anew: a keyword of JSON Schema, or one of `docs/errors.md`. */
  code: string
  message: string
}

/** What the service says of an error beside its status and message. */
interface ErrorDetails {
  requestId?: string
  code?: string
  problems?: readonly Problem[]
  /** See {@link ApiError.fields}. */
  fields?: readonly string[]
}

/** An answer that is no success, or no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when the service could not be reached. */
  readonly status: number
  /** What happened, see `docs/errors.md`; empty without an answer of the service. */
  readonly code: string
  /** Under which the log of the service has more; empty without an answer. */
  readonly requestId: string
  /** What is wrong at which place; empty when the message is about the whole. */
  readonly problems: readonly Problem[]
  /** Where a list was too slow: the fields of its filters that no index serves. */
  readonly fields: readonly string[]

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.code = details.code ?? ''
    this.requestId = details.requestId ?? ''
    this.problems = (details.problems ?? []).filter(({ pointer }) => pointer !== '')
    this.fields = details.fields ?? []
  }

  /** The service cannot be reached, or cannot reach its store. */
  get isAway(): boolean {
    return [0, 502, 504].includes(this.status) || (this.status === 503 && !this.isTooSlow)
  }

  /** A list asked for more work than the service does for one request. */
  get isTooSlow(): boolean {
    return this.code === 'query-too-slow'
  }

  /** Somebody else changed it meanwhile; a bulk write says so with a status of its own. */
  get isStale(): boolean {
    return this.status === 412 || this.code === 'precondition-failed'
  }
}

/** What a request gives, or something else where the service answers with one of these statuses. @throws every other error */
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

/** The statuses of what is not there, or not for this person to see. */
export const hidden: readonly number[] = [403, 404]

/** The error of an answer that is no success: a problem (RFC 9457), or what a proxy before the service says. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined) // a proxy may answer in HTML
  const { detail, message, code, problems, fields } = isObject(body) ? body : {}
  return new ApiError(response.status, firstText(detail, message) ?? response.statusText, {
    requestId: response.headers.get('x-request-id') ?? '',
    code: firstText(code) ?? '',
    problems: Array.isArray(problems) ? problems.flatMap(readProblem) : [],
    fields: Array.isArray(fields) ? fields.filter(field => typeof field === 'string') : [],
  })
}

const firstText = (...values: unknown[]): string | undefined => values.find(value => typeof value === 'string')

function readProblem(value: unknown): Problem[] {
  const { pointer, code, message } = isObject(value) ? value : {}
  const isProblem = typeof pointer === 'string' && typeof code === 'string' && typeof message === 'string'
  return isProblem ? [{ pointer, code, message }] : []
}
