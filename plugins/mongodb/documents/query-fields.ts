import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '../../../lib/json/types.ts'
import { orderKey } from '../../../lib/store-kit/value-order.ts'
import { branch, isQueryable, leaf } from './field-names.ts'

/** A BSON document under construction. A map, so that no property name has a special meaning to JavaScript or to the driver. */
export type Fields = Map<string, unknown>

/**
 * The fields by which the database queries a document, in addition to the text that is served. None of them depends on the schema,
 * so a new property needs an index but no rewriting of documents.
 */
export interface Shadows {
  /** Typed copy of the properties, for the validator and for conditions. Nested arrays are flattened, as conditions see them. */
  data: Fields
  /** In the shape of `data`: only the instant of each text that is a date-time. */
  instants: Fields
  /** By property, one text that sorts like the value, date-times as texts. Anything but a single scalar has the key {@link unorderedKey}. */
  keys: Fields
  /** Like `keys`, but date-times as instants. */
  moments: Fields
}

/** The key of an object, or of values in an array: a value exists, but has no place in an order. Sorts before every other key. */
export const unorderedKey = '0'

/** The query fields of the properties. Properties that MongoDB cannot query are left out. */
export function shadowsOf(data: JsonObject): Shadows {
  const into = emptyShadows()
  addAll(into, data, false)
  return into
}

const emptyShadows = (): Shadows => ({ data: new Map(), instants: new Map(), keys: new Map(), moments: new Map() })

function addAll(into: Shadows, object: JsonObject, inArray: boolean): void {
  for (const name of Object.keys(object)) {
    const value = object[name]
    if (value !== undefined && isQueryable(name)) add(into, name, value, inArray)
  }
}

function add(into: Shadows, name: string, value: Json, inArray: boolean): void {
  if (Array.isArray(value)) addArray(into, name, value)
  else if (value === null) into.data.set(name, null)
  else if (typeof value === 'object') addObject(into, name, value, inArray)
  else addScalar(into, name, value, inArray)
}

function addScalar(into: Shadows, name: string, value: boolean | number | string, inArray: boolean): void {
  into.data.set(name, value)
  const moment = orderKey(value, 'instant')
  if (isInstant(moment)) into.instants.set(name, moment.slice(1))
  if (inArray) {
    mark(into, name)
    return
  }
  into.keys.set(leaf(name), typeof value === 'string' ? `4${value}` : moment)
  into.moments.set(leaf(name), momentKey(value))
}

const isInstant = (key: string | null): key is string => key?.startsWith('3') === true

function mark(into: Shadows, name: string): void {
  into.keys.set(leaf(name), unorderedKey)
  into.moments.set(leaf(name), unorderedKey)
}

function addObject(into: Shadows, name: string, value: JsonObject, inArray: boolean): void {
  mark(into, name)
  const below = { ...emptyShadows(), ...keysBelow(into, name) }
  addAll(below, value, inArray)
  into.data.set(name, below.data)
  if (below.instants.size > 0) into.instants.set(name, below.instants)
  keepBelow(into, name, below)
}

function addArray(into: Shadows, name: string, array: readonly Json[]): void {
  const data: unknown[] = []
  const instants: unknown[] = []
  const below = keysBelow(into, name)
  let filled = false
  const addItems = (items: readonly Json[]): void => {
    for (const item of items) {
      if (Array.isArray(item)) {
        addItems(item)
        continue
      }
      filled ||= item !== null
      if (item !== null && typeof item === 'object') {
        const inner = { ...emptyShadows(), ...below }
        addAll(inner, item, true)
        data.push(inner.data)
        if (inner.instants.size > 0) instants.push(inner.instants)
      } else {
        data.push(item)
        const moment = typeof item === 'string' ? orderKey(item, 'instant') : null
        if (isInstant(moment)) instants.push(moment.slice(1))
      }
    }
  }
  addItems(array)
  into.data.set(name, data)
  if (instants.length > 0) into.instants.set(name, instants)
  if (filled) mark(into, name)
  keepBelow(into, name, below)
}

/** The key trees below a property; all items of an array share one. */
function keysBelow(into: Shadows, name: string): Pick<Shadows, 'keys' | 'moments'> {
  const known = (tree: Fields): Fields => {
    const below = tree.get(branch(name))
    return below instanceof Map ? below : new Map<string, unknown>()
  }
  return { keys: known(into.keys), moments: known(into.moments) }
}

function keepBelow(into: Shadows, name: string, below: Pick<Shadows, 'keys' | 'moments'>): void {
  if (below.keys.size === 0) return
  into.keys.set(branch(name), below.keys)
  into.moments.set(branch(name), below.moments)
}

const maxKeyLength = 64

/**
 * The key of a value in the order of instants. A long text that is not a date-time is cut (a schema change can leave one in a date-time column):
 * it still equals only itself, and sorts by its first 64 UTF-16 units.
 */
export function momentKey(value: boolean | number | string): string | null {
  const key = orderKey(value, 'instant')
  if (key === null || typeof value !== 'string' || isInstant(key) || value.length <= maxKeyLength) return key
  return `4${cut(value)}\0${createHash('sha256').update(value).digest('hex')}`
}

function cut(text: string): string {
  const last = text.charCodeAt(maxKeyLength - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxKeyLength - 1 : maxKeyLength)
}
