import { isObject, mapValues, pointerOf, pointerToken } from '../../json/index.ts'
import type { Json, JsonObject } from '../../json/index.ts'
import { keywords } from './dialects.ts'
import type { KeywordShape } from './dialects.ts'

/** The keywords that contain schemas, in either dialect. Conditions of forms are schemas too. */
const shapes: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ...keywords['2020-12'],
  ...keywords['draft-07'],
  ['x-show-if', 'schema'],
  ['x-show-if-item', 'schema'],
])

/**
 * Change every schema in a schema, the outer ones first. Values of keywords that contain no schema stay as they are, whatever they look like.
 * @param change gets a schema and the JSON Pointer to it; what it returns is looked through in its place
 */
export function mapSchemas(
  schema: JsonObject,
  change: (schema: JsonObject, pointer: string) => JsonObject,
  pointer = '',
): JsonObject {
  return mapValues(change(schema, pointer), (value, key) =>
    mapInner(shapes.get(key), value, (inner, path) =>
      isObject(inner) ? mapSchemas(inner, change, `${pointer}/${pointerToken(key)}${pointerOf(path)}`) : inner,
    ),
  )
}

/** The value of a keyword with other schemas in it. @param change gets what should be a schema, and the path to it in the value */
export function mapInner(
  shape: KeywordShape | undefined,
  value: Json,
  change: (schema: Json, path: readonly (string | number)[]) => Json,
): Json {
  if (Array.isArray(value))
    return shape === 'schemas' || shape === 'items' ? value.map((inner, index) => change(inner, [index])) : value
  if (!isObject(value)) return value
  if (shape === 'schema' || shape === 'items') return change(value, [])
  const isMap = shape === 'schema-map' || shape === 'dependencies'
  return isMap ? mapValues(value, (inner, name) => change(inner, [name])) : value
}
