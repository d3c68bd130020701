import type { Json } from '../../json/types.ts'
import type { DeclaredPath } from './declared-paths.ts'
import { typeNames } from './type-set.ts'
import { notAColumn, valueKindOf } from './value-kind.ts'

const standardColumns = ['id', 'created_by', 'sequence_no', 'created_at', 'updated_at'] as const
/** Every index begins with account and status, and is of one type: these add nothing to it. */
const constantColumns: ReadonlySet<string> = new Set(['status', 'account_id', 'type_slug'])

/** A property, or a standard column, in an index. */
export type IndexMember = { path: readonly string[] } | { column: (typeof standardColumns)[number] }

/** An index of several columns, in addition to those of single ones: for lists that are sorted by one of them and filtered by the others. */
export interface CompoundIndex {
  /** Each is compared with one value (`eq`). */
  equal: readonly IndexMember[]
  /** Lists are in the order of this one, in both directions, ties by id. */
  order: IndexMember
  /** They are tested in the index, by any operator. */
  tested: readonly IndexMember[]
}

/** The index that one item of `x-indexes` declares. */
export interface IndexRequest {
  /** Absent for an item that names one property: that has an index of its own in any case. */
  index?: CompoundIndex
  /** The properties in it. */
  places: readonly DeclaredPath[]
}

const haveIndexes = 'names only fields that have an index in any case'
const maxItems = 10
/** How many fields an index can contain. */
export const maxIndexMembers = 8

/**
 * Read the value of `x-indexes`.
 * @param find the declared value at a path
 * @returns the valid items, and what is wrong with the others
 */
export function readIndexRequests(
  value: Json | undefined,
  find: (path: readonly string[]) => DeclaredPath | undefined,
): { requests: IndexRequest[]; faults: string[] } {
  if (value === undefined) return { requests: [], faults: [] }
  if (!Array.isArray(value)) return { requests: [], faults: ['must be an array of arrays of field names'] }
  const requests = new Map<string, IndexRequest>()
  const faults = value.length > maxItems ? [`has ${value.length} items; at most ${maxItems} are possible`] : []
  for (const item of value.slice(0, maxItems)) {
    const read = readItem(item, find)
    const key = JSON.stringify(typeof read === 'string' ? read : (read.index ?? read.places.map(({ path }) => path)))
    if (typeof read === 'string') faults.push(`${JSON.stringify(item).slice(0, 200)}: ${read}`)
    else if (requests.has(key)) faults.push(`${JSON.stringify(item)}: asks for the same index as another item`)
    else requests.set(key, read)
  }
  return { requests: [...requests.values()], faults }
}

/** @returns what is wrong with the item, or the index that it declares */
function readItem(item: Json, find: (path: readonly string[]) => DeclaredPath | undefined): IndexRequest | string {
  if (!isNames(item)) return `must be an array of 1 to ${maxIndexMembers} names of fields`
  const names = item.map(text => readName(text, find)).filter(({ member }) => member !== 'constant')
  const unknown = names.find(({ member }) => member === undefined)
  if (unknown !== undefined) return `${JSON.stringify(unknown.name)} is no property of the schema`
  if (new Set(names.map(({ name }) => name)).size < names.length) return 'names a field twice'
  if (names.filter(({ isSorted }) => isSorted).length > 1)
    return 'only one name can begin with - or +, because lists are sorted by one field'
  const places = names.flatMap(({ place }) => place ?? [])
  const json = places.find(({ shape }) => valueKindOf(shape).kind === 'json')
  if (json !== undefined) return `${json.path.join('.')} ${notAColumn(typeNames(json.shape.types))}`
  if (names.length < 2) return places.length === 1 ? { places } : haveIndexes
  const many = places.find(({ shape, throughArray }) => throughArray || !valueKindOf(shape).scalar)
  if (many !== undefined) return `${many.path.join('.')} can have several values: it can only have an index of its own`
  const members = names.flatMap(({ member }) => (typeof member === 'object' ? member : []))
  const at = (names.length + names.findIndex(({ isSorted }) => isSorted)) % names.length // the last one if there is none
  const [order] = members.splice(at, 1)
  if (order === undefined) return 'names no field'
  const index = { equal: members.slice(0, at), order, tested: members.slice(at) }
  const isOwnIndex = 'column' in order && order.column === 'id' && at === 1 && members.length === 1
  if (!isOwnIndex) return { places, index }
  return places.length === 1 ? { places } : haveIndexes
}

const isNames = (item: Json): item is string[] =>
  Array.isArray(item) &&
  item.length > 0 &&
  item.length <= maxIndexMembers &&
  item.every(name => typeof name === 'string' && name !== '')

/** A name in an item. */
interface NamedMember {
  name: string
  isSorted: boolean
  /** Undefined for a name that means nothing. */
  member?: IndexMember | 'constant'
  place?: DeclaredPath
}

/** Read a name: a property takes precedence over a standard column, as in filters. */
function readName(text: string, find: (path: readonly string[]) => DeclaredPath | undefined): NamedMember {
  const isSorted = find(text.split('.')) === undefined && /^[-+]./.test(text)
  const name = isSorted ? text.slice(1) : text
  const place = find(name.split('.'))
  if (place !== undefined) return { name, isSorted, member: { path: place.path }, place }
  const standard = name.replace(/^meta\./, '')
  const column = standardColumns.find(one => one === standard)
  if (column !== undefined) return { name: standard, isSorted, member: { column } }
  return { name, isSorted, ...(constantColumns.has(standard) && { member: 'constant' }) }
}
