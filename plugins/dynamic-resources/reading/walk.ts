import type { Condition, ListQuery, StoredDocument } from '../../../kernel/index.ts'
import type { Scalar } from '../../../lib/json/index.ts'
import { readData } from '../../../lib/store-kit/index.ts'
import { compareValues } from '../../../lib/store-kit/value-order.ts'
import type { Portion } from './contract.ts'
import type { ReferenceFilters } from './reference-filters.ts'

type Sort = ListQuery['sort']

const maxPortion = 1000
/** Bytes of the documents of a portion. */
const portionBytes = 8 * 1024 * 1024

/**
 * All documents of a query in portions. Stores sort by one property: with further ones, documents with the same value of the first are sorted by the
 * others here if they fit into a portion, and queried in that order otherwise.
 * @param thenBy the order of documents with the same value, ascending, as the query's own order then must be
 * @param firstPortion how many documents the first portion has at most
 */
export async function* walkInOrder(
  from: Pick<ReferenceFilters, 'list'>,
  query: Omit<ListQuery, 'limit'>,
  thenBy: readonly Sort[],
  firstPortion = maxPortion,
): AsyncGenerator<Portion, void> {
  const { sort } = query
  let limit = Math.min(firstPortion, maxPortion)
  let { after } = query
  let afterLastValue: readonly Condition[] = []
  for (;;) {
    const conditions = [...query.conditions, ...afterLastValue]
    const { documents, next } = await from.list({ ...query, conditions, after, limit, maxBytes: portionBytes })
    const groups = thenBy.length === 0 ? [] : groupsOf(documents, sort)
    if (next === null || thenBy.length === 0) {
      const isLast = next === null
      yield { documents: thenBy.length === 0 ? documents : groups.flatMap(group => inOrder(group, thenBy)), isLast }
      if (isLast) return
      after = next
    } else {
      const last = valueOf(groups.pop()?.[0], sort)
      yield { documents: groups.flatMap(group => inOrder(group, thenBy)), isLast: false }
      const [first = sort, ...others] = thenBy
      const same = { ...query, sort: first, after: undefined, conditions: [...query.conditions, sameValue(sort, last)] }
      for await (const portion of walkInOrder(from, same, others)) yield { ...portion, isLast: false }
      afterLastValue = [greaterValue(sort, last)]
      after = undefined
    }
    limit = maxPortion
  }
}

/** Consecutive documents with the same value. */
function groupsOf(documents: readonly StoredDocument[], sort: Sort): StoredDocument[][] {
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

const inOrder = (documents: readonly StoredDocument[], sorts: readonly Sort[]): StoredDocument[] =>
  documents.toSorted((one, other) => {
    for (const sort of sorts) {
      const order = compareValues(valueOf(one, sort), valueOf(other, sort), sort.kind)
      if (order !== 0) return order
    }
    return one.id < other.id ? -1 : 1
  })

function valueOf(document: StoredDocument | undefined, { field }: Sort): Scalar {
  const value = document === undefined ? null : readData(document)[field]
  return value === undefined || typeof value === 'object' ? null : value
}

function sameValue({ target, kind, field }: Sort, value: Scalar): Condition {
  if (value === null) return { target, kind, operator: 'exists', operands: [false], field }
  return { target, kind, operator: 'eq', operands: [value], field }
}

function greaterValue({ target, kind, field }: Sort, value: Scalar): Condition {
  if (value === null) return { target, kind, operator: 'exists', operands: [true], field }
  return { target, kind, operator: 'gt', operands: [value], field }
}
