import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import type { ResourceType } from '../../../api/index.ts'
import { inSentence, propertiesOf, reverseTitleIn, typePlural } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { isRelevant, valueOf } from '../../form/validation/conditions.ts'

/** How resources of one type refer to those of another: by a property that contains one or several references. */
export interface Relation {
  /** The type of the resources in the section. */
  type: ResourceType
  property: Property
  isMany: boolean
  /** Whether the type has no list of its own, so that its resources are parts of the record. */
  isPart: boolean
  /** Whether the type refers to the record by several properties, so that the section's title has to name the property. */
  isAmbiguous: boolean
  /** Whether the property belongs to the record itself: a list of references, shown in its order. */
  isOwn: boolean
}

/**
 * The title of the section of a relation: that of the property of the record itself, else what the reference calls the resources (`x-reverse-title`),
 * else the plural of their type, with the property if the type refers to the record by several.
 */
export function titleOfRelation({ type, property, isOwn, isAmbiguous }: Relation): string {
  if (isOwn) return property.title
  const reverse = reverseTitleIn(property.schema) ?? (property.items && reverseTitleIn(property.items.schema))
  if (reverse !== undefined) return reverse
  return isAmbiguous ? `${typePlural(type)} (${inSentence(property.title)})` : typePlural(type)
}

/**
 * The lists of references of a record. A list that contains an item twice cannot be shown as rows and is left out.
 * @param typeOf returns the type of a slug if the user can read it
 * @param isEditable whether the user can fill empty lists, which are shown only then
 */
export function ownRelations(
  schema: JsonObject | undefined,
  data: JsonObject,
  typeOf: (slug: string) => ResourceType | undefined,
  isEditable: boolean,
): Relation[] {
  return propertiesOf(schema).flatMap(property => {
    const type = isListOfReferences(property) ? typeOf(property.refersTo ?? '') : undefined
    const held = valueOf(property, data) ?? []
    if (type === undefined || !isStringArray(held) || new Set(held).size < held.length) return []
    const isShown = held.length > 0 || (isEditable && !property.isReadOnly && isRelevant(property, data))
    const isPart = type.schema?.['x-value-object'] === true
    return isShown ? [{ type, property, isMany: true, isPart, isAmbiguous: false, isOwn: true }] : []
  })
}

export const isStringArray = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')

/**
 * The relations by which other types refer to a type: those of its parts first, then in the given order.
 * @param order slugs of types; types that are not listed come last
 */
export function relationsTo(slug: string, types: readonly ResourceType[], order: readonly string[]): Relation[] {
  const relations = types.flatMap(type => {
    const properties = type.schema?.['x-abstract'] === true ? [] : propertiesOf(type.schema).filter(isReferenceTo(slug))
    return properties.map(property => ({
      type,
      property,
      isMany: property.items !== undefined,
      isPart: type.schema?.['x-value-object'] === true,
      isAmbiguous: properties.length > 1,
      isOwn: false,
    }))
  })
  const placeOf = ({ type: { slug: own }, isPart }: Relation): number => {
    const at = order.indexOf(own)
    return isPart ? -1 : at < 0 ? order.length : at
  }
  return relations.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const isListOfReferences = ({ items }: Property): boolean => items?.kind === 'reference'

const isReferenceTo =
  (slug: string) =>
  (property: Property): boolean =>
    property.refersTo === slug && (property.kind === 'reference' || isListOfReferences(property))

/** The types that refer to resources of a type from a nested object or a list of objects. They have no section. */
export const typesReferringWithin = (slug: string, types: readonly ResourceType[]): ResourceType[] =>
  types.filter(({ schema }) => {
    if (schema === undefined) return false
    const shown = new Set(
      propertiesOf(schema).flatMap(property => (isReferenceTo(slug)(property) ? [property.name] : [])),
    )
    const { properties, ...rest } = schema
    const others = isObject(properties) ? Object.entries(properties).filter(([name]) => !shown.has(name)) : []
    return refersTo(rest, slug) || others.some(([, part]) => refersTo(part, slug))
  })

function refersTo(part: Json | undefined, slug: string): boolean {
  if (Array.isArray(part)) return part.some(one => refersTo(one, slug))
  if (!isObject(part)) return false
  return part['x-resource-type'] === slug || Object.values(part).some(one => refersTo(one, slug))
}
