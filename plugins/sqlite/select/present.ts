import type { WriteOperation } from '../../../lib/store-kit/document-store.ts'
import type { Collection } from '../catalogue.ts'
import type { Connection } from '../connection.ts'
import { Driven } from './driven.ts'
import { cheapest } from './list.ts'
import { idOrder, pathFor } from './path.ts'
import { documentTest, select } from './selection.ts'
import { Walk } from './walk.ts'

/**
 * Whether there is what an `absent` operation says there is not, in the transaction that is open.
 * @param scopes of the active documents of its account
 */
export function isPresent(
  connection: Connection,
  scopes: readonly number[],
  collection: Collection,
  { collection: name, account_id, conditions }: WriteOperation & { kind: 'absent' },
): boolean {
  const query = {
    collection: name,
    account_id,
    status: 'active',
    visibility: { all: true },
    conditions,
    words: [],
  } as const
  const selection = select(collection, query)
  const order = idOrder(collection.layout)
  return scopes.some(scope => {
    const driver = cheapest(connection, selection, scope)
    const slices = driver
      ? new Driven(connection, selection, driver, order, scope, undefined)
      : new Walk(connection, selection, pathFor(selection, order), scope, undefined)
    const test = documentTest(selection, driver ?? null)
    const portion = test === undefined ? 1 : 256
    for (let next = slices.next(portion); next !== undefined; next = slices.next(portion)) {
      if (test === undefined ? next.length > 0 : next.some(test)) return true
    }
    return false
  })
}
