import type { JsonObject } from '../json/types.ts'
import { readSchema } from './compile.ts'
import { writeTree } from './write-tree.ts'

/**
 * A type's schema for an OpenAPI 3.1 document: in draft 2020-12 whatever dialect it was written in, without `$id`, `$schema` and anchors, and with
 * local references that hold where the schema is put.
 * @param schema one that `compileSchema` takes
 * @param prefix reference to the place where it is put: `#/components/schemas/movie`
 * @throws `BadRequest` when the schema is not in order
 */
export function schemaForDocument(schema: JsonObject, prefix: string): JsonObject {
  const written = writeTree(readSchema(schema).tree.root, { prefix, keep: () => true, finish: value => value })
  return { ...(written as JsonObject), type: 'object' }
}
