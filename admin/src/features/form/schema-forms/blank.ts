import { clone, isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import { fieldOf } from '../../../fields/registry.ts'
import {
  allPropertiesIn,
  allPropertiesOf,
  alternativesOf,
  hasAlternatives,
  propertyOf,
  resolve,
} from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { propertyOn } from './layout.ts'
import { getAt, parentOf, setAt, stepsOf } from './paths.ts'

/** Types can be recursive: defaults are collected up to this depth. */
const maxDepth = 6

/** The initial values of a new resource: defaults and constants of the schema. */
export function defaultsOf(schema: JsonObject | undefined): JsonObject {
  if (schema === undefined) return {}
  return startingObject(resolve(schema, schema), schema, 0)
}

/** The initial value of a new list element or of a chosen alternative. */
export function blankOf(property: Property, root: JsonObject, depth = 0): Json {
  const { schema, isNullable } = property
  const preset = presetValueOf(schema)
  if (preset !== undefined) return preset
  if (hasAlternatives(property)) {
    const [first] = alternativesOf(schema)
    return first?.['type'] === 'object' ? startingObject(resolve(first, root), root, depth + 1) : null
  }
  if (isDescribedObject(property)) return startingObject(schema, root, depth + 1)
  if (schema['type'] === 'object') return {}
  const { blank = null } = fieldOf(property.kind).form ?? {}
  if (typeof blank === 'object') return blank === null ? null : []
  return isNullable ? null : blank
}

const isDescribedObject = (property: Property): boolean =>
  property.kind === 'object' && isObject(property.schema['properties']) && !hasAlternatives(property)

function startingObject(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const data: JsonObject = {}
  if (depth > maxDepth) return data
  for (const property of allPropertiesIn(schema, root)) {
    const preset = property.isReadOnly ? undefined : startOf(property, root, depth)
    if (preset !== undefined) data[property.name] = preset
  }
  return data
}

function startOf(property: Property, root: JsonObject, depth: number): Json | undefined {
  const { schema, isRequired, isNullable } = property
  const preset = presetValueOf(schema)
  if (preset !== undefined) return preset
  if (!isRequired) return undefined
  if (isNullable) return null
  if (isDescribedObject(property)) return startingObject(schema, root, depth + 1)
  return fieldOf(property.kind).form?.blank === false ? false : undefined
}

function presetValueOf({ default: preset, const: only }: JsonObject): Json | undefined {
  const value = preset === undefined ? only : preset
  return isObject(value) || Array.isArray(value) ? clone(value) : value
}

/**
 * The data of a form after a field was emptied. Parent objects that exist only because of the input are removed.
 * @param isItem whether the field is an element of a list, which cannot be absent
 */
export function emptied(
  path: string,
  property: Property,
  isItem: boolean,
  { data, initial, schema }: { data: JsonObject; initial: JsonObject; schema: JsonObject },
): Json | undefined {
  let next = setAt(data, path, emptyOf(property, getAt(initial, path), isItem))
  for (let outer = parentOf(path); outer !== ''; outer = parentOf(outer)) {
    const left = getAt(next, outer)
    const mayGo = isObject(left) && Object.keys(left).length === 0 && getAt(initial, outer) === undefined
    if (!mayGo || /\.\d+$/.test(outer) || propertyOn(stepsOf(outer), schema)?.isRequired !== false) break
    next = setAt(next, outer, undefined)
  }
  return next
}

/** The value of an emptied field. @param initial the initial value of the field */
function emptyOf(property: Property, initial: Json | undefined, isItem: boolean): Json | undefined {
  if (isItem) return property.isNullable || !isText(property) ? null : ''
  if (property.items !== undefined && (property.isRequired || Array.isArray(initial))) return []
  if (property.isNullable && (property.isRequired || initial !== undefined)) return null
  return initial === '' && isText(property) ? '' : undefined
}

const isText = ({ kind }: Property): boolean => fieldOf(kind).form?.blank === ''

/** The data that can be sent: without the properties that the service sets. */
export const writable = (data: JsonObject, schema: JsonObject | undefined): JsonObject =>
  without(({ isReadOnly }) => isReadOnly, data, schema)

/** The initial values of a copy: all properties except those that the service sets and those that must be unique. */
export const copyOf = (data: JsonObject, schema: JsonObject | undefined): JsonObject =>
  clone(without(({ isReadOnly, schema: own }) => isReadOnly || own['x-unique'] === true, data, schema))

function without(
  isLeftOut: (property: Property) => boolean,
  data: JsonObject,
  schema: JsonObject | undefined,
): JsonObject {
  const names = new Set(
    allPropertiesOf(schema)
      .filter(isLeftOut)
      .map(({ name }) => name),
  )
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name)))
}

/** The data that a browser may keep: properties in which something is secret have their saved values. */
export function withoutTypedSecrets(data: JsonObject, saved: JsonObject, schema: JsonObject | undefined): JsonObject {
  const secret = allPropertiesOf(schema).filter(property => holdsSecret(property, schema ?? {}, 0))
  const names = new Set(secret.map(({ name }) => name))
  const kept = Object.entries(saved).filter(([name]) => names.has(name))
  const others = Object.entries(data).filter(([name]) => !names.has(name))
  return Object.fromEntries([...others, ...kept])
}

function holdsSecret({ isSecret, items, schema }: Property, root: JsonObject, depth: number): boolean {
  if (isSecret || depth > maxDepth) return isSecret
  const parts = [...(items === undefined ? [] : [items]), ...allPropertiesIn(schema, root)]
  const { additionalProperties: others, anyOf, oneOf } = schema
  const further = [others, ...[anyOf, oneOf].flatMap(branches => (Array.isArray(branches) ? branches : []))]
  return (
    parts.some(part => holdsSecret(part, root, depth + 1)) ||
    further.some(part => isObject(part) && holdsSecret(propertyOf('', part, root), root, depth + 1))
  )
}
