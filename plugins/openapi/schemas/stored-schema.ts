import { mapSchemas } from '../../../lib/json-schema/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { identifierOf } from './identifier.ts'
import { compileArrays, withArrays } from './one-or-many.ts'
import { slugNaming, withStoredReferences } from './stored-references.ts'
import type { ReferenceNaming } from './stored-references.ts'
import { componentPointer } from './translate.ts'
import type { SchemaTranslator } from './translate.ts'
import { schemasInPlace } from './subschemas.ts'

/** Keyword of a resource type's schema: the component of the OpenAPI document from which the type was created. */
export const originKeyword = 'x-openapi-schema'

/** Keyword of such a schema: the identifier of an item, as names of properties to how missing values are generated. */
export const identifierKeyword = 'x-openapi-identifier'

/**
 * The schema of the resource type that stores the items of a component. The identifier has an index, and is not required if the
 * service generates it.
 * @param naming default: `x-resource-type` is the slug of the named type
 * @throws ProblemAt
 */
export function storedSchema(
  document: JsonObject,
  translator: SchemaTranslator,
  name: string,
  naming: ReferenceNaming = slugNaming(document),
): JsonObject {
  const withReferences = (translated: JsonObject): JsonObject => withStoredReferences(translated, naming)
  const schema = keepOwnUnique(withArrays(withReferences(translator.translate(componentPointer(name), 'stored'))))
  const identifier = identifierOf(document, name)
  const properties: JsonObject = isObject(schema['properties']) ? { ...schema['properties'] } : {}
  for (const { property, pointer } of identifier) {
    const own =
      pointer === undefined ? { type: 'string' } : withArrays(withReferences(translator.translate(pointer, 'stored')))
    const { $defs: _unused, 'x-index': _index, ...rest } = own
    properties[property] = { ...rest, 'x-index': true }
  }
  const generated = new Set(identifier.flatMap(one => (one.generated === undefined ? [] : [one.property])))
  return {
    ...notRequiring(schema, generated),
    type: 'object',
    properties,
    [originKeyword]: name,
    [identifierKeyword]: Object.fromEntries(identifier.map(one => [one.property, one.generated ?? null])),
  }
}

/** The conversion of items as the document describes them to data of {@link storedSchema}; undefined when the data are the same. */
export const arraysOf = (
  document: JsonObject,
  translator: SchemaTranslator,
  name: string,
): ((data: JsonObject) => JsonObject) | undefined =>
  compileArrays(withStoredReferences(translator.translate(componentPointer(name), 'stored'), slugNaming(document)))

/** The schema, and those that it combines with `allOf`, without requiring these properties. */
function notRequiring(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  const { required, allOf, ...rest } = schema
  const left = Array.isArray(required) ? required.filter(one => !names.has(String(one))) : []
  const parts = Array.isArray(allOf) ? allOf.map(one => (isObject(one) ? notRequiring(one, names) : one)) : undefined
  return { ...rest, ...(left.length > 0 ? { required: left } : {}), ...(parts === undefined ? {} : { allOf: parts }) }
}

/** The component from which a type was created; undefined for a type that an administrator or a preset created. */
export const originOf = (schema: JsonObject | null): string | undefined => {
  const origin = schema?.[originKeyword]
  return typeof origin === 'string' ? origin : undefined
}

/**
 * Keep `x-unique` only at the properties of the root and of the schemas that it extends. Values are unique among the items of their own type: for an
 * item that is embedded in another one, the keyword has no meaning.
 * @param root its references lead into its own `$defs`
 */
function keepOwnUnique(root: JsonObject): JsonObject {
  const own = new Set(schemasInPlace(root, root).flatMap(({ properties }) => Object.values(properties ?? {})))
  return mapSchemas(root, schema => {
    const { 'x-unique': unique, ...others } = schema
    return typeof unique === 'boolean' && !own.has(schema) ? others : schema
  })
}
