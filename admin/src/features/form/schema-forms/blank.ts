import { clone, isObject } from '../../../api/json.ts'
import type { Json, JsonObject } from '../../../api/json.ts'
import { propertiesIn, resolve } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { alternativesOf, formKindOf } from './kinds.ts'

const deepest = 6

/** What a new resource begins with: what the schema gives by default, and what can only be one thing. */
export function defaultsOf(schema: JsonObject | undefined): JsonObject {
  if (schema === undefined) return {}
  return startingObject(resolve(schema, schema), schema, 0)
}

/** What a new element of a list, or a chosen alternative, begins with. */
export function blankOf(property: Property, root: JsonObject, depth = 0): Json {
  const { schema, isNullable } = property
  const given = givenBy(schema)
  if (given !== undefined) return given
  switch (formKindOf(property)) {
    case 'object':
      return startingObject(schema, root, depth + 1)
    case 'list':
    case 'multi-enum':
    case 'reference-list':
      return []
    case 'boolean':
      return isNullable ? null : false
    case 'text':
    case 'long-text':
    case 'email':
    case 'uri':
    case 'image':
    case 'colour':
      return isNullable ? null : ''
    case 'json':
      return schema['type'] === 'object' ? {} : null
    case 'choice': {
      const [first] = alternativesOf(schema)
      return first?.['type'] === 'object' ? startingObject(resolve(first, root), root, depth + 1) : null
    }
    default:
      return null
  }
}

function startingObject(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  const data: JsonObject = {}
  if (depth > deepest) return data
  for (const property of propertiesIn(schema, root)) {
    const given = property.isReadOnly ? undefined : startOf(property, root, depth)
    if (given !== undefined) data[property.name] = given
  }
  return data
}

function startOf(property: Property, root: JsonObject, depth: number): Json | undefined {
  const { schema, isRequired, isNullable } = property
  const given = givenBy(schema)
  if (given !== undefined) return given
  if (!isRequired) return undefined
  if (isNullable) return null
  const kind = formKindOf(property)
  if (kind === 'object') return startingObject(schema, root, depth + 1)
  return kind === 'boolean' ? false : undefined
}

function givenBy({ default: given, const: only }: JsonObject): Json | undefined {
  const value = given === undefined ? only : given
  return isObject(value) || Array.isArray(value) ? clone(value) : value
}

/** What a field holds once it is emptied. @param initial what it held in the beginning */
export function emptyOf(property: Property, initial: Json | undefined, isItem: boolean): Json | undefined {
  if (isItem) return property.isNullable || !isText(property) ? null : ''
  if (property.kind === 'array' && (property.isRequired || Array.isArray(initial))) return []
  if (property.isNullable && (property.isRequired || initial !== undefined)) return null
  return initial === '' && isText(property) ? '' : undefined
}

const isText = ({ kind }: Property): boolean => ['text', 'long-text', 'email', 'uri', 'image', 'colour'].includes(kind)

/** The data that may be sent: what the service sets itself is left out. */
export function writable(data: JsonObject, schema: JsonObject | undefined): JsonObject {
  if (schema === undefined) return data
  const readOnly = new Set(
    propertiesIn(resolve(schema, schema), schema).flatMap(({ name, isReadOnly }) => (isReadOnly ? [name] : [])),
  )
  return Object.fromEntries(Object.entries(data).filter(([name]) => !readOnly.has(name)))
}
