import { ApiError, errorOf } from './errors.ts'
import type { Json } from './json.ts'

/** Parameters of an address; undefined ones are left out, a list repeats its name. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** What a request says besides method and address. */
export interface SendOptions {
  query?: Query
  /** Sent as JSON. */
  body?: Json | object
  /** Takes the place of `application/json`. */
  contentType?: string
  /** ETag that the resource must still have. */
  ifMatch?: string | undefined
  accept?: string
  signal?: AbortSignal
}

/** Errors come as problems (RFC 9457), whose codes need no reading of sentences. */
const accepted = 'application/problem+json, application/json'

type Listener = (error: ApiError) => void
const listeners = new Set<Listener>()
let agent = ''

/** Development mode: the address of the user to act as; empty for the service's own choice. */
export function actAs(address: string): void {
  agent = address
}

/** Hear of every failed request, whoever sent it. @returns stops that */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Send a request as everything in the admin does it.
 * @throws ApiError when the service cannot be reached; its answers are returned, failures too
 */
export async function dispatch(request: Request): Promise<Response> {
  if (agent !== '') request.headers.set('x-dev-agent', agent)
  if (!request.headers.has('accept')) request.headers.set('accept', accepted)
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw tell(new ApiError(0, error instanceof Error ? error.message : String(error)))
  }
}

/** @throws ApiError unless the answer is a success */
export async function checked(response: Response): Promise<Response> {
  if (response.ok) return response
  throw tell(await errorOf(response))
}

/**
 * Send a request that the API's document cannot describe (resources of types made at run time, files).
 * @throws ApiError unless the answer is a success
 */
export async function send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
  const { query = {}, body, contentType = 'application/json', ifMatch, accept = accepted, signal } = options
  const headers = new Headers({ accept })
  if (body !== undefined) headers.set('content-type', contentType)
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  const init: RequestInit = { method, headers, ...(signal && { signal }) }
  if (body !== undefined) init.body = JSON.stringify(body)
  return checked(await dispatch(new Request(path + queryText(query), init)))
}

/**
 * Send a file as it is.
 * @throws ApiError unless the answer is a success
 */
export async function sendFile(
  path: string,
  file: Blob,
  { query = {}, contentType, signal }: { query?: Query; contentType: string; signal: AbortSignal },
): Promise<Response> {
  const headers = { accept: `${accepted}, */*`, 'content-type': contentType }
  return checked(await dispatch(new Request(path + queryText(query), { method: 'POST', headers, body: file, signal })))
}

/**
 * The JSON of an answer that the API's document cannot describe.
 * @throws ApiError unless the answer is a success
 */
export async function sendForJson<Value>(...request: Parameters<typeof send>): Promise<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- shapes of types made at run time are the API's own
  return (await (await send(...request)).json()) as Value
}

/** `?a=1&b=2`, or nothing. */
export function queryText(query: Query): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) pairs.append(name, String(one))
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

function tell(error: ApiError): ApiError {
  for (const listener of listeners) listener(error)
  return error
}
