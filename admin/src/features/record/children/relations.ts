import { isObject } from '../../../api/transport/json.ts'
import type { Json, JsonObject } from '../../../api/transport/json.ts'
import type { ResourceType } from '../../../api/index.ts'
import { propertiesOf } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { isOfInterest, valueOf } from '../../form/validation/conditions.ts'

/** How resources of a type refer to those of another one: by a property of their own, one or several at a time. */
export interface Relation {
  /** Of those that a section shows. */
  type: ResourceType
  property: Property
  isMany: boolean
  /** Those that have no list of their own are parts of what they refer to. */
  isPart: boolean
  /** The type refers here by several properties, so that its name alone does not tell which. */
  isAmbiguous: boolean
  /** The property is that of the record itself: a list, in its order. */
  isOwn: boolean
}

/**
 * What a record refers to by lists of its own. A list that names something twice is none that can be shown row by row.
 * @param typeOf the type of a slug, where it may be read
 * @param isEditable what is empty is of interest to those who may fill it
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
    if (type === undefined || !isListOfTexts(held) || new Set(held).size < held.length) return []
    const isShown = held.length > 0 || (isEditable && !property.isReadOnly && isOfInterest(property, data))
    const isPart = type.schema?.['x-value-object'] === true
    return isShown ? [{ type, property, isMany: true, isPart, isAmbiguous: false, isOwn: true }] : []
  })
}

export const isListOfTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every(one => typeof one === 'string')

/**
 * How others refer to resources of a type: what is part of them first, then in the order given.
 * @param order slugs of types; those that are missing come last
 */
export function relationsTo(slug: string, types: readonly ResourceType[], order: readonly string[]): Relation[] {
  const relations = types.flatMap(type => {
    const properties = type.schema?.['x-abstract'] === true ? [] : propertiesOf(type.schema).filter(leadsTo(slug))
    return properties.map(property => ({
      type,
      property,
      isMany: property.kind === 'array',
      isPart: type.schema?.['x-value-object'] === true,
      isAmbiguous: properties.length > 1 || type.slug === slug,
      isOwn: false,
    }))
  })
  const placeOf = ({ type: { slug: own }, isPart }: Relation): number => {
    const at = order.indexOf(own)
    return isPart ? -1 : at < 0 ? order.length : at
  }
  return relations.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const isListOfReferences = ({ kind, items }: Property): boolean => kind === 'array' && items?.kind === 'reference'

const leadsTo =
  (slug: string) =>
  (property: Property): boolean =>
    property.refersTo === slug && (property.kind === 'reference' || isListOfReferences(property))

/** The types that refer to resources of this one from within: in an object, or in a list of objects. They have no section. */
export const typesReferringWithin = (slug: string, types: readonly ResourceType[]): ResourceType[] =>
  types.filter(({ schema }) => {
    if (schema === undefined) return false
    const shown = new Set(propertiesOf(schema).flatMap(property => (leadsTo(slug)(property) ? [property.name] : [])))
    const { properties, ...rest } = schema
    const others = isObject(properties) ? Object.entries(properties).filter(([name]) => !shown.has(name)) : []
    return refersTo(rest, slug) || others.some(([, part]) => refersTo(part, slug))
  })

function refersTo(part: Json | undefined, slug: string): boolean {
  if (Array.isArray(part)) return part.some(one => refersTo(one, slug))
  if (!isObject(part)) return false
  return part['x-resource-type'] === slug || Object.values(part).some(one => refersTo(one, slug))
}
