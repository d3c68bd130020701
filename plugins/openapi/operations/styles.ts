import type { Json } from '../../../kernel/index.ts'
import type { ParameterLocation } from '../contract.ts'

/** How values of parameters are written (https://spec.openapis.org/oas/v3.0.3#style-values). */
export type Style = 'matrix' | 'label' | 'form' | 'simple' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'

const styles: Record<ParameterLocation, readonly Style[]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
}

/** The style of a parameter that names none. */
export const defaultStyle = (location: ParameterLocation): Style => (location === 'query' ? 'form' : 'simple')

export const isStyleOf = (location: ParameterLocation, style: Json): style is Style =>
  styles[location].some(one => one === style)

/** What a value is made of, by its schema. */
export type Structure = 'scalar' | 'array' | 'object'

/** A value before it is read by its schema: texts, arrays of them, objects of them. */
export type RawValue = string | string[] | Record<string, string>

/**
 * Take a value apart that stands in one text: of a path segment or a header.
 * @returns undefined when the text is not in the style
 */
export function readText(
  text: string,
  { style, explode, name }: { style: Style; explode: boolean; name: string },
  structure: Structure,
): RawValue | undefined {
  if (style === 'matrix') return readMatrix(text, explode, name, structure)
  if (style === 'label') {
    if (!text.startsWith('.')) return undefined
    return split(text.slice(1), explode ? '.' : ',', explode, structure)
  }
  return split(text, ',', explode, structure)
}

/** `;color=blue,black`, exploded `;color=blue;color=black` or, for objects, `;r=1;g=2`. */
function readMatrix(text: string, explode: boolean, name: string, structure: Structure): RawValue | undefined {
  if (!text.startsWith(';')) return undefined
  const pairs = text
    .slice(1)
    .split(';')
    .map(pair => pair.split(/=(.*)/s, 2) as [string, string?])
  if (explode && structure === 'object') return Object.fromEntries(pairs.map(([key, value = '']) => [key, value]))
  if (pairs.some(([key]) => key !== name)) return undefined
  const values = pairs.map(([, value = '']) => value)
  if (explode && structure === 'array') return values
  return values.length === 1 ? split(values[0] ?? '', ',', false, structure) : undefined
}

/** @param assigned whether the members of an object are written `name=value`, and not `name,value` */
function split(text: string, separator: string, assigned: boolean, structure: Structure): RawValue | undefined {
  if (structure === 'scalar') return text
  const parts = text === '' ? [] : text.split(separator)
  if (structure === 'array') return parts
  if (assigned) {
    const pairs = parts.map(part => part.split(/=(.*)/s, 2))
    if (pairs.some(pair => pair.length < 2)) return undefined
    return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value]))
  }
  if (parts.length % 2 !== 0) return undefined
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])))
}

const separators: Partial<Record<Style, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

/**
 * Take the value of a query parameter from the pairs of the query string, which are decoded.
 * @param members names of the object's properties, for an object of style `form` whose members stand apart
 * @returns the value, null when it is written in another way, undefined when it is not there
 */
export function readPairs(
  pairs: readonly (readonly [string, string])[],
  { style, explode, name }: { style: Style; explode: boolean; name: string },
  structure: Structure,
  members: readonly string[],
): RawValue | null | undefined {
  if (style === 'deepObject') return readDeepObject(pairs, name)
  if (structure === 'object' && explode) {
    const found = pairs.filter(([key]) => members.includes(key))
    return found.length === 0 ? undefined : Object.fromEntries(found)
  }
  const values = pairs.filter(([key]) => key === name).map(([, value]) => value)
  const [first] = values
  if (first === undefined) return undefined
  if (structure === 'array' && explode) return values
  if (values.length > 1) return null
  return split(first, separators[style] ?? ',', false, structure) ?? null
}

function readDeepObject(pairs: readonly (readonly [string, string])[], name: string): RawValue | null | undefined {
  const found = pairs.filter(([key]) => key === name || key.startsWith(`${name}[`))
  if (found.length === 0) return undefined
  const members = found.map(([key, value]) => [/^\[([^[\]]+)\]$/.exec(key.slice(name.length))?.[1], value] as const)
  const names = new Set(members.map(([key]) => key))
  if (names.has(undefined) || names.size < members.length) return null
  return Object.fromEntries(members.map(([key = '', value]) => [key, value]))
}
