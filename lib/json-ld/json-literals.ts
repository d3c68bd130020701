import { setOwn } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { isCarried } from './carried-values.ts'
import type { LinkedDataView } from './linked-data-view.ts'
import type { Place } from './place.ts'

/**
 * The properties of a resource as a JSON-LD processor can read them. Data is any JSON, and the context can make something else of it. What its term does
 * not carry is written as a JSON literal under the full IRI of the property, which preserves it exactly.
 * @returns the same object when nothing has to change, which is the usual case
 */
export function protectedData({ root }: LinkedDataView, data: JsonObject): JsonObject {
  const names = Object.keys(data).filter(name => !isCarried(name, data[name] ?? null, root))
  if (names.length === 0) return data
  const isLiteral = new Set(names)
  const result: JsonObject = {}
  for (const [name, value] of Object.entries(data)) if (!isLiteral.has(name)) setOwn(result, name, value)
  for (const name of names) addLiteral(result, name, data[name] ?? null, root)
  return result
}

/** {@link protectedData} of the JSON text of an object, without white space. */
export function protectedText(view: LinkedDataView, dataText: string): string {
  if (isPlainText(view, dataText)) return dataText
  const data: JsonObject = JSON.parse(dataText)
  const result = protectedData(view, data)
  return result === data ? dataText : JSON.stringify(result)
}

/**
 * Whether the text of an object has only scalars that their terms carry, as most have: found without parsing it, which takes four times as long. A quote
 * behind a backslash ends the search, because it may be a part of a name or text.
 */
function isPlainText({ plainNames, root }: LinkedDataView, text: string): boolean {
  let nameStart = text.indexOf('"')
  while (nameStart !== -1) {
    const nameEnd = text.indexOf('"', nameStart + 1)
    const name = text.slice(nameStart + 1, nameEnd)
    const start = nameEnd + 2
    const isText = text[start] === '"'
    const end = isText ? text.indexOf('"', start + 1) : nameEnd
    if (text[nameEnd - 1] === '\\' || text[end - 1] === '\\') return false
    if (plainNames.has(name)) {
      if (text[start] === '{' || text[start] === '[') return false
    } else {
      if (!isText || text.slice(nameStart, end).includes('\\')) return false
      if (!isCarried(name, text.slice(start + 1, end), root)) return false
    }
    nameStart = text.indexOf('"', end + 1)
  }
  return true
}

/** Add a property as a JSON literal. It names the property in its `@index` where the IRI does not. */
function addLiteral(node: JsonObject, name: string, value: Json, place: Place): void {
  const iri = place.iriOf(name)
  const isWritable = place.context.expandName(iri) === iri && !place.context.isTerm(iri) && !Object.hasOwn(node, iri)
  const isClear = isWritable && place.nameOf(iri) === name && place.membersOf(iri).length < 2
  const literal = { '@type': '@json', '@value': value, ...(!isClear && { '@index': name }) }
  setOwn(node, isWritable ? iri : place.ownIriOf(name), literal)
}
