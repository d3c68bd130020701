import { yieldIfLong } from '../../event-loop/index.ts'
import type { JsonObject } from '../../json/index.ts'
import { isRefused, type RefusedRow, type Rows } from '../rows.ts'
import { planRows, type ColumnPlan } from './plan.ts'
import { ObjectShape, type CellReading } from './shape.ts'

const maxListed = 100

/** The result of inferring from the rows of a file. With `byTitle`, `createRowReader` converts the rows to data of the schema. */
export interface Inference {
  /** The title of each property is the heading of its column. */
  schema: JsonObject
  columns: readonly ColumnPlan[]
  /** The number of rows that it was derived from, without unreadable ones. */
  rows: number
  /** The rows that cannot be read, the first ones in full. */
  unreadable: { rows: number; first: readonly RefusedRow[] }
}

/**
 * Derive a schema from the rows of a file. The schema claims only what is true of every row: nothing is guessed.
 * @param cells set for CSV, where every value is a text that represents a value
 * @param maxColumns how many different columns all rows together can have
 * @throws TabularError when there are too many columns
 */
export async function inferSchema(rows: Rows, cells: CellReading | undefined, maxColumns?: number): Promise<Inference> {
  const shape = new ObjectShape(cells, 0, maxColumns)
  const unreadable = { rows: 0, first: new Array<RefusedRow>() }
  for await (const portion of rows) {
    for (const row of portion) {
      await yieldIfLong()
      if (!isRefused(row)) {
        shape.observe(row.data)
        continue
      }
      unreadable.rows += 1
      if (unreadable.first.length < maxListed) unreadable.first.push(row)
    }
  }
  const { schema, columns } = planRows(shape, cells)
  return { schema, columns, rows: shape.count, unreadable }
}
