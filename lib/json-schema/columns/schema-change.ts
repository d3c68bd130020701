import type { Column } from './column.ts'
import type { Json } from '../../json/types.ts'
import type { CompiledSchema } from '../compiled-schema.ts'
import { bit, everyType, namedTypes, typeOfValue } from './type-set.ts'
import type { TypeSet } from './type-set.ts'

/** How a new schema changes the columns of a type. */
export interface SchemaChange {
  appearing: Column[]
  vanishing: Column[]
  /** Columns whose new schema excludes JSON types that the old one allowed. */
  retyped: RetypedColumn[]
  /** Columns that become unique. */
  becomingUnique: Column[]
}

export interface RetypedColumn {
  before: Column
  after: Column
  /** Whether a value of the column has a JSON type that the new schema allows. Null always fits. */
  fits(value: Json): boolean
}

/** Compare the columns of two schemas by their paths. */
export function describeChange(before: CompiledSchema, after: CompiledSchema): SchemaChange {
  const old = new Map(before.columns.map(column => [keyOf(column), column]))
  const fresh = new Map(after.columns.map(column => [keyOf(column), column]))
  const kept = after.columns.flatMap(column => {
    const previous = old.get(keyOf(column))
    return previous === undefined ? [] : [{ before: previous, after: column }]
  })
  return {
    appearing: after.columns.filter(column => !old.has(keyOf(column))),
    vanishing: before.columns.filter(column => !fresh.has(keyOf(column))),
    retyped: kept.flatMap(pair =>
      isNarrower(pair.before, pair.after) ? [{ ...pair, fits: fitsTypes(pair.after) }] : [],
    ),
    becomingUnique: after.columns.filter(column => column.unique && old.get(keyOf(column))?.unique !== true),
  }
}

const keyOf = ({ path }: Column): string => path.join('.')

/** The JSON types of a column: JSON has no integers, and null means that there is no value. */
function jsonTypes({ types }: Column): TypeSet {
  const named = types.length === 0 ? everyType : namedTypes([...types])
  return named | bit.null | (named & bit.integer ? bit.fraction : 0)
}

const isNarrower = (before: Column, after: Column): boolean => (jsonTypes(before) & ~jsonTypes(after)) !== 0

const fitsTypes = (column: Column): ((value: Json) => boolean) => {
  const types = jsonTypes(column)
  return value => (typeOfValue(value) & types) !== 0
}
