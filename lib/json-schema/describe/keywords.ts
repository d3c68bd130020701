import type { Json, JsonObject } from '../../json/types.ts'
import { equalJson, textsIn, typeOfJson } from '../../json/index.ts'
import type { SchemaNode } from '../tree/schema-tree.ts'
import type { BranchGroup } from './alternatives.ts'

/** The keywords of schemas that all apply, as one: types and choices that all of them allow, names that one requires; of others the last has effect. */
export function mergeKeywords(all: readonly JsonObject[]): JsonObject {
  const merged: JsonObject = {}
  for (const own of all) {
    for (const [keyword, value] of Object.entries(own)) merged[keyword] = mergeKeyword(keyword, merged[keyword], value)
  }
  return merged
}

function mergeKeyword(keyword: string, before: Json | undefined, value: Json | undefined): Json {
  const now = value ?? null
  if (before === undefined) return now
  if (keyword === 'required') return [...new Set([...textsIn(before), ...textsIn(now)])]
  if (keyword === 'type') return commonTypes([before].flat().map(String), [now].flat().map(String))
  if (keyword === 'enum' && Array.isArray(before) && Array.isArray(now))
    return before.filter(one => now.some(other => equalJson(one, other)))
  return flags.has(keyword) ? before === true || now === true : now
}

const flags: ReadonlySet<string> = new Set(['readOnly', 'writeOnly', 'deprecated', 'uniqueItems'])

function commonTypes(before: readonly string[], now: readonly string[]): string[] {
  const covers = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return [...new Set([...before.filter(type => covers(now, type)), ...now.filter(type => covers(before, type))])]
}

/**
 * The JSON types of a value, without null, and whether it can be null.
 * @param schema the keywords that apply
 * @param outer those that apply to all alternatives
 */
export function typesIn(
  schema: JsonObject,
  outer: JsonObject,
  applied: readonly SchemaNode[],
  groups: readonly BranchGroup[],
): { types: string[]; isNullable: boolean } {
  const listed = valuesIn(outer)
  const isNullable =
    (outer['type'] === undefined
      ? listed !== undefined || groups.some(({ allowsNull }) => allowsNull)
      : [outer['type']].flat().includes('null')) &&
    (listed === undefined || listed.includes(null))
  return { types: typeNames(schema, valuesIn(schema), applied, groups).filter(type => type !== 'null'), isNullable }
}

function typeNames(
  { type }: JsonObject,
  values: readonly Json[] | undefined,
  applied: readonly SchemaNode[],
  groups: readonly BranchGroup[],
): string[] {
  if (type !== undefined) return [type].flat().map(String)
  if (values !== undefined) return [...new Set(values.map(typeOfJson))]
  const inBranches = groups.flatMap(({ branches }) => branches.flatMap(({ description }) => description.types))
  if (inBranches.length > 0) return [...new Set(inBranches)]
  const keywords = new Set<string>(applied.flatMap(({ edges }) => edges.map(({ keyword }) => keyword)))
  if (ofObjects.some(keyword => keywords.has(keyword))) return ['object']
  return ofArrays.some(keyword => keywords.has(keyword)) ? ['array'] : []
}

const ofObjects = ['properties', 'patternProperties', 'additionalProperties']
const ofArrays = ['items', 'prefixItems']

/** The values that `enum` or `const` allow; undefined when there are others. */
export function valuesIn({ enum: values, const: only }: JsonObject): Json[] | undefined {
  if (only !== undefined) return [only]
  return Array.isArray(values) ? values : undefined
}

/** The names that schemas declare as members of an object. */
export const declaredIn = (nodes: readonly SchemaNode[]): Set<string> =>
  new Set(
    nodes.flatMap(({ edges }) =>
      edges.flatMap(({ keyword, name }) => (keyword === 'properties' ? [String(name)] : [])),
    ),
  )
