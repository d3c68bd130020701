import type { JsonObject } from '../../json/index.ts'
import { isRefused, type RefusedRow, type Rows } from '../rows.ts'
import { planObject, type ColumnPlan } from './plan.ts'
import { ObjectShape } from './shape.ts'

/** What was derived from the rows of a file. `createRowReader` with `byTitle` makes data of the schema of them. */
export interface Inference {
  /** Each property has the column's heading as its title. */
  schema: JsonObject
  columns: readonly ColumnPlan[]
  /** How many rows it was derived from; those that cannot be read are not among them. */
  rows: number
  /** The first one that cannot be read, if there is any. */
  unreadable: RefusedRow | undefined
}

/**
 * Derive a schema from the rows of a file. Only what is true of every row is claimed: nothing is guessed.
 * @param isCsv every value is a text that stands for one
 * @throws TabularError when there are too many columns
 */
export async function inferSchema(rows: Rows, isCsv: boolean): Promise<Inference> {
  const shape = new ObjectShape(isCsv)
  let unreadable: RefusedRow | undefined
  for await (const portion of rows) {
    for (const row of portion) {
      if (isRefused(row)) unreadable ??= row
      else shape.observe(row.data)
    }
  }
  const { schema, columns } = planObject(shape)
  return { schema, columns, rows: shape.count, unreadable }
}
