import type { Fragment } from '../connection.ts'
import type { Layout } from '../layout.ts'
import type { Range } from './bounds.ts'
import { orderFor } from './order.ts'
import type { Order } from './order.ts'
import type { Seek, Selection } from './selection.ts'

/** An index that is walked in the order of a list. */
export interface Path {
  index: string
  order: Order
  /** A column that is held at one value, so that the index is in the order of ids. */
  fixed?: Fragment
  /** The part of the order's column that is walked. */
  range?: Range
  /** Tests that are true of every row on it. */
  covered: readonly Fragment[]
}

/** The path for this order that leaves least. */
export function pathFor({ seeks }: Selection, order: Order): Path {
  const fixed = order.slot.isId
    ? [...seeks.values()].find(({ equal, slot }) => equal && slot.index && !slot.isId)
    : undefined
  if (fixed?.equal !== undefined && fixed.slot.index !== undefined) {
    const { sql, bind } = fixed.equal
    return {
      index: fixed.slot.index,
      order,
      fixed: { sql: `${fixed.slot.sql} = ${sql}`, binds: [bind] },
      covered: fixed.tests.length === 1 ? fixed.rowTests : [],
    }
  }
  const range = rangeOf(seeks.get(order.slot.sql))
  return { index: order.index, order, covered: [], ...(range && { range }) }
}

function rangeOf(seek: Seek | undefined): Range | undefined {
  if (seek?.equal === undefined) return seek?.range
  const end = { inclusive: true, operand: seek.equal }
  return { low: end, high: end }
}

/** The order of ids, which every collection has. */
export function idOrder(layout: Layout): Order {
  const order = orderFor(layout, { target: { column: 'id' }, kind: 'text', direction: 'asc', field: 'id' })
  if (order === undefined) throw new Error('ids have an index')
  return order
}
