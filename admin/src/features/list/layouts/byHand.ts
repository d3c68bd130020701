import { etagOf, withValues } from '../../../api/index.ts'
import type { BulkOperation, JsonObject, Resource, ResourceType } from '../../../api/index.ts'
import { isNumeric, valueIn } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'
import { newPlaces } from '../../../schema/places.ts'

/** The property by which people order resources of a type by hand (`x-order-property`); undefined where they cannot. */
export function orderColumn(
  type: Pick<ResourceType, 'schema'> | undefined,
  columns: readonly Column[],
): Column | undefined {
  const name = type?.schema?.['x-order-property']
  const column = columns.find(one => !one.isMeta && one.name === name)
  return column !== undefined && isNumeric(column) && column.isSortable && !column.isReadOnly ? column : undefined
}

/** What puts rows into an order. */
export interface Ordering {
  /** As they are then. */
  rows: Resource[]
  /** What is written for that, as few as possible. */
  operations: BulkOperation[]
}

/**
 * Put rows into the order that they are given in.
 * @param changes what else becomes of some of them, by id
 * @returns undefined where the range of the property has no room for so many
 */
export function inOrder(
  rows: readonly Resource[],
  by: Column,
  changes: ReadonlyMap<string, JsonObject>,
): Ordering | undefined {
  const { minimum, maximum } = by.schema
  const held = rows.map(row => valueIn(row, by))
  const places = newPlaces(
    held.map(value => (typeof value === 'number' ? value : undefined)),
    {
      isInteger: by.kind === 'integer',
      ...(typeof minimum === 'number' && { minimum }),
      ...(typeof maximum === 'number' && { maximum }),
    },
  )
  if (places === undefined) return undefined
  const changed = rows.map((row, at) => {
    const place = places.get(at)
    return { row, data: { ...changes.get(row.id), ...(place !== undefined && { [by.name]: place }) } }
  })
  return {
    rows: changed.map(({ row, data }) => withValues(row, data)),
    operations: changed
      .filter(({ data }) => Object.keys(data).length > 0)
      .map(({ row, data }) => ({ op: 'patch', id: row.id, data, if_match: etagOf(row) })),
  }
}
