import { compareValues } from '../../../lib/store-kit/value-order.ts'
import type { Scalar } from '../../../lib/json/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import type { Condition, DocumentStore, ListQuery, SelectQuery, StoredDocument } from '../../../kernel/index.ts'

/** One part of an order: a property, ascending. */
export type ItemSort = ListQuery['sort']

/**
 * Iterate over selected items, sorted by several properties; stores sort by one. Items with the same value of the first property are sorted by the others
 * here, if they fit on one page, and queried in that order otherwise: at most two queries for a page.
 * @param size page size of the queries
 */
export async function* walkItems(
  store: DocumentStore,
  selection: SelectQuery,
  [sort, ...others]: readonly ItemSort[],
  size: number,
): AsyncGenerator<readonly StoredDocument[]> {
  if (sort === undefined) return
  let after: ListQuery['after']
  let behind: readonly Condition[] = []
  for (;;) {
    const conditions = [...selection.conditions, ...behind]
    const { documents, next } = await store.list({ ...selection, conditions, sort, after, limit: size })
    if (others.length === 0 || next === null) {
      yield others.length === 0 ? documents : groupsOf(documents, sort).flatMap(group => inOrder(group, others))
      if (next === null) return
      after = next
      continue
    }
    const groups = groupsOf(documents, sort)
    const last = valueOf(groups.pop()?.[0], sort)
    yield groups.flatMap(group => inOrder(group, others))
    const same = { ...selection, conditions: [...selection.conditions, sameValue(sort, last)] }
    yield* walkItems(store, same, others, size)
    behind = [greaterValue(sort, last)]
    after = undefined
  }
}

/** Consecutive documents with the same value. */
function groupsOf(documents: readonly StoredDocument[], sort: ItemSort): StoredDocument[][] {
  const groups: StoredDocument[][] = []
  let value: Scalar = null
  for (const document of documents) {
    const own = valueOf(document, sort)
    const group = groups.at(-1)
    if (group !== undefined && compareValues(own, value, sort.kind) === 0) group.push(document)
    else groups.push([document])
    value = own
  }
  return groups
}

const inOrder = (documents: readonly StoredDocument[], sorts: readonly ItemSort[]): StoredDocument[] =>
  documents.toSorted((one, other) => {
    for (const sort of sorts) {
      const order = compareValues(valueOf(one, sort), valueOf(other, sort), sort.kind)
      if (order !== 0) return order
    }
    return one.id < other.id ? -1 : 1
  })

function valueOf(document: StoredDocument | undefined, { field }: ItemSort): Scalar {
  const value = document === undefined ? null : readData(document)[field]
  return value === undefined || typeof value === 'object' ? null : value
}

function sameValue({ target, kind, field }: ItemSort, value: Scalar): Condition {
  if (value === null) return { target, kind, operator: 'exists', operands: [false], field }
  return { target, kind, operator: 'eq', operands: [value], field }
}

function greaterValue({ target, kind, field }: ItemSort, value: Scalar): Condition {
  if (value === null) return { target, kind, operator: 'exists', operands: [true], field }
  return { target, kind, operator: 'gt', operands: [value], field }
}
