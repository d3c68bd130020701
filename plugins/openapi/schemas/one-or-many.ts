import { mapSchemas } from '../../../lib/json-schema/index.ts'
import { equalJson, isObject, mapValues } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { shapeOf } from '../operations/shape.ts'
import type { ValueShape } from '../operations/shape.ts'
import { schemasInPlace } from './subschemas.ts'

/*
 * A document can allow one value or many: `anyOf` or `oneOf` of a type and an array of it. Such a property is stored as an array, so that it is a column:
 * of a single value an array of one.
 */

/** The alternatives of such a schema. */
interface OneOrMany {
  singles: readonly JsonObject[]
  array: JsonObject
  isNullable: boolean
}

/** JSON types of a shape, integers as numbers; null apart. */
function kindsOf({ types, structure }: ValueShape): { kinds: Set<string>; isNullable: boolean } {
  const kinds = new Set([...types].map(type => (type === 'integer' ? 'number' : type)))
  const isNullable = kinds.delete('null')
  if (kinds.size === 0 && !isNullable && structure !== 'scalar') kinds.add(structure)
  return { kinds, isNullable }
}

function readOneOrMany(schema: JsonObject, root: JsonObject): OneOrMany | undefined {
  const { anyOf, oneOf, type } = schema
  const alternatives = [anyOf ?? [], oneOf ?? []].flat().filter(isObject)
  if (alternatives.length < 2 || type !== undefined || (anyOf !== undefined && oneOf !== undefined)) return undefined
  const read = alternatives.map(alternative => {
    const shape = shapeOf(alternative, root)
    return { alternative, shape, ...kindsOf(shape) }
  })
  const isNullable = read.some(one => one.isNullable)
  const filled = read.filter(one => one.kinds.size > 0 || !one.isNullable)
  const [many, ...others] = filled.filter(({ kinds }) => kinds.has('array'))
  if (many?.shape.items === undefined || many.kinds.size > 1 || others.length > 0) return undefined
  const singles = filled.filter(one => one !== many)
  const kinds = new Set(singles.flatMap(one => [...one.kinds]))
  const ofItems = kindsOf(many.shape.items).kinds
  if (kinds.size === 0 || kinds.size !== ofItems.size || [...kinds].some(kind => !ofItems.has(kind))) return undefined
  return { singles: singles.map(one => one.alternative), array: many.alternative, isNullable }
}

/** A stored schema with arrays for one or many values. */
export const withArrays = (root: JsonObject): JsonObject =>
  mapSchemas(root, schema => {
    const found = readOneOrMany(schema, root)
    return found === undefined ? schema : arraySchema(schema, found, root)
  })

function arraySchema(
  { anyOf: _anyOf, oneOf: _oneOf, default: value, ...further }: JsonObject,
  { singles, array, isNullable }: OneOrMany,
  root: JsonObject,
): JsonObject {
  const parts = schemasInPlace(array, root).toReversed()
  const {
    $ref: _ref,
    allOf: _allOf,
    ...own
  }: JsonObject = Object.fromEntries(parts.flatMap(one => Object.entries(one)))
  const { minItems, items = {} } = own
  const isSame = own['x-resource-type'] !== undefined || singles.every(one => equalJson(one, items))
  return {
    ...own,
    ...further,
    type: isNullable ? ['array', 'null'] : 'array',
    items: isSame ? items : { anyOf: [...singles, items] },
    ...(minItems !== undefined && { minItems: Math.min(1, Number(minItems)) }),
    ...(value !== undefined && { default: value === null || Array.isArray(value) ? value : [value] }),
  }
}

/**
 * Compile the conversion of the data of a document to those of {@link withArrays}.
 * @param root the stored schema with the alternatives
 * @returns undefined when no property has one or many values
 */
export function compileArrays(root: JsonObject): ((data: JsonObject) => JsonObject) | undefined {
  const found = new Map<JsonObject, OneOrMany>()
  mapSchemas(root, schema => {
    const one = readOneOrMany(schema, root)
    if (one !== undefined) found.set(schema, one)
    return schema
  })
  if (found.size === 0) return undefined
  const known = new Map<JsonObject, ReadonlySet<JsonObject>>()
  const applyingOf = (schemas: readonly JsonObject[]): JsonObject[] => [
    ...new Set(
      schemas.flatMap(schema => {
        const applying = known.get(schema) ?? applyingTo(schema, root)
        known.set(schema, applying)
        return [...applying]
      }),
    ),
  ]
  const convert = (value: Json, schemas: readonly JsonObject[]): Json => {
    if (value === null || schemas.length === 0) return value
    const applying = applyingOf(schemas)
    const choices = applying.flatMap(schema => found.get(schema) ?? [])
    if (!Array.isArray(value) && choices.length > 0) return convert([value], schemas)
    if (Array.isArray(value)) {
      const inner = [...applying.flatMap(({ items }) => items ?? []), ...choices.flatMap(({ singles }) => singles)]
      return value.map(item => convert(item, inner.filter(isObject)))
    }
    if (!isObject(value)) return value
    // Unlike assignment, this keeps a property `__proto__` an ordinary one.
    return mapValues(value, (one, name) => {
      const members = applying.flatMap(schema => memberOf(schema, name))
      return convert(one, members)
    })
  }
  return data => {
    const converted = convert(data, [root])
    return isObject(converted) ? converted : data
  }
}

function memberOf({ properties, additionalProperties }: JsonObject, name: string): JsonObject[] {
  const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
  return isObject(own) ? [own] : []
}

/** A schema and those that can apply to the same value. */
function applyingTo(schema: JsonObject, root: JsonObject): ReadonlySet<JsonObject> {
  const found = new Set([schema])
  for (const one of found) {
    const { anyOf, oneOf, then, else: other } = one
    for (const inner of [...schemasInPlace(one, root), anyOf ?? [], oneOf ?? [], then ?? [], other ?? []].flat())
      if (isObject(inner)) found.add(inner)
  }
  return found
}
