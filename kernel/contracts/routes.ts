import type { JsonObject } from '../../lib/json/types.ts'
import type { RouteAccess } from './access.ts'

/**
 * What the schemas of a type stand for in the description of the API, on routes whose address contains `:typeSlug`:
 * `data` its properties, `patch` a merge patch of them, `resource` one resource, `resources` the list envelope of resources.
 */
export type TypedSchema = 'data' | 'patch' | 'resource' | 'resources'

/** A route as it describes itself, for one method. */
export interface RouteDescription {
  /** In lower case. */
  method: string
  /** With `{parameters}`. */
  path: string
  access: RouteAccess
  summary: string
  description: string | undefined
  tags: readonly string[]
  deprecated: boolean
  /** Media types of the body. */
  consumes: readonly string[]
  /** Media type of the answers. */
  produces: string
  /** What of each type belongs to the route, where its path has `{typeSlug}`. */
  typed: { body?: TypedSchema; answer?: TypedSchema; filters?: boolean }
  /** JSON Schema of the body. */
  body: JsonObject | undefined
  /** JSON Schema of the query, an object. */
  query: JsonObject
  /** Status → schema of the answer, null for an answer without content. */
  answers: ReadonlyMap<string, JsonObject | null>
}

/** The routes of the service as data. Provided by the kernel. */
export interface Routes {
  /** Those under `/api` so far, in the order of their registration; without HEAD, without those that `schema.hide` leaves out, and without wildcards. */
  list(): readonly RouteDescription[]
}
