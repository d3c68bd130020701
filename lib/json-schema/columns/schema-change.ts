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

type ComparedSchema = Pick<CompiledSchema, 'columns' | 'nestedColumns'>

/** Compare the columns of two schemas by their paths. `format` is no part of a type, and integers are numbers. */
export function describeChange(before: ComparedSchema, after: ComparedSchema): SchemaChange {
  const old = allColumns(before)
  const fresh = allColumns(after)
  return {
    vanishing: before.columns.filter(column => !fresh.has(keyOf(column))),
    retyped: [...fresh.values()].filter(
      column => column.kind !== 'json' && typeOf(column) !== typeOf(old.get(keyOf(column))),
    ),
    becomingUnique: after.columns.filter(column => column.unique && old.get(keyOf(column))?.unique !== true),
  }
}

/** The columns by their names, those inside of properties too. */
const allColumns = ({ columns, nestedColumns }: ComparedSchema): Map<string, Column> =>
  new Map([...nestedColumns(), ...columns].map(column => [keyOf(column), column]))

const keyOf = ({ path }: Column): string => path.join('.')

const typeOf = (column: Column | undefined): string | undefined =>
  column && `${column.kind === 'instant' ? 'text' : column.kind} ${column.types.includes('array')}`
