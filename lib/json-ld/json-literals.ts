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

/** {@link protectedData} of the JSON text of an object. */
export function protectedText(view: LinkedDataView, dataText: string): string {
  const data: JsonObject = JSON.parse(dataText)
  const result = protectedData(view, data)
  return result === data ? dataText : JSON.stringify(result)
}

/** Add a property as a JSON literal. It names the property in its `@index` where the IRI does not. */
function addLiteral(node: JsonObject, name: string, value: Json, place: Place): void {
  const iri = place.iriOf(name)
  const isWritable = place.context.expandName(iri) === iri && !place.context.isTerm(iri) && !Object.hasOwn(node, iri)
  const isClear = isWritable && place.nameOf(iri) === name && place.membersOf(iri).length < 2
  const literal = { '@type': '@json', '@value': value, ...(!isClear && { '@index': name }) }
  setOwn(node, isWritable ? iri : place.ownIriOf(name), literal)
}
