import type { Column } from './column.ts'
import type { CompiledSchema } from '../compiled-schema.ts'

/** How a new schema changes the columns of a type. */
export interface SchemaChange {
  vanishing: Column[]
  /** Columns whose values had another type before, or could have any. */
  retyped: Column[]
  /** Columns that become unique. */
  becomingUnique: Column[]
}

/** Compare the columns of two schemas by their paths. `format` is no part of a type, and integers are numbers. */
export function describeChange(
  before: Pick<CompiledSchema, 'columns'>,
  after: Pick<CompiledSchema, 'columns'>,
): SchemaChange {
  const old = new Map(before.columns.map(column => [keyOf(column), column]))
  const fresh = new Map(after.columns.map(column => [keyOf(column), column]))
  return {
    vanishing: before.columns.filter(column => !fresh.has(keyOf(column))),
    retyped: after.columns.filter(
      column => column.kind !== 'json' && typeOf(column) !== typeOf(old.get(keyOf(column))),
    ),
    becomingUnique: after.columns.filter(column => column.unique && old.get(keyOf(column))?.unique !== true),
  }
}

const keyOf = ({ path }: Column): string => path.join('.')

const typeOf = (column: Column | undefined): string | undefined =>
  column && `${column.kind === 'instant' ? 'text' : column.kind} ${column.types.includes('array')}`
