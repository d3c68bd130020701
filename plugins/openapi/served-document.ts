import type { JsonObject } from '../../lib/json/index.ts'
import type { PlannedOperation } from './plan.ts'

/** The OpenAPI document in force: what a part of the service was built from. */
export interface ServedDocument {
  /** As it was written. */
  document: JsonObject
  /** Path of the file. */
  file: string
  /** Under which its paths are mounted. */
  prefix: string
  info: { title: string; description: string; version: string }
  operations: readonly PlannedOperation[]
  /** Slugs of the resource types that keep its items. */
  typeSlugs: ReadonlySet<string>
}

/** Where a path of the document is served. */
export const mountedPath = (prefix: string, path: string): string => `${prefix}${path === '/' ? '' : path}`
