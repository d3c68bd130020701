import type { JsonObject } from '../../json/types.ts'
import { memoizeByObject } from '../../json/index.ts'
import { Problems } from '../check/problems.ts'
import { readTree } from './read-schema-tree.ts'
import { writeTree } from './write-schema-tree.ts'

/**
 * The schema in draft 2020-12 with each local reference as a JSON Pointer from the root (`#/$defs/name`), whether it names a pointer, an `$anchor` or an
 * `$id`: for those who follow references without reading the whole schema. What `compileSchema` refuses is left out.
 */
export const withPointers = memoizeByObject((schema: JsonObject): JsonObject => {
  const { root } = readTree(schema, new Problems('schema'))
  return writeTree(root, { prefix: '#', keep: () => true, finish: value => value })
})
