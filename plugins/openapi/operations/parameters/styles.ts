import type { Json } from '../../../../lib/json/index.ts'
import type { ParameterLocation } from '../../contract.ts'
import { mayHaveCommas, readScalar } from './scalars.ts'
import { ProblemAt } from '../../document/problem.ts'
import { anyShape } from '../shape.ts'
import type { ValueShape } from '../shape.ts'
import { groupPairs, mapValues } from '../../../../lib/json/index.ts'

/** Serialization styles of parameters (https://spec.openapis.org/oas/v3.0.3#style-values); `matrix` and `pipeDelimited` are not supported. */
export type Style = 'label' | 'form' | 'simple' | 'spaceDelimited' | 'deepObject'

const styles: Record<ParameterLocation, readonly Style[]> = {
  path: ['simple', 'label'],
  query: ['form', 'spaceDelimited', 'deepObject'],
  header: ['simple'],
}

/** The default style of a parameter. */
export const defaultStyle = (location: ParameterLocation): Style => (location === 'query' ? 'form' : 'simple')

/**
 * Check a style.
 * @param pointer to where it is declared
 * @throws ProblemAt for a style that the location does not have, or that is not supported
 */
export function readStyle(location: ParameterLocation, style: Json, pointer: string): Style {
  const known = styles[location].find(one => one === style)
  if (known !== undefined) return known
  throw new ProblemAt(
    pointer,
    `the style ${JSON.stringify(style)} is not supported in the ${location}; use ${styles[location].join(' or ')}`,
  )
}

/** How one value is serialized. */
export interface Writing {
  style: Style
  explode: boolean
  /** Name of the parameter, or of the field of a form. */
  name: string
}

/** A split value that is not yet converted by its shape: texts, arrays of them, objects of them. */
export type RawValue = string | string[] | Record<string, string | string[]>

/** A text as received, and how its parts are decoded: separators count only if they are not escaped. */
export interface WrittenText {
  text: string
  decode: (text: string) => string
}

/** The decoder of a text that is already decoded. */
export const isDecoded = (text: string): string => text

/**
 * Split a value in one text: of a path segment or a header.
 * @returns undefined when the text does not have the style
 */
export function readText(written: WrittenText, writing: Writing, shape: ValueShape): RawValue | undefined {
  const { style, explode } = writing
  if (style === 'simple') return split(written, ',', explode, shape)
  const { text, decode } = written.text.startsWith('.')
    ? written
    : { text: written.decode(written.text), decode: isDecoded } // even the separators were escaped
  if (!text.startsWith('.')) return undefined
  const rest = { text: text.slice(1), decode }
  // RFC 6570 separates the parts by commas, the table of OpenAPI 3.0.3 by dots
  return split(rest, !explode && rest.text.includes(',') ? ',' : '.', explode, shape)
}

/** @param assigned whether the members of an object are written `name=value`, and not `name,value` */
function split(
  { text, decode }: WrittenText,
  separator: string,
  assigned: boolean,
  shape: ValueShape,
): RawValue | undefined {
  if (shape.structure === 'scalar') return decode(text)
  const parts = partsOf({ text, decode }, separator, shape)
  if (shape.structure === 'array') return parts.map(part => part.decode(part.text))
  const decoded = (part: WrittenText): string => part.decode(part.text)
  if (assigned) {
    const pairs = parts.map(part => part.text.split(/=(.*)/s, 2).map(one => part.decode(one)))
    return pairs.some(pair => pair.length < 2)
      ? undefined
      : objectOf(pairs.map(([key = '', value = '']) => [key, value]))
  }
  if (parts.length % 2 !== 0) return undefined
  const texts = parts.map(decoded)
  return objectOf(texts.flatMap((part, index) => (index % 2 === 0 ? [[part, texts[index + 1] ?? '']] : [])))
}

/** Many clients escape separating commas. If no comma can belong to an item, they are taken for separators. */
function partsOf({ text, decode }: WrittenText, separator: string, { items, structure }: ValueShape): WrittenText[] {
  if (text === '') return []
  const meansSeparators = structure === 'array' && items !== undefined && !mayHaveCommas(items)
  if (separator === ',' && !text.includes(',') && meansSeparators) {
    return decode(text)
      .split(',')
      .map(part => ({ text: part, decode: isDecoded }))
  }
  return text.split(separator).map(part => ({ text: part, decode }))
}

/** @returns undefined when a name is repeated */
function objectOf(pairs: readonly (readonly [string, string])[]): Record<string, string> | undefined {
  return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : undefined
}

/** A pair of a query string or a form: decoded, and its value as written. */
export interface WrittenPair {
  name: string
  value: string
  written: WrittenText
}

/**
 * Extract a value from the pairs of a query string or a form.
 * @param isMember whether a name belongs to an exploded object (style `form`)
 * @returns the value, null when it has another style, undefined when it is absent
 */
export function readPairs(
  pairs: readonly WrittenPair[],
  { style, explode, name }: Writing,
  shape: ValueShape,
  isMember: (name: string) => boolean,
): RawValue | null | undefined {
  if (style === 'deepObject') return readDeepObject(pairs, name, shape)
  if (shape.structure === 'object' && explode) {
    const found = pairs.filter(pair => isMember(pair.name))
    return found.length === 0 ? undefined : (collect(found, shape) ?? null)
  }
  const found = pairs.filter(pair => pair.name === name)
  const [first] = found
  if (first === undefined) return undefined
  if (shape.structure === 'array' && explode) return found.map(({ value }) => value)
  if (found.length > 1) return null
  if (style !== 'spaceDelimited') return split(first.written, ',', false, shape) ?? null
  return split({ text: first.value, decode: isDecoded }, ' ', false, shape) ?? null
}

function readDeepObject(pairs: readonly WrittenPair[], name: string, shape: ValueShape): RawValue | null | undefined {
  const found = pairs.filter(pair => pair.name === name || pair.name.startsWith(`${name}[`))
  if (found.length === 0) return undefined
  const members = found.flatMap(pair => {
    const member = /^\[([^[\]]+)\](?:\[\])?$/.exec(pair.name.slice(name.length))?.[1]
    return member === undefined ? [] : [{ name: member, value: pair.value }]
  })
  return members.length < found.length ? null : (collect(members, shape) ?? null)
}

/** An object of exploded members; arrays are repeated. @returns undefined when another member is repeated */
function collect(
  pairs: readonly { name: string; value: string }[],
  shape: ValueShape,
): Record<string, string | string[]> | undefined {
  const members = groupPairs(pairs.map(({ name, value }) => [name, value]))
  const isArray = (name: string): boolean => (shape.members.get(name) ?? shape.others)?.structure === 'array'
  if ([...members].some(([name, values]) => values.length > 1 && !isArray(name))) return undefined
  return Object.fromEntries([...members].map(([name, values]) => [name, isArray(name) ? values : (values[0] ?? '')]))
}

/** Convert a split value by its shape: items and members each by their own shape. */
export function readValue(value: RawValue, shape: ValueShape): Json {
  if (typeof value === 'string') return readScalar(value, shape)
  if (Array.isArray(value)) return value.map(item => readScalar(item, shape.items ?? anyShape))
  const shapeOfMember = (name: string): ValueShape => shape.members.get(name) ?? shape.others ?? anyShape
  return mapValues(value, (member, name) => readValue(member, shapeOfMember(name)))
}
