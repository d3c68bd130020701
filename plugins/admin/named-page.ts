import { sharedAccount, totalOf } from '../../kernel/index.ts'
import type { CursorScope, Cursors, PageParameters, Total } from '../../kernel/index.ts'

/** A page of a list that is in memory, as texts. */
export interface NamedPage {
  items: string[]
  cursor: string
  total: Total | undefined
}

/**
 * A page of things that have unique names, in the order of the names.
 * @param list which list, for its cursors
 * @throws `BadRequest` when the cursor is not of this list
 */
export function pageOf(
  cursors: Cursors,
  list: string,
  all: readonly { name: string }[],
  { limit, cursor, count }: PageParameters,
): NamedPage {
  const scope = scopeOf(list)
  const after = cursor === undefined ? '' : cursors.read(scope, cursor).id
  const rest = all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).filter(({ name }) => name > after)
  const shown = rest.slice(0, limit)
  const last = rest.length > limit ? shown.at(-1)?.name : undefined
  return {
    items: shown.map(one => JSON.stringify(one)),
    cursor: cursors.write(scope, last === undefined ? null : { key: last, id: last }),
    total: totalOf(count, all.length),
  }
}

const scopeOf = (list: string): CursorScope => ({
  account_id: sharedAccount,
  list,
  sort: { target: { path: ['name'] }, kind: 'text', direction: 'asc', field: 'name' },
  conditions: [],
  words: [],
})
