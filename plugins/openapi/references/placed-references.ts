import { compileReferenceFinder, isIdOf } from '../../../lib/json-schema/index.ts'
import type { FoundReference } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { newId } from '../../../lib/store-kit/index.ts'
import { shapeOf } from '../operations/shape.ts'
import { slugNamed } from '../schemas/stored-references.ts'
import { storedSchema } from '../schemas/stored-schema.ts'
import type { SchemaTranslator } from '../schemas/translate.ts'
import { documentValidatorOf } from '../schemas/validator.ts'
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

/** A value that refers to an item: a URN in stored data, a URN or an identifier in a request. */
export interface PlacedReference extends Pick<FoundReference, 'path' | 'name' | 'id'> {
  /** One, unless alternatives of the schema declare different ones. */
  places: readonly ReferencePlace[]
}

/** Finds the references in stored data, in a body or in a merge patch, in their order. */
export type PlacedReferenceFinder = (data: JsonObject) => PlacedReference[]

/**
 * Compile the finder for the items of a schema: the references of their type, each with its place in the document.
 * @param schema name in `components.schemas`
 * @returns undefined when the items refer to nothing
 */
export function placedReferenceFinder(
  document: JsonObject,
  translator: SchemaTranslator,
  targets: TargetTypes,
  schema: string,
): PlacedReferenceFinder | undefined {
  // The finder reports the values of `x-resource-type`: keys of places, instead of slugs.
  const places = new Map<string, ReferencePlace>()
  const nameOf = (element: JsonObject, root: JsonObject, name: string): string => {
    const place = placeOf(targets, slugNamed(document, name), element, root)
    const key = JSON.stringify(place)
    places.set(key, place)
    return key
  }
  const stored = storedSchema(document, translator, schema, { nameOf, allowsIntegers: true })
  if (places.size === 0) return undefined
  const find = compileReferenceFinder(stored, { integers: true })
  return data =>
    find(data).flatMap(({ path, name, id, type_slugs }) => {
      const reference = { path, name, id, places: type_slugs.flatMap(key => places.get(key) ?? []) }
      return canRefer(reference) ? [reference] : []
    })
}

/** A text beside a reference given as an integer is one if it is a URN; the URN is what is stored for the integer. */
const canRefer = ({ id, places }: PlacedReference): boolean =>
  places.some(({ slug, isText }) => isText || isIdOf([slug], id)) || /^-?\d+$/.test(id)

function placeOf(targets: TargetTypes, slug: string, element: JsonObject, root: JsonObject): ReferencePlace {
  const identifier = targets.identifierOf(slug)
  const isText = !shapeOf(element, root).types.has('integer')
  const { $defs } = root
  const own = { ...element, ...($defs === undefined ? {} : { $defs }) }
  const holdsUrn = documentValidatorOf(own)(newId(slug)).length === 0
  return { slug, identifier, form: identifier === undefined ? 'urn' : holdsUrn ? 'either' : 'identifier', isText }
}
