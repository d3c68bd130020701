import { isObject } from '../api/transport/json.ts'
import type { Json, JsonObject } from '../api/transport/json.ts'
import { choicesOf } from './choices.ts'
import type { Choice } from './choices.ts'
import { fieldFor } from '../fields/registry.ts'
import type { Kind } from '../fields/registry.ts'
import { allowsNull, typesOf, withoutNull } from './json-types.ts'
import { resolve } from './resolve.ts'
import { descriptionIn, titleIn, titleOf } from './titles.ts'

/** A property of a type, as lists, forms and filters use it. */
export interface Property {
  name: string
  /** The title from the schema in the language of the admin, otherwise derived from the name: `runningTimeMin` is “Running time min”. */
  title: string
  description: string
  kind: Kind
  isRequired: boolean
  isNullable: boolean
  isReadOnly: boolean
  /** Its values, or the items of its lists, are stored and never shown (`writeOnly`, `format: password`). */
  isSecret: boolean
  /** Slug of the type that a reference, or the references of an array, refer to. */
  refersTo: string | undefined
  /** The allowed values of an enum, or of an array of enums. */
  choices: Choice[] | undefined
  /** The items of an array; undefined for everything else. */
  items: Property | undefined
  /** Its schema with references resolved. */
  schema: JsonObject
}

/** The parts of a property that are needed to show its values. */
export type ShownProperty = Pick<Property, 'kind' | 'items' | 'name'> &
  Partial<Pick<Property, 'choices' | 'title' | 'schema'>> & { isMeta?: boolean }

/**
 * The properties of a type that answers show, in the order of the schema; empty for a type without a schema. Lists, filters, labels and files offer
 * these; what is secret is in {@link allPropertiesOf}.
 */
export const propertiesOf = (root: JsonObject | undefined): Property[] => allPropertiesOf(root).filter(isShown)

/** All properties of a type, for writing: forms and imports. */
export const allPropertiesOf = (root: JsonObject | undefined): Property[] =>
  root === undefined ? [] : allPropertiesIn(resolve(root, root), root)

/** The properties with these names in the order of the schema; properties that it does not describe come last. */
export function propertiesFor(names: readonly string[], root: JsonObject | undefined, schema = root): Property[] {
  const described = allPropertiesIn(resolve(schema, root ?? {}), root ?? {})
  const known = new Set(described.map(({ name }) => name))
  const others = names.filter(name => !known.has(name)).map(name => propertyOf(name, {}, root ?? {}))
  return [...described.filter(({ name }) => names.includes(name)), ...others]
}

/** The properties of a resolved object schema that answers show. */
export const propertiesIn = (schema: JsonObject, root: JsonObject): Property[] =>
  allPropertiesIn(schema, root).filter(isShown)

const isShown = ({ isSecret }: Property): boolean => !isSecret

/** All properties of a resolved object schema. */
export function allPropertiesIn(schema: JsonObject, root: JsonObject): Property[] {
  const { properties, required } = schema
  if (!isObject(properties)) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).map(([name, part]) => propertyOf(name, part, root, needed.has(name)))
}

/** Describe one property. @param part its schema, unresolved */
export function propertyOf(name: string, part: Json | undefined, root: JsonObject, isRequired = false): Property {
  const whole = resolve(part, root)
  const schema = withoutNull(whole)
  const choices = choicesOf(schema)
  const isList = choices === undefined && typesOf(schema).join() === 'array'
  const item = isList ? propertyOf(name, schema['items'], root) : undefined
  const items = item !== undefined && typeof schema['x-resource-type'] === 'string' ? asReference(item, schema) : item
  const target = schema['x-resource-type'] ?? items?.schema['x-resource-type']
  const property = {
    name,
    title: titleIn(schema) ?? titleOf(name),
    description: descriptionIn(schema),
    isRequired,
    isNullable: allowsNull(whole),
    isReadOnly: schema['readOnly'] === true,
    isSecret: isSecretIn(schema, root) || item?.isSecret === true,
    refersTo: typeof target === 'string' ? target : undefined,
    choices: choices ?? items?.choices,
    items,
    schema,
  }
  return { ...property, kind: fieldFor(property)?.kind ?? 'any' }
}

/** Whether a schema marks its values, or one of its alternatives does. */
function isSecretIn({ writeOnly, format, anyOf, oneOf }: JsonObject, root: JsonObject): boolean {
  if (writeOnly === true || format === 'password') return true
  const alternatives = [anyOf, oneOf].flatMap(branches => (Array.isArray(branches) ? branches : []))
  return alternatives.some(branch => {
    const { writeOnly: isWriteOnly, format: ofBranch } = resolve(branch, root)
    return isWriteOnly === true || ofBranch === 'password'
  })
}

/** `x-resource-type` can be on the array instead of its items. */
const asReference = (items: Property, { 'x-resource-type': target }: JsonObject): Property => ({
  ...items,
  kind: 'reference',
  refersTo: typeof target === 'string' ? target : undefined,
})
