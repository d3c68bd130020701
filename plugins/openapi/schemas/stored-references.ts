import { mapSchemas } from '../../../lib/json-schema/index.ts'
import { isObject, valueAtPointer } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { shapeOf } from '../operations/shape.ts'
import { slugOf } from './slug.ts'
import { schemasInPlace } from './subschemas.ts'
import { componentPointer } from './translate.ts'

/** How references are described in a schema for stored items. */
export interface ReferenceNaming {
  /** Returns the value for `x-resource-type`, from the schema of a single value, that of the whole, and the name in the document. */
  nameOf: (element: JsonObject, root: JsonObject, name: string) => string
  /** Allow integers where the document does, besides the URNs that are stored. */
  allowsIntegers?: boolean
}

/** The slug that `x-resource-type` means: given as the name of a schema or as a slug. */
export const slugNamed = (document: JsonObject, name: string): string =>
  valueAtPointer(document, componentPointer(name)) === undefined ? name : slugOf(name)

/** References are described by {@link slugNamed}. */
export const slugNaming = (document: JsonObject): ReferenceNaming => ({
  nameOf: (_element, _root, name) => slugNamed(document, name),
})

/** The schema of a single reference, if it is declared on an array. */
function elementOf(schema: JsonObject, root: JsonObject): JsonObject {
  if (!shapeOf(schema, root).types.has('array')) return schema
  return (
    schemasInPlace(schema, root)
      .map(({ items }) => items)
      .find(isObject) ?? {}
  )
}

/** Keywords that restrict texts or numbers, and that a URN does not have to satisfy. */
const assertionsOfScalars = new Set(
  'type format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf enum default example'.split(
    ' ',
  ),
)
const countsOfArrays = ['minItems', 'maxItems', 'uniqueItems'] as const

/** A translated schema with URNs for references, whatever form the document requires: URNs are stored. */
export function withStoredReferences(
  root: JsonObject,
  { nameOf, allowsIntegers = false }: ReferenceNaming,
): JsonObject {
  const textType = (types: ReadonlySet<string>): Json => {
    const further = [
      ...(allowsIntegers && types.has('integer') ? ['integer'] : []),
      ...(types.has('null') ? ['null'] : []),
    ]
    return further.length === 0 ? 'string' : ['string', ...further]
  }
  const change = (schema: JsonObject): JsonObject => {
    if (typeof schema['$ref'] === 'string') return schema
    const inPlace = schemasInPlace(schema, root)
    if (inPlace.some(refersToItem)) return referenceSchema(schema, inPlace)
    const { 'x-identifier': _identifier, ...own } = schema
    return hasReferringAlternative(own, root) ? withAlternatives(own) : own
  }
  const referenceSchema = (schema: JsonObject, inPlace: readonly JsonObject[]): JsonObject => {
    const name = String(inPlace.find(refersToItem)?.['x-resource-type'])
    const annotations: JsonObject = Object.fromEntries(
      inPlace.toReversed().flatMap(one => Object.entries(annotationsOf(one))),
    )
    const { types } = shapeOf(schema, root)
    const element = elementOf(schema, root)
    const reference = { ...annotations, 'x-resource-type': nameOf(element, root, name) }
    if (!types.has('array')) return { type: textType(types), ...reference }
    const counts = countsOfArrays.flatMap(keyword =>
      inPlace.flatMap(one => one[keyword] ?? []).map(one => [keyword, one] as const),
    )
    return {
      type: types.has('null') ? ['array', 'null'] : 'array',
      items: { type: textType(shapeOf(element, root).types) },
      ...Object.fromEntries(counts),
      ...reference,
    }
  }
  return mapSchemas(root, change)
}

/** Whether a schema declares that its value is a reference. */
export const refersToItem = (schema: JsonObject): boolean => typeof schema['x-resource-type'] === 'string'

const annotationsOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).filter(([name]) => name === 'title' || name === 'description' || name.startsWith('x-')),
  )

const alternativesOf = ({ anyOf, oneOf }: JsonObject): JsonObject[] =>
  [anyOf ?? [], oneOf ?? []].flat().filter(isObject)

const hasReferringAlternative = (schema: JsonObject, root: JsonObject): boolean =>
  alternativesOf(schema).some(one => schemasInPlace(one, root).some(refersToItem) || hasReferringAlternative(one, root))

/** A URN can match several alternatives, and none of the sibling keywords about other texts. */
function withAlternatives({ oneOf, anyOf, ...schema }: JsonObject): JsonObject {
  const others = Object.entries(schema).filter(([keyword]) => !assertionsOfScalars.has(keyword))
  return { ...Object.fromEntries(others), anyOf: [anyOf ?? [], oneOf ?? []].flat() }
}
