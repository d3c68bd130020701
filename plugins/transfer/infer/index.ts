import type { JsonObject } from '../../../lib/json/index.ts'
import { isRefused, type RefusedRow, type Rows } from '../formats/rows.ts'
import { className, typeName } from './names.ts'
import { planObject, type ColumnPlan } from './plan.ts'
import { ObjectShape } from './shape.ts'

export type { ColumnPlan } from './plan.ts'
export { columnTable } from './column-table.ts'

/** A type derived from a file, and how its rows become resources of it. */
export interface Inference {
  /** As `POST /api/resource-types` takes it. */
  type: { name: string; slug: string; context: JsonObject; schema: JsonObject }
  columns: readonly ColumnPlan[]
  /** How many rows it was derived from; those that cannot be read are not among them. */
  rows: number
  /** The first one that cannot be read, if there is any. */
  unreadable: RefusedRow | undefined
  /** A row of the file as a resource of the type. `@id` stays as it is. */
  convert: (row: JsonObject) => JsonObject
}

/**
 * Derive a type from the rows of a file. Only what is true of every row is claimed: nothing is guessed.
 * @param cells the rows come from CSV, where every value is a text
 */
export async function infer(
  slug: string,
  rows: Rows,
  cells: boolean,
  onRows?: (count: number) => void,
): Promise<Inference> {
  const shape = new ObjectShape(cells)
  let unreadable: RefusedRow | undefined
  for await (const portion of rows) {
    for (const row of portion) {
      if (isRefused(row)) unreadable ??= row
      else shape.observe(row.data)
    }
    onRows?.(shape.count)
  }
  const plan = planObject(shape)
  const context = { '@vocab': 'https://schema.org/', '@type': className(slug) }
  return {
    type: { name: typeName(slug), slug, context, schema: plan.schema },
    columns: plan.columns,
    rows: shape.count,
    unreadable,
    convert: plan.convert,
  }
}
