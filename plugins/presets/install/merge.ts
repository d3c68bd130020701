import { equalJson, getOwn, isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { ResourceType, TypeDraft } from '../../types/contract.ts'
import type { PresetType } from '../reading/preset.ts'

/** A new type as its preset defines it. */
export const newDraft = (type: PresetType, behaviours: readonly string[]): TypeDraft => ({ ...type, behaviours })

/** An existing type, with these behaviours added to its own. */
export const withBehaviours = (current: ResourceType, behaviours: readonly string[]): TypeDraft => ({
  slug: current.slug,
  behaviours: [...current.behaviours, ...behaviours.filter(one => !current.behaviours.includes(one))],
})

/** An existing type with everything that the preset defines taken from the preset, and everything that was added to the type. */
export function mergedDraft(type: PresetType, current: ResourceType, behaviours: readonly string[]): TypeDraft {
  const { slug, name, description, context, schema } = type
  return {
    slug,
    name,
    ...(description !== undefined && { description }),
    ...(context !== undefined && { context: { ...current.context, ...context } }),
    ...(schema !== undefined && { schema: schema === null ? null : mergeSchema(current.schema ?? {}, schema) }),
    behaviours: withBehaviours(current, behaviours).behaviours ?? [],
  }
}

/** Keywords whose value is a schema. */
const schemaKeywords = new Set(['items', 'additionalProperties', 'contains', 'propertyNames', 'additionalItems'])
/** Keywords whose value maps names to schemas. */
const mapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** Keywords whose value maps names to texts. */
const textMapKeywords = new Set(['x-titles', 'x-descriptions', 'x-labels', 'x-groups', 'x-reverse-titles'])
/** Keywords whose value is a list that may have been extended. */
const listKeywords = new Set(['required', 'enum'])

/** A schema merged with the keywords of another one, which take precedence; keywords that only the first has are kept. */
function mergeSchema(own: Json, over: Json): JsonObject
function mergeSchema(own: Json, over: Json): Json
function mergeSchema(own: Json, over: Json): Json {
  if (!isObject(own) || !isObject(over)) return over
  if (isChoices(over['oneOf']) && own['enum'] !== undefined) return mergeSchema(withTitledChoices(own), over)
  if (isChoices(own['oneOf']) && over['enum'] !== undefined) return mergeSchema(own, withTitledChoices(over))
  return merge(own, over, (keyword, mine, theirs) => {
    if (keyword === 'oneOf') return mergeChoices(mine, theirs)
    if (textMapKeywords.has(keyword) && isObject(mine) && isObject(theirs)) return { ...mine, ...theirs }
    if (schemaKeywords.has(keyword)) return mergeSchema(mine, theirs)
    if (mapKeywords.has(keyword) && isObject(mine) && isObject(theirs)) {
      return merge(mine, theirs, (_name, before, after) => mergeSchema(before, after))
    }
    return listKeywords.has(keyword) ? mergeLists(mine, theirs) : theirs
  })
}

/** Choices with titles: a `oneOf` whose members are each a `const`. */
const isChoices = (value: Json | undefined): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(one => isObject(one) && Object.hasOwn(one, 'const'))

/** A schema with its `enum` as choices that can have titles; a schema that also has such choices loses the `enum`. */
function withTitledChoices({ enum: values, ...rest }: JsonObject): JsonObject {
  return Array.isArray(values) && rest['oneOf'] === undefined
    ? { ...rest, oneOf: values.map(value => ({ const: value })) }
    : rest
}

/** The choices of the second list, then those that only the first has. */
function mergeChoices(own: Json, over: Json): Json {
  if (!isChoices(own) || !isChoices(over)) return over
  const isSame = (one: JsonObject, other: JsonObject): boolean =>
    equalJson(getOwn(one, 'const') ?? null, getOwn(other, 'const') ?? null)
  const named = over.map(choice => mergeSchema(own.find(one => isSame(one, choice)) ?? {}, choice))
  return [...named, ...own.filter(choice => !over.some(one => isSame(one, choice)))]
}

/** The members of both, those of the second before members that only the first has; `both` decides about members in both. */
function merge(own: JsonObject, over: JsonObject, both: (key: string, mine: Json, theirs: Json) => Json): JsonObject {
  const merged = Object.entries(over).map(([key, theirs]): [string, Json] => {
    const mine = getOwn(own, key)
    return [key, mine === undefined ? theirs : both(key, mine, theirs)]
  })
  const added = Object.entries(own).filter(([key]) => !Object.hasOwn(over, key))
  return Object.fromEntries([...merged, ...added])
}

function mergeLists(own: Json, over: Json): Json {
  if (!Array.isArray(own) || !Array.isArray(over)) return over
  return [...over, ...own.filter(item => !over.some(one => equalJson(one, item)))]
}
