import createClient from 'openapi-fetch'
import type { paths } from '../schema.d.ts'
import { checked, dispatch } from './send.ts'

/**
 * Everything that the service's document describes, typed by it: `api.GET('/api/users/{id}', { params: { path: { id } } })`.
 * Wrap calls in {@link value}, which throws instead of returning errors.
 */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: dispatch })

/** What a call answers with: `Answer<'/api/users/{id}', 'get'>`. */
export type Answer<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

/** One of those that a call lists. */
export type Listed<Path extends keyof paths> =
  Answer<Path, 'get' & keyof paths[Path]> extends { data: (infer Item)[] } ? Item : never

/** The `data` of a call. @throws ApiError unless the answer is a success */
export async function value<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  return (await versioned(call)).value
}

/** What a resource looks like, and the ETag to send with its next change. */
export interface Versioned<Value> {
  value: Value
  /** Empty when the answer had none. */
  etag: string
}

/** As {@link value}, with the ETag of the answer. */
export async function versioned<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Versioned<NonNullable<Data>>> {
  const { data, error, response } = await call
  if (!response.ok) await checked(rebuilt(response, error))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the document of the service says what a success holds
  return { value: data as NonNullable<Data>, etag: response.headers.get('etag') ?? '' }
}

/** The client has read the body already. */
const rebuilt = (response: Response, error: unknown): Response =>
  new Response(typeof error === 'string' ? error : JSON.stringify(error ?? {}), response)
