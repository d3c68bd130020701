import { isObject } from './json.ts'

/** What one field was refused for. */
export interface FieldError {
  /** As the service writes it: `address.city`, `tags[2]`. */
  field: string
  message: string
}

const tooSlow = /^the list took too long/
const unservedFilter = /no index serves the filter on (.+); /

/** An answer that is no success, or no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when the service could not be reached. */
  readonly status: number
  /** Under which the log of the service has more; empty without an answer. */
  readonly requestId: string
  /** What is wrong with which field; empty when the message is about the whole. */
  readonly fields: readonly FieldError[]

  constructor(status: number, message: string, requestId = '') {
    super(message)
    this.status = status
    this.requestId = requestId
    this.fields = status === 400 || status === 422 ? readFieldErrors(message) : []
  }

  /** The service cannot be reached, or cannot reach its store. */
  get isAway(): boolean {
    return this.status === 0 || this.status === 502 || (this.status === 503 && !this.isTooSlow) || this.status === 504
  }

  /** A list asked for more work than the service does for one request. */
  get isTooSlow(): boolean {
    return this.status === 503 && tooSlow.test(this.message)
  }

  /** The fields of filters that no index serves, where a list was too slow for it. */
  get unserved(): string[] {
    const [, fields = ''] = (this.status === 503 && unservedFilter.exec(this.message)) || []
    return fields === '' ? [] : fields.split(', ')
  }

  /** Somebody else changed it meanwhile. */
  get isStale(): boolean {
    return this.status === 412
  }
}

/** The error of an answer that is no success. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined) // a proxy before the service may answer in HTML
  const message = isObject(body) && typeof body['message'] === 'string' ? body['message'] : response.statusText
  return new ApiError(response.status, message, response.headers.get('x-request-id') ?? '')
}

const fieldAtStart = /^([^\s:;"][^:;"]{0,200}): (.+)$/s

/** Take a message apart that names fields: `name: is required; year: must be integer`. */
export function readFieldErrors(message: string): FieldError[] {
  const errors: FieldError[] = []
  for (const part of message.split('; ')) {
    const [, field, text] = fieldAtStart.exec(part) ?? []
    const last = errors.at(-1)
    if (field !== undefined && text !== undefined) errors.push({ field, message: text })
    else if (last === undefined) return []
    else last.message += `; ${part}`
  }
  return errors
}

/** The JSON Pointer of a field as the service writes it: `tags[2].name` is `/tags/2/name`. */
export function pointerOf(field: string): string {
  const steps = field.split(/\.|\[(\d+)\]/).filter(step => step !== undefined && step !== '')
  return steps.map(step => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
