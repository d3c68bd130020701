import type { JsonObject } from '../../lib/json/types.ts'
import type { RouteAccess } from './access.ts'

/**
 * How the schemas of a type are used in the description of the API, on routes whose path contains `:typeSlug`:
 * `data` its properties, `patch` a merge patch of them, `resource` one resource, `resources` the list envelope of resources.
 */
export type TypedSchema = 'data' | 'patch' | 'resource' | 'resources'

/** The description of a route, for one method. */
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
  /** The parts of the route that depend on the type, where its path has `{typeSlug}`. */
  typed: { body?: TypedSchema; answer?: TypedSchema; filters?: boolean }
  /** JSON Schema of the body. */
  body: JsonObject | undefined
  /** JSON Schema of the query, an object. */
  query: JsonObject
  /** Status → schema of the answer, null for an answer without a body. */
  answers: ReadonlyMap<string, JsonObject | null>
}

/** The routes of the service as data. Provided by the kernel. */
export interface Routes {
  /** The routes under `/api` so far, in the order of registration; without HEAD, routes with `schema.hide`, and wildcards. */
  list(): readonly RouteDescription[]
}
