import { currentLanguage } from '../../i18n/current.ts'
import { ApiError, readError, unless } from './errors.ts'
import type { Json } from './json.ts'
import { responseOfRun, type RunProgress } from './runs.ts'

/** Query parameters. Undefined ones are left out; a list repeats the name. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** Options of a request besides method and address. */
export interface SendOptions {
  query?: Query
  /** Sent as JSON; a file unchanged. */
  body?: Json | object
  /** Replaces `application/json`. */
  contentType?: string
  /** ETag that the resource must still have. */
  ifMatch?: string | undefined
  accept?: string
  /** What the client prefers (RFC 7240). */
  prefer?: string
  /** Also cancels the run that goes on with the change. */
  signal?: AbortSignal | undefined
  /** Called with how far that run is. */
  onProgress?: (progress: RunProgress) => void
}

/** Errors are requested as problems (RFC 9457), so that the admin reads codes instead of sentences. */
const accepted = 'application/problem+json, application/json'

type Listener = (error: ApiError) => void
const listeners = new Set<Listener>()
let agent = ''

/** Development mode: set the email address of the user to act as; empty means the service's default. */
export function actAs(address: string): void {
  agent = address
}

let shownUser: string | undefined

/** Set the user whom the page shows: the service refuses changes that would be made as somebody else. */
export function expectUser(id: string | undefined): void {
  shownUser = id
}

/** Call the listener for every failed request of the admin. @returns a function that removes the listener */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Send a request with the headers that every request of the admin has. A change that takes long goes on as a run of a job: its response is that at the
 * end of the run, without an ETag. The signal of the request then cancels the run.
 * @throws ApiError when the service cannot be reached; an error response is returned
 */
export async function dispatch(request: Request, onProgress?: SendOptions['onProgress']): Promise<Response> {
  const { pathname } = new URL(request.url)
  addHeaders(request.headers, request.method !== 'GET' && !pathname.endsWith('/_check'))
  try {
    const response = await fetch(request)
    const run = response.status === 202 ? response.headers.get('location') : null
    return run === null ? response : await responseOfRun(run, sendToRun, request.signal, onProgress)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw notifyListeners(new ApiError(0, error instanceof Error ? error.message : String(error)))
  }
}

/** Add what every request of the admin has. @param isChange whether it must be made as the user whom the page shows; checks go on in the background */
function addHeaders(headers: Headers, isChange: boolean): void {
  if (agent !== '') headers.set('x-dev-agent', agent)
  if (!headers.has('accept')) headers.set('accept', accepted)
  if (shownUser !== undefined && isChange) headers.set('x-expected-user', shownUser)
  headers.set('accept-language', currentLanguage.value)
}

/**
 * Send bytes, and report how many were sent, which `fetch` does not.
 * @param options.headers what the request has besides those of every request
 * @throws ApiError unless the response is a success; the reason of the signal when it is aborted
 */
export function sendBytes(
  method: string,
  path: string,
  body: Blob | FormData | null,
  options: { headers?: Record<string, string>; signal: AbortSignal; sent: (bytes: number) => void },
): Promise<Response> {
  const { signal, sent } = options
  const headers = new Headers(options.headers)
  addHeaders(headers, true)
  const request = new XMLHttpRequest()
  request.open(method, path)
  for (const [name, value] of headers) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded }) => sent(loaded))
  const stop = (): void => request.abort()
  signal.addEventListener('abort', stop)
  const ended = new Promise<Response>((resolve, reject) => {
    request.addEventListener('load', () => {
      const lines = request.getAllResponseHeaders().trim().split('\r\n')
      const pairs = lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ])
      const { status, statusText, responseText } = request
      resolve(new Response(status === 204 ? null : responseText, { status, statusText, headers: pairs }))
    })
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('error', () => reject(notifyListeners(new ApiError(0, 'the connection broke'))))
  })
  if (signal.aborted) return Promise.reject(signal.reason)
  request.send(body)
  return ended.then(checkResponse).finally(() => signal.removeEventListener('abort', stop))
}

/** Read or cancel a run, as often as necessary: it goes on while the service cannot be reached. */
async function sendToRun(method: 'GET' | 'POST', address: string): Promise<Response | undefined> {
  const response = await unless([0], dispatch(new Request(address, { method })), undefined)
  return response !== undefined && [502, 503, 504].includes(response.status) ? undefined : response
}

/** Return the response. @throws ApiError unless it is a success */
export async function checkResponse(response: Response): Promise<Response> {
  if (response.ok) return response
  throw notifyListeners(await readError(response))
}

/**
 * Send a request that the OpenAPI document cannot describe (resources of types created at run time, files).
 * @throws ApiError unless the response is a success
 */
export async function send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
  const { query = {}, body, contentType = 'application/json', ifMatch, accept = accepted, signal } = options
  const headers = new Headers({ accept, ...(options.prefer !== undefined && { prefer: options.prefer }) })
  if (body !== undefined) headers.set('content-type', contentType)
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  const init: RequestInit = { method, headers, signal: signal ?? null }
  if (body !== undefined) init.body = body instanceof Blob ? body : JSON.stringify(body)
  return checkResponse(await dispatch(new Request(path + queryText(query), init), options.onProgress))
}

/**
 * Send a request and read JSON that the OpenAPI document cannot describe.
 * @throws ApiError unless the response is a success
 */
export const sendForJson = <Value>(...request: Parameters<typeof send>): Promise<Value> =>
  jsonOf<Value>(send(...request))

/** The JSON of a response, see {@link sendForJson}. */
export async function jsonOf<Value>(response: Promise<Response>): Promise<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shapes of types created at run time are known only to the API
  return (await (await response).json()) as Value
}

/** `?a=1&b=2`, or an empty text. */
export function queryText(query: Query): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) pairs.append(name, String(one))
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

function notifyListeners(error: ApiError): ApiError {
  for (const listener of listeners) listener(error)
  return error
}

/** The ETag of a response. That of a compressed one is weak; the version has the same one without it. */
export const etagIn = ({ headers }: Response): string => (headers.get('etag') ?? '').replace(/^W\//, '')
