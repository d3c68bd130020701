import type { Column } from './column.ts'
import type { Json } from '../../json/types.ts'

/** A set of JSON Schema's types, as bits. `number` is `integer` and `fraction` together. */
export type TypeSet = number

export const bit = {
  null: 1,
  boolean: 2,
  integer: 4,
  fraction: 8,
  string: 16,
  array: 32,
  object: 64,
} as const

export const everyType: TypeSet = 127
const number: TypeSet = bit.integer | bit.fraction
export const scalarTypes: TypeSet = bit.boolean | number | bit.string

const byName = new Map<Json, TypeSet>([
  ['null', bit.null],
  ['boolean', bit.boolean],
  ['integer', bit.integer],
  ['number', number],
  ['string', bit.string],
  ['array', bit.array],
  ['object', bit.object],
])

/** The types that a `type` keyword names. */
export const namedTypes = (type: Json): TypeSet =>
  (Array.isArray(type) ? type : [type]).reduce((set: TypeSet, name) => set | (byName.get(name) ?? 0), 0)

/** The type of a value. */
export function typeOfValue(value: Json): TypeSet {
  if (value === null) return bit.null
  if (Array.isArray(value)) return bit.array
  if (typeof value === 'number') return Number.isInteger(value) ? bit.integer : bit.fraction
  return byName.get(typeof value) ?? 0
}

/** The names of the types in a set, in a fixed order; empty when it is every type. */
export function typeNames(set: TypeSet): Column['types'] {
  if (set === everyType) return []
  const names: Column['types'][number][] = []
  if (set & bit.null) names.push('null')
  if (set & bit.boolean) names.push('boolean')
  if (set & bit.fraction) names.push('number')
  else if (set & bit.integer) names.push('integer')
  if (set & bit.string) names.push('string')
  if (set & bit.array) names.push('array')
  if (set & bit.object) names.push('object')
  return names
}
