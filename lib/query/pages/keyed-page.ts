import { totalOf } from './count.ts'
import type { CursorScope, Cursors } from './cursor.ts'
import type { PageParameters } from './page-parameters.ts'
import type { Total } from './count.ts'

/** A page of a list in memory, as texts. */
export interface KeyedPage {
  items: string[]
  cursor: string
  total: Total | undefined
}

/**
 * A page of items with unique keys, in the order of the keys.
 * @param list the list that its cursors belong to, with its account
 * @throws `InvalidInput` when the cursor does not belong to this list
 */
export function pageByKey<Item extends object>(
  cursors: Cursors,
  list: Pick<CursorScope, 'account_id' | 'list'>,
  all: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, cursor, count }: PageParameters,
): KeyedPage {
  const scope = scopeOf(list)
  const after = cursor === undefined ? '' : cursors.read(scope, cursor).id
  const rest = all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).filter(one => keyOf(one) > after)
  const shown = rest.slice(0, limit)
  const last = rest.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(one => JSON.stringify(one)),
    cursor: cursors.write(scope, last === undefined ? null : { key: keyOf(last), id: keyOf(last) }),
    total: totalOf(count, all.length),
  }
}

const scopeOf = (list: Pick<CursorScope, 'account_id' | 'list'>): CursorScope => ({
  ...list,
  sort: { target: { path: ['name'] }, kind: 'text', direction: 'asc', field: 'name' },
  conditions: [],
  words: [],
})
