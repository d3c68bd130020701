import { isObject, pointerOfReference, valueAtPointer, memoizeByObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { fileSlugs, isIdOf, withPointers } from '../../../lib/json-schema/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/** The parts of a type's schema that matter for displaying the values at a path. */
interface PropertyFacts {
  format: 'date' | 'date-time' | undefined
  mediaType: 'text/markdown' | 'text/html' | undefined
  isReference: boolean
  /** Whether the value is an address: `format: uri` and the like. */
  isAddress: boolean
  isDeclared: boolean
}

/** How many paths are remembered for a type: templates can name any. */
const maxRemembered = 2000
const maxSchemaSteps = 200
const remembered = memoizeByObject((_type: ResourceType) => new Map<string, PropertyFacts>())

/** @param path names of properties from the root of the data, through arrays */
export function propertyFactsOf(type: ResourceType, path: readonly string[]): PropertyFacts {
  const known = remembered(type)
  const key = path.join('.')
  let facts = known.get(key)
  if (facts === undefined) {
    if (known.size >= maxRemembered) known.clear()
    known.set(key, (facts = readFacts(type, path)))
  }
  return facts
}

function readFacts(type: ResourceType, path: readonly string[]): PropertyFacts {
  const { compiled, schema } = type
  const places = schema === null ? [] : schemasAt(withPointers(schema), path)
  const mediaType = places.map(place => place['contentMediaType']).find(isRich)
  return {
    format: compiled.open ? undefined : compiled.resolve(path)?.format,
    mediaType,
    isReference: compiled.references.some(({ name }) => name === path.join('.')),
    isAddress: places.some(
      ({ format }) => typeof format === 'string' && /^(?:uri|iri|url)(?:-reference)?$/.test(format),
    ),
    isDeclared: !compiled.open && (compiled.resolve(path) !== undefined || places.length > 0),
  }
}

/** The values that the schema of a property names: those of `enum` and `const`, also in combinations. */
export const choicesAt = ({ schema }: ResourceType, path: readonly string[]): Json[] =>
  schema === null
    ? []
    : schemasAt(withPointers(schema), path).flatMap(place => [
        ...(Array.isArray(place['enum']) ? place['enum'] : []),
        ...(place['const'] === undefined ? [] : [place['const']]),
      ])

/** The URNs of files to which data refer, by a property or in Markdown, each once. The URN of a file in any other text is only text. */
export const fileReferences = ({ compiled }: ResourceType, data: JsonObject): string[] => [
  ...new Set(compiled.referencesAndMentionsIn(data).flatMap(({ id }) => (isIdOf(fileSlugs, id) ? id : []))),
]

const isRich = (value: Json | undefined): value is 'text/markdown' | 'text/html' =>
  value === 'text/markdown' || value === 'text/html'

/** The schemas for a path in a schema, through local references, combinations and arrays. */
function schemasAt(root: JsonObject, path: readonly string[]): JsonObject[] {
  const budget = { steps: maxSchemaSteps }
  let places = alternatives(root, root, budget)
  for (const name of path) {
    const next = places.flatMap(place => {
      const { properties } = place
      const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
      return isObject(property) ? alternatives(property, root, budget) : []
    })
    places = next
  }
  return places
}

/** A schema with the schemas that it refers to, combines, and has for the items of an array. */
function alternatives(schema: JsonObject, root: JsonObject, budget: { steps: number }): JsonObject[] {
  budget.steps -= 1
  if (budget.steps < 0) return []
  const found = [schema]
  const follow = (value: Json | undefined): void => {
    if (isObject(value)) found.push(...alternatives(value, root, budget))
  }
  const { $ref: reference } = schema
  if (typeof reference === 'string') follow(valueAtPointer(root, pointerOfReference(reference)))
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[keyword]
    if (Array.isArray(list)) for (const one of list) follow(one)
  }
  follow(schema['items'])
  return found
}
