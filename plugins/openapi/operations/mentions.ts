import { isObject } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'
import type { Located } from '../document/references.ts'
import { componentOf } from '../schemas/translate.ts'

/** The item that a part of the document mentions for an operation. */
export interface Mention {
  kind: 'item' | 'items' | 'other'
  schema?: string | undefined
  /** In an object with an array of items: the name of that array's property. */
  property?: string | undefined
  /** In such an object: names of properties by their `x-alias`. */
  alias?: Record<string, string>
}

/**
 * The content of a schema: a reference to a component, an array of such, or an object with exactly one such array in it.
 * @param isItem whether a component is known to be an item, and thus no page of a list; undefined for a request body, which never is a page
 */
export function mentionOf(
  document: JsonObject,
  pointer: string | undefined,
  isItem?: (component: string) => boolean,
): Mention | undefined {
  if (pointer === undefined) return undefined
  const located = follow(document, pointer)
  const list = itemsOf(document, located.pointer)
  if (list !== undefined) return { kind: 'items', schema: list }
  const component = objectComponent(document, pointer)
  if (isItem === undefined) return component === undefined ? { kind: 'other' } : { kind: 'item', schema: component }
  const arrays = Object.keys(isObject(located.value['properties']) ? located.value['properties'] : {}).flatMap(name => {
    const schema = itemsOf(document, pointTo(located.pointer, 'properties', name))
    return schema === undefined ? [] : [{ property: name, schema }]
  })
  if (component !== undefined && (arrays.length === 0 || isItem(component) || !looksLikePage(located.value))) {
    return { kind: 'item', schema: component }
  }
  const [array] = arrays
  if (array !== undefined) return { kind: 'items', ...array, alias: aliasOf(document, located) }
  return { kind: 'other' }
}

/** Whether a component that contains an array of items is a page of a list, and not an item itself. */
function looksLikePage({ properties, ...schema }: JsonObject): boolean {
  const names = Object.keys(isObject(properties) ? properties : {})
  return schema['x-identifier'] === undefined && !names.includes('id') && !names.includes('name')
}

/** Name of the component that a schema is an array of. */
function itemsOf(document: JsonObject, pointer: string): string | undefined {
  const { value, pointer: at } = follow(document, pointer)
  if (value['type'] !== 'array' || !isObject(value['items'])) return undefined
  return objectComponent(document, pointTo(at, 'items'))
}

/** The name of the component that a schema refers to, if it describes objects: a text or a number is not an item. */
function objectComponent(document: JsonObject, pointer: string): string | undefined {
  const { type } = follow(document, pointer).value
  return type === undefined || type === 'object' ? componentOf(document, pointer) : undefined
}

function aliasOf(document: JsonObject, { value, pointer }: Located): Record<string, string> {
  const names = Object.keys(isObject(value['properties']) ? value['properties'] : {})
  return Object.fromEntries(
    names.flatMap(name => {
      const { 'x-alias': alias } = follow(document, pointTo(pointer, 'properties', name)).value
      return typeof alias === 'string' ? [[alias, name]] : []
    }),
  )
}
