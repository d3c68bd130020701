import { mapSchemas } from '../../../lib/json-schema/index.ts'
import { isObject, valueAtPointer } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { ProblemAt, pointTo } from '../document/problem.ts'
import { shapeOf } from '../operations/shape.ts'
import { identifierOf } from '../schemas/identifier.ts'
import { slugOf } from '../schemas/slug.ts'
import { refersToItem, slugNamed } from '../schemas/stored-references.ts'
import { schemasInPlace } from '../schemas/subschemas.ts'
import { componentPointer } from '../schemas/translate.ts'
import type { SchemaTranslator } from '../schemas/translate.ts'

/** The single property that identifies the items of a type, if references can contain its value instead of the entity id. */
export interface TargetIdentifier {
  property: string
  isInteger: boolean
}

/** The resource types that a document's references can name. */
export class TargetTypes {
  readonly #document: JsonObject
  readonly #slugs: ReadonlySet<string>
  readonly #identifiers: ReadonlyMap<string, TargetIdentifier>

  /**
   * @param schemas names in `components.schemas` of the items that the document's operations store
   * @param existing slugs of the existing resource types
   */
  constructor(
    document: JsonObject,
    translator: SchemaTranslator,
    schemas: readonly string[],
    existing: readonly string[],
  ) {
    this.#document = document
    this.#slugs = new Set([...existing, ...schemas.map(slugOf)])
    this.#identifiers = new Map(
      schemas.flatMap(name => {
        const identifier = targetIdentifier(document, translator, name)
        return identifier === undefined ? [] : [[slugOf(name), identifier] as const]
      }),
    )
  }

  /** The identifier by which items of a type can be given; undefined if only the entity id is possible. */
  identifierOf(slug: string): TargetIdentifier | undefined {
    return this.#identifiers.get(slug)
  }

  /**
   * Check that every `x-resource-type` in the document's schemas names a type and is used where a reference is possible.
   * @throws ProblemAt
   */
  check(translator: SchemaTranslator): void {
    const components = valueAtPointer(this.#document, '/components/schemas')
    for (const [name, component] of Object.entries(isObject(components) ? components : {})) {
      if (!isObject(component)) continue
      mapSchemas(component, (schema, pointer) => {
        // Siblings of `$ref` have no meaning in OpenAPI 3.0.
        if (typeof schema['$ref'] !== 'string')
          this.#checkReference(translator, componentPointer(name) + pointer, schema)
        return schema
      })
    }
  }

  #checkReference(translator: SchemaTranslator, pointer: string, { 'x-resource-type': name }: JsonObject): void {
    if (name === undefined) return
    const place = pointTo(pointer, 'x-resource-type')
    if (typeof name !== 'string') throw new ProblemAt(place, 'must be the name of a schema or the slug of a type')
    const slug = slugNamed(this.#document, name)
    if (!this.#slugs.has(slug)) {
      throw new ProblemAt(
        place,
        `"${name}" is neither a schema of this document that its operations store nor the slug of a resource type`,
      )
    }
    const translated = translator.translate(pointer, 'stored')
    const types = elementTypes(translated)
    if ([...types].some(type => type !== 'string' && type !== 'integer' && type !== 'null')) {
      throw new ProblemAt(pointer, 'refers to an item and must be a text, an integer or an array of these')
    }
    if (types.has('integer') && this.identifierOf(slug)?.isInteger !== true) {
      throw new ProblemAt(pointer, `refers to an item of ${name} and is an integer, but no integer identifies those`)
    }
  }
}

function targetIdentifier(
  document: JsonObject,
  translator: SchemaTranslator,
  name: string,
): TargetIdentifier | undefined {
  const [only, ...others] = identifierOf(document, name)
  if (only === undefined || others.length > 0) return undefined
  if (only.pointer === undefined) return { property: only.property, isInteger: false }
  const schema = translator.translate(only.pointer, 'stored')
  if (schemasInPlace(schema, schema).some(refersToItem)) return undefined
  const { types } = shapeOf(schema, schema)
  if (types.has('integer')) return { property: only.property, isInteger: true }
  return types.has('string') || types.size === 0 ? { property: only.property, isInteger: false } : undefined
}

/** The types of a value, or of the items if it is an array. */
function elementTypes(schema: JsonObject): Set<string> {
  const { types, items } = shapeOf(schema, schema)
  return new Set([...[...types].filter(type => type !== 'array'), ...(items?.types ?? [])])
}
