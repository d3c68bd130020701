import type { JsonObject } from '../../lib/json/index.ts'
import type { PlannedRoute } from './plan.ts'

/** The OpenAPI document in force, from which a part of the service was built. */
export interface ServedDocument {
  /** The document as written. */
  document: JsonObject
  /** Path of the file. */
  file: string
  /** The prefix of its paths. */
  prefix: string
  info: { title: string; description: string; version: string }
  operations: readonly PlannedRoute[]
  /** Slugs of the resource types that store its items. */
  typeSlugs: ReadonlySet<string>
}

/** The path at which a path of the document is served. */
export const mountedPath = (prefix: string, path: string): string => `${prefix}${path === '/' ? '' : path}`
