import type { Json, JsonObject } from '../json/types.ts'
import { isObject, setOwn } from '../json/index.ts'

/**
 * Make the properties of a resource safe inside a JSON-LD document. Data can contain keys that have a meaning in JSON-LD (`@context`, `@graph` …); a
 * property whose value would be misinterpreted is written as a JSON literal, `{"@type": "@json", "@value": …}`, which preserves it exactly.
 * @param dataText JSON text of an object
 * @returns the same text when nothing has to change, which is the usual case
 */
export function protectKeywords(dataText: string): string {
  if (!dataText.includes('"@')) return dataText
  const data: JsonObject = JSON.parse(dataText)
  let changed = false
  const result: JsonObject = {}
  for (const [name, value] of Object.entries(data)) {
    const plain = isPlain(value)
    changed ||= !plain
    setOwn(result, name, plain ? value : { '@type': '@json', '@value': value })
  }
  return changed ? JSON.stringify(result) : dataText
}

/** The value of a property that {@link protectKeywords} may have written as a literal. */
export function fromLiteral(value: Json): Json {
  if (!isObject(value) || Object.keys(value).length !== 2) return value
  return value['@type'] === '@json' && value['@value'] !== undefined ? value['@value'] : value
}

/** Whether every keyword in a value is used as JSON-LD defines it. A JSON literal does not count: it would be read as the value that it contains. */
function isPlain(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  if (!isObject(value)) return true
  if (Object.hasOwn(value, '@value')) return isValueObject(value)
  return Object.entries(value).every(([key, inner]) => {
    if (key === '@id') return typeof inner === 'string'
    if (key === '@type') return (Array.isArray(inner) ? inner : [inner]).every(isTypeName)
    return !key.startsWith('@') && isPlain(inner)
  })
}

const isTypeName = (value: Json): boolean => typeof value === 'string' && /^[^\s@]+$/.test(value)

function isValueObject(value: JsonObject): boolean {
  const { '@value': literal, '@language': language, '@type': type, ...others } = value
  if (Object.keys(others).length > 0 || (language !== undefined && type !== undefined)) return false
  if (type !== undefined) return isTypeName(type) && typeof literal !== 'object'
  if (language !== undefined) return typeof language === 'string' && typeof literal === 'string'
  return typeof literal !== 'object'
}
