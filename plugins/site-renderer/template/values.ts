import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { propertyFactsOf } from '../binding/facts.ts'
import type { Place } from '../binding/paths.ts'
import { plainText, richText } from '../markdown/rich-text.ts'
import type { RichText } from '../markdown/rich-text.ts'
import type { Formats } from './formats.ts'

/** The name of a place: for a resource its label, for an object a property that usually names one. */
function nameOf({ value, resource }: Place): string {
  if (resource !== undefined) return resource.type.compiled.labelOf(resource.data) ?? ''
  return isObject(value) ? firstText(value, ['name', 'headline', 'title', 'text', 'caption', 'value', 'url']) : ''
}

function firstText(value: JsonObject, names: readonly string[]): string {
  for (const name of names) {
    const text = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof text === 'string' && text !== '') return text
    if (typeof text === 'number') return String(text)
  }
  return ''
}

const factsAt = ({ owner, path }: Place) =>
  owner === undefined || path.length === 0 ? undefined : propertyFactsOf(owner.type, path)

/** A value in readable form, in the language of the page. @param asDate whether a text is a date, whatever its schema declares */
export function readableText(place: Place, formats: Formats, asDate: boolean): string {
  const { value } = place
  if (typeof value === 'string') {
    const { format, mediaType } = factsAt(place) ?? {}
    if (mediaType !== undefined) return plainText(value, mediaType)
    return asDate || format !== undefined || place.path[0] === 'meta' ? formats.date(value) : value
  }
  if (typeof value === 'number') return formats.number(value)
  return typeof value === 'boolean' ? '' : nameOf(place)
}

/** A value in machine-readable form. */
export function plainValue(place: Place): string {
  const { value } = place
  if (typeof value === 'string') {
    const mediaType = factsAt(place)?.mediaType
    return mediaType === undefined ? value : plainText(value, mediaType)
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : nameOf(place)
}

/** The HTML of a text whose schema declares Markdown or HTML. */
export function htmlOf(place: Place, inLink: boolean): RichText | undefined {
  const mediaType = typeof place.value === 'string' ? factsAt(place)?.mediaType : undefined
  return mediaType === undefined || typeof place.value !== 'string'
    ? undefined
    : richText(place.value, mediaType, inLink)
}

/** The address in or of a value; not checked yet. */
export function addressOf({ value, path, resource }: Place): string | undefined {
  if (resource !== undefined) return textAt(resource.data, ['url', 'contentUrl'])
  if (isObject(value)) return textAt(value, ['url', 'contentUrl', 'item', 'sameAs'])
  if (typeof value !== 'string') return undefined
  const name = path.at(-1)
  if (name === 'email' && /^[^\s:@/]+@[^\s:@/]+$/.test(value)) return `mailto:${value}`
  return name === 'telephone' && /^[+\d][\d\s().-]*$/.test(value) ? `tel:${value.replaceAll(/[^+\d]/g, '')}` : value
}

function textAt(value: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text: Json | undefined = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof text === 'string' && text !== '') return text
  }
  return undefined
}

/** The alternative text of a picture, if the value has one. */
export function alternativeOf({ value, resource }: Place): string | undefined {
  const data = resource?.data ?? value
  const text = isObject(data) ? firstText(data, ['caption', 'name', 'description']) : ''
  return text === '' ? undefined : text
}
