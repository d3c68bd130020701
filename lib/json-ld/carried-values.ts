import { isObject, mapValues } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { ActiveContext } from './active-context.ts'
import { isAbsoluteIri, isKeyword } from './iri.ts'
import { datatypeKind } from './literals.ts'
import type { Member, Place } from './place.ts'

/*
 * Data is any JSON, and a term of a context can make something else of a value, or of a name: a container, a type, an alias of a keyword. A value is
 * carried by its term if a JSON-LD processor reads it without an error, and as what it is.
 */

/** Whether the value of a property, written as it is under the property's name, is carried. */
export function isCarried(name: string, value: Json, place: Place): boolean {
  if (name.startsWith('@')) return false
  const member = place.member(name)
  const { iri } = member.term
  if (iri === undefined) return isLeftOut(name, place) && isCarriedBy(value, member, place)
  return !isKeyword(iri) && isItsName(member, iri, place) && isCarriedBy(value, member, place)
}

/** Whether a value would be carried if its arrays had no gaps and no arrays in them. */
export const isCarriedButForArrays = (name: string, value: Json, place: Place): boolean =>
  isCarried(name, flattened(value), place)

/** A value as processors read its arrays, see {@link isCarriedItem}. */
function flattened(value: Json): Json {
  if (Array.isArray(value)) return value.flatMap(flattened).filter(item => item !== null)
  return isObject(value) ? mapValues(value, flattened) : value
}

/** Whether any text, number, boolean and null is carried under a name. */
export function carriesScalars(name: string, place: Place): boolean {
  const { type } = place.member(name).term
  return type !== '@id' && type !== '@vocab' && isCarried(name, '', place)
}

/** Whether the context gives a property of this IRI the same name again: an address as a name is one of another property, or of none. */
const isItsName = ({ name, term, isDeclared }: Member, iri: string, place: Place): boolean =>
  isDeclared || place.context.isTerm(name) || place.nameOf(iri, term.isReverse) === name

/** Whether a processor leaves a property out because the context has no IRI for any name, or none for this one. */
const isLeftOut = (name: string, { context }: Place): boolean => context.vocab === undefined || context.isDropped(name)

/** What the term of a member makes of values. */
function isCarriedBy(value: Json, member: Member, place: Place): boolean {
  const { containers, type, isReverse } = member.term
  if (value === null) return true
  if (isObject(value)) {
    if (containers.has('@language')) return isLanguageMap(value)
    if (['@index', '@id', '@type'].some(one => containers.has(one))) return isCarriedMap(value, member, place)
  }
  if (containers.has('@graph') || containers.has('@id')) return isCarriedGraph(value, member, place)
  if (type === '@json') return !isReverse
  return isCarriedItem(value, member, place)
}

function isCarriedItem(value: Json, member: Member, place: Place): boolean {
  const { containers, type, isReverse } = member.term
  if (Array.isArray(value)) {
    // Processors leave null out of a list, and the values after it move up; elsewhere they make one array of arrays in arrays.
    const isLost = containers.has('@list') ? (item: Json) => item === null : Array.isArray
    if (value.some(isLost)) return false
    return value.every(item => isCarriedItem(item, member, place))
  }
  if (isObject(value)) {
    if (Object.hasOwn(value, '@value')) return !isReverse && isKeptLiteral(value)
    return isCarriedNode(value, place.inside(member, member.shape), place)
  }
  if (value === null) return true
  if (typeof value === 'string' && (type === '@id' || type === '@vocab'))
    return place.context.isAddress(value, type === '@vocab')
  return !isReverse
}

/** Whether the members of an object mean in JSON-LD what they are in the data. */
function isCarriedNode(node: JsonObject, inner: Place, outer: Place): boolean {
  let hasId = false
  return Object.entries(node).every(([name, value]) => {
    const keyword = name.startsWith('@') ? name : inner.context.expandName(name)
    if (keyword === '@id') {
      if (hasId) return false
      hasId = true
      return typeof value === 'string' && isAbsoluteIri(value)
    }
    if (keyword === '@type') return isTypes(value, inner.context) && isTypes(value, outer.context)
    return isCarried(name, value, inner)
  })
}

