import createClient from 'openapi-fetch'
import type { paths } from '../schema.d.ts'
import { checkResponse, dispatch, etagIn } from './send.ts'

/**
 * The client for every route in the service's OpenAPI document, with its types: `api.GET('/api/users/{id}', { params: { path: { id } } })`.
 * Wrap calls in {@link value}, which throws instead of returning errors.
 */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: dispatch })

/** The body of a successful response: `Answer<'/api/users/{id}', 'get'>`. */
export type Answer<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

/** One item of a list response. */
export type Listed<Path extends keyof paths> =
  Answer<Path, 'get' & keyof paths[Path]> extends { data: (infer Item)[] } ? Item : never

/** Take the `data` of a call. @throws ApiError unless the response is a success */
export async function value<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  return (await versioned(call)).value
}

/** A value, and the ETag to send with its next change. */
export interface Versioned<Value> {
  value: Value
  /** Empty when the response had none. */
  etag: string
}

/** As {@link value}, with the ETag of the response. */
export async function versioned<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Versioned<NonNullable<Data>>> {
  const { data, error, response } = await call
  if (!response.ok) await checkResponse(rebuildResponse(response, error))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the OpenAPI document declares the body of a success
  return { value: data as NonNullable<Data>, etag: etagIn(response) }
}

/** Build the response again, because the client has read its body already. */
const rebuildResponse = (response: Response, error: unknown): Response =>
  new Response(typeof error === 'string' ? error : JSON.stringify(error ?? {}), response)
