import { schemas } from '../../../../../admin/src/index.ts'
import { isObject } from '../../../../../lib/json/types.ts'
import type { Json, JsonObject } from '../../../../../lib/json/types.ts'
import { freeName } from './names.ts'
import { conditionSchema, readCondition } from './conditions.ts'
import { builderKindOf, withKind } from './kinds.ts'

/** A property of an object schema, as the builder shows it. */
export interface Entry {
  name: string
  /** The title in the language of the admin, or else the name as words. */
  title: string
  /** Schema of the property. */
  part: Json
  /** Undefined when the property can be edited only as JSON. */
  kind: string | undefined
  isRequired: boolean
}

const propertiesIn = (schema: JsonObject): [string, Json][] =>
  isObject(schema['properties']) ? Object.entries(schema['properties']) : []

const requiredIn = ({ required }: JsonObject): string[] =>
  Array.isArray(required) ? required.filter(name => typeof name === 'string') : []

/** The properties that a schema declares itself, in order. */
export function entriesOf(schema: JsonObject): Entry[] {
  const required = requiredIn(schema)
  return propertiesIn(schema).map(([name, part]) => ({
    name,
    title: schemas.propertyOf(name, isObject(part) ? part : {}).title,
    part,
    kind: builderKindOf(part),
    isRequired: required.includes(name),
  }))
}

/** A schema with a keyword set or removed. The order of the keywords is kept. */
export function withKeyword(schema: JsonObject, keyword: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...schema, [keyword]: value }
  const { [keyword]: _gone, ...rest } = schema
  return rest
}

const withProperties = (schema: JsonObject, properties: readonly (readonly [string, Json])[]): JsonObject => ({
  ...(schema['type'] === undefined && { type: 'object' }),
  ...schema,
  properties: Object.fromEntries(properties),
})

function withRequired(schema: JsonObject, required: readonly string[]): JsonObject {
  if (required.length === 0) return withKeyword(schema, 'required', undefined)
  return { ...schema, required: [...required] }
}

/** Add a property at the end. @returns the schema, and the name of the property */
export function addProperty(schema: JsonObject, title: string, kind: string): { schema: JsonObject; name: string } {
  const properties = propertiesIn(schema)
  const taken = properties.map(([name]) => name)
  const name = freeName(schemas.namesFrom(title).property, taken)
  const part = withKind(
    title.trim() === '' || title.trim() === schemas.titleOf(name) ? {} : { title: title.trim() },
    kind,
  )
  return { schema: withProperties(schema, [...properties, [name, part]]), name }
}

/** Remove a property and all references to it in the schema. */
export function removeProperty(schema: JsonObject, name: string): JsonObject {
  const rest = propertiesIn(schema).filter(([other]) => other !== name)
  return updateMentions(withProperties(schema, rest), name, undefined)
}

/** Rename a property wherever the schema names it; its position stays the same. */
export function renameProperty(schema: JsonObject, from: string, to: string): JsonObject {
  const properties = propertiesIn(schema).map(([name, part]): [string, Json] => [name === from ? to : name, part])
  return updateMentions(withProperties(schema, properties), from, to)
}

/** Update the other keywords of a schema that name a property: with its new name, or without it. */
function updateMentions(schema: JsonObject, from: string, to: string | undefined): JsonObject {
  let next = schema
  const required = requiredIn(schema)
  if (required.includes(from))
    next = withRequired(
      next,
      required.flatMap(name => (name === from ? (to ?? []) : name)),
    )
  for (const keyword of ['x-display-property', 'x-order-property'])
    if (next[keyword] === from) next = withKeyword(next, keyword, to)
  const { 'x-label': template } = next
  if (typeof template === 'string') {
    const label = renameInLabel(template, from, to)
    next = withKeyword(next, 'x-label', label.includes('{') ? label : undefined)
  }
  for (const [name, part] of propertiesIn(next)) {
    const condition = isObject(part) ? readCondition(part['x-show-if']) : undefined
    if (!isObject(part) || condition?.property !== from) continue
    const shown = to === undefined ? undefined : conditionSchema({ ...condition, property: to })
    next = setPart(next, name, withKeyword(part, 'x-show-if', shown))
  }
  return next
}

/** The same properties in another order. */
export function inOrder(schema: JsonObject, names: readonly string[]): JsonObject {
  const parts = new Map(propertiesIn(schema))
  return withProperties(
    schema,
    names.flatMap((name): [string, Json][] => {
      const part = parts.get(name)
      return part === undefined ? [] : [[name, part]]
    }),
  )
}

export const setPart = (schema: JsonObject, name: string, part: Json): JsonObject =>
  withProperties(
    schema,
    propertiesIn(schema).map(([other, old]) => [other, other === name ? part : old]),
  )

/** Require a property, or no longer. A required text is not empty either, as people mean it. */
export function setRequired(schema: JsonObject, name: string, isRequired: boolean): JsonObject {
  const others = requiredIn(schema).filter(other => other !== name)
  const part = propertiesIn(schema).find(([other]) => other === name)?.[1]
  const minLength = isRequired ? 1 : undefined
  const next = isObject(part) && mayBeEmpty(part, isRequired) ? withKeyword(part, 'minLength', minLength) : part
  return withRequired(
    next === undefined ? schema : setPart(schema, name, next),
    isRequired ? [...others, name] : others,
  )
}

/** Whether only {@link setRequired} decides if a text can be empty. */
const mayBeEmpty = (part: JsonObject, isRequired: boolean): boolean =>
  part['type'] === 'string' &&
  part['minLength'] === (isRequired ? undefined : 1) &&
  ['enum', 'const', 'format', 'pattern', 'x-resource-type'].every(keyword => part[keyword] === undefined)

/** The number of properties that a type declares at its root, for lists of types. */
export const countProperties = (schema: JsonObject | undefined): number =>
  schema === undefined ? 0 : propertiesIn(schema).length

const placeholder = /\{([^{}.]*)((?:\.[^{}]*)?)\}/g

/** The template of a label with a property renamed; without a new name its placeholders are removed. */
const renameInLabel = (template: string, from: string, to: string | undefined): string =>
  template.replaceAll(placeholder, (whole: string, name: string, rest: string) => {
    if (name !== from) return whole
    return to === undefined ? '' : `{${to}${rest}}`
  })