/** Whether a value consists of names of classes, which do not change the context. */
function isTypes(value: Json, context: ActiveContext): boolean {
  const names = Array.isArray(value) ? value : [value]
  const isName = (name: Json): boolean => {
    if (typeof name !== 'string') return false
    const iri = context.expandName(name)
    return iri !== undefined && !isKeyword(iri) && context.term(name).scoped === undefined
  }
  return names.length > 0 && names.every(isName)
}

const languageTag = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/

export const isLanguageTag = (text: string): boolean => languageTag.test(text)

const isLanguageMap = (map: JsonObject): boolean =>
  Object.entries(map).every(([key, value]) => {
    const texts = Array.isArray(value) ? value : [value]
    return (key === '@none' || isLanguageTag(key)) && texts.every(text => text === null || typeof text === 'string')
  })

/** Whether an object under an `@index`, `@id` or `@type` container is a map whose keys are what the container expects. */
function isCarriedMap(map: JsonObject, member: Member, place: Place): boolean {
  const { containers, index, type } = member.term
  const { context } = place
  const isKey = (key: string): boolean => {
    if (key === '@none') return true
    if (key.startsWith('@') || index === '') return false
    if (containers.has('@id')) return isAbsoluteIri(key)
    if (containers.has('@type')) return isTypes(key, context)
    return true
  }
  const needsNodes = containers.has('@id') || containers.has('@type') || index !== undefined || containers.has('@graph')
  return Object.entries(map).every(([key, value]) => {
    if (!isKey(key)) return false
    if (!needsNodes) return isCarriedItem(value, member, place)
    const isReference = type === '@id' || type === '@vocab'
    const isNode = (item: Json): boolean => {
      if (containers.has('@graph')) return isCarriedGraph(item, member, place)
      if (typeof item === 'string') return isReference && !containers.has('@id') && isCarriedItem(item, member, place)
      return isObject(item) && !identifies(item, member, place) && isCarriedItem(item, member, place)
    }
    return Array.isArray(value) ? value.every(isNode) : isNode(value)
  })
}

/** Whether an object itself contains the key of its map, so that the two could differ. */
function identifies(node: JsonObject, member: Member, place: Place): boolean {
  const { context } = place.inside(member, member.shape)
  const keyword = member.term.containers.has('@id') ? '@id' : '@type'
  return Object.keys(node).some(name => name === '@value' || context.expandName(name) === keyword)
}

/** Whether a value is a graph: nodes with at least one property. */
function isCarriedGraph(value: Json, member: Member, place: Place): boolean {
  const { context } = place.inside(member, member.shape)
  const isNode = (node: Json): boolean =>
    isObject(node) &&
    !Object.hasOwn(node, '@value') &&
    Object.entries(node).some(([name, inner]) => inner !== null && isProperty(context.expandName(name))) &&
    isCarriedItem(node, member, place)
  return Array.isArray(value) ? value.every(isNode) : isNode(value)
}

const isProperty = (iri: string | undefined): boolean => iri !== undefined && !isKeyword(iri)

/**
 * Whether a value object can be a value of a property as it is, because no JSON value is the same: a text in a language, or with a datatype that is
 * none of those that are read as JSON.
 */
function isKeptLiteral(value: JsonObject): boolean {
  const { '@value': literal, '@language': language, '@type': type, ...others } = value
  if (typeof literal !== 'string' || Object.keys(others).length > 0) return false
  if (type === undefined) return typeof language === 'string' && isLanguageTag(language)
  return language === undefined && typeof type === 'string' && isAbsoluteIri(type) && datatypeKind(type) === undefined
}
