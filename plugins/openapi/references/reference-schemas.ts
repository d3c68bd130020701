import type { FoundReference } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { newId } from '../../../lib/store-kit/index.ts'
import { compileReferenceFinder } from '../../../lib/json-schema/index.ts'
import { mergePatchSchema } from '../operations/bodies/merge-patch-schema.ts'
import { shapeOf } from '../operations/shape.ts'
import { slugOf } from '../schemas/slug.ts'
import { elementOf, refers, slugNamed } from '../schemas/stored-references.ts'
import type { NameReference } from '../schemas/stored-references.ts'
import { storedSchema } from '../schemas/stored-schema.ts'
import { mapSubschemas, withoutExtensions } from '../schemas/subschemas.ts'
import { componentPointer } from '../schemas/translate.ts'
import type { SchemaTranslator } from '../schemas/translate.ts'
import { validatorOf } from '../schemas/validator.ts'
import type { TargetIdentifier, TargetTypes } from './target-types.ts'

/** What the document's schema declares about a value that refers to an item. */
export interface ReferencePlace {
  /** Slug of the type that it refers to. */
  slug: string
  identifier: TargetIdentifier | undefined
  /** The form in which it can be given: as the identifier of the item, as its entity id, or as either. */
  form: 'identifier' | 'urn' | 'either'
  /** Whether identifiers are texts there, even integers. */
  isText: boolean
}

/** A value that refers to an item. */
export interface PlacedReference extends Pick<FoundReference, 'path' | 'name' | 'id'> {
  /** One, unless alternatives of the schema declare different ones. */
  places: readonly ReferencePlace[]
}

/** Finds the references in data, in their order. */
export type PlacedReferenceFinder = (data: JsonObject) => PlacedReference[]

/** Finds the references of a schema's items. */
export interface ReferenceFinders {
  /** In a body that is a whole item, or a part of one. */
  inRequest: PlacedReferenceFinder
  /** In a merge patch. */
  inPatch: PlacedReferenceFinder
  /** In stored data, where references are URNs. */
  inStored: PlacedReferenceFinder
}

/** Compiles finders of references, from schemas in which `x-resource-type` is the key of a {@link ReferencePlace}. */
export class ReferenceSchemas {
  readonly #document: JsonObject
  readonly #translator: SchemaTranslator
  readonly #targets: TargetTypes
  readonly #places = new Map<string, ReferencePlace>()

  constructor(document: JsonObject, translator: SchemaTranslator, targets: TargetTypes) {
    this.#document = document
    this.#translator = translator
    this.#targets = targets
  }

  /**
   * @param schemas names in `components.schemas`
   * @returns by slug, for types whose items refer to others
   */
  findersOf(schemas: readonly string[]): Map<string, ReferenceFinders> {
    const found = schemas.map(name => [slugOf(name), this.#findersOf(name)] as const)
    return new Map(found.flatMap(([slug, finders]) => (finders === undefined ? [] : [[slug, finders]])))
  }

  #findersOf(name: string): ReferenceFinders | undefined {
    const translated = this.#translator.translate(componentPointer(name), 'stored')
    const request = this.#withKeys(translated, translated)
    if (!mentionsReference(request)) return undefined
    const finder = (schema: JsonObject): PlacedReferenceFinder =>
      this.#placed(compileReferenceFinder(schema, { integers: true }))
    const stored = storedSchema(this.#document, this.#translator, name, this.#keyOf)
    return { inRequest: finder(request), inPatch: finder(mergePatchSchema(request)), inStored: finder(stored) }
  }

  #placed(find: (data: JsonObject) => FoundReference[]): PlacedReferenceFinder {
    return data =>
      find(data).map(({ path, name, id, type_slugs }) => {
        const places = type_slugs.flatMap(key => this.#places.get(key) ?? [])
        return { path, name, id, places }
      })
  }

  #withKeys(schema: JsonObject, root: JsonObject): JsonObject {
    const name = schema['x-resource-type']
    const own =
      typeof name === 'string'
        ? { ...schema, 'x-resource-type': this.#keyOf(elementOf(schema, root), root, name) }
        : schema
    return mapSubschemas(own, inner => this.#withKeys(inner, root))
  }

  readonly #keyOf: NameReference = (element, root, name) => {
    const place = this.#describe(element, root, name)
    const key = JSON.stringify(place)
    this.#places.set(key, place)
    return key
  }

  #describe(element: JsonObject, root: JsonObject, name: string): ReferencePlace {
    const slug = slugNamed(this.#document, name)
    const identifier = this.#targets.identifierOf(slug)
    const isText = !shapeOf(element, root).types.has('integer')
    const { $defs } = root
    const own = withoutExtensions({ ...element, ...($defs === undefined ? {} : { $defs }) })
    const holdsUrn = validatorOf(own)(newId(slug)).length === 0
    return { slug, identifier, form: identifier === undefined ? 'urn' : holdsUrn ? 'either' : 'identifier', isText }
  }
}

function mentionsReference(schema: JsonObject): boolean {
  let found = refers(schema)
  mapSubschemas(schema, inner => {
    found ||= mentionsReference(inner)
    return inner
  })
  return found
}
