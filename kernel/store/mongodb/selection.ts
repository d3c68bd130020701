import type { Filter } from 'mongodb'
import type { Condition, DocumentStatus, SelectQuery } from '../../contracts/document-store.ts'
import type { KnownCollection } from './catalogue.ts'
import { exactly, keyRange } from './conditions.ts'
import type { KeyRange } from './conditions.ts'
import type { Terms } from './conditions.ts'
import type { Search } from './search.ts'
import type { StoredForm } from './stored-form.ts'
import type { DocumentTest } from './document-test.ts'
import { testOf } from './document-test.ts'

/** The account and status of a query. */
export interface Base {
  account_id?: string | { $in: string[] }
  status: DocumentStatus | { $in: DocumentStatus[] }
}

/** What a query selects: what MongoDB is asked for, and what is left to be tested. */
export interface Selection {
  collection: KnownCollection
  /** Account and status, the beginning of every index; without the account none but that on `_id` helps. */
  base: Base
  /** What else must hold. */
  terms: Terms[]
  /** Ways in which the caller may see a document, one of which must hold; none when all may be seen. */
  visible: readonly Terms[]
  /**
   * The same where a condition on one value is an equality of an indexed key. It misses documents that have that value in an array, so it holds only
   * while none has the key `several` in one of these fields.
   */
  plain: { terms: Terms[]; fields: string[] }
  /** Those of the terms that the index of words serves. */
  wordTerms: readonly Terms[]
  /** What the conditions say of the keys of a field. */
  ranges: Map<string, KeyRange[]>
  /** What is left to be tested, if anything is. */
  test: DocumentTest | undefined
}

/** @param words what the search for words came to */
export function selectionOf(query: SelectQuery, collection: KnownCollection, words: Search): Selection {
  const terms = [...words.terms]
  const plain = { terms: [...terms], fields: [] as string[] }
  const untold: Condition[] = []
  const ranges = new Map<string, KeyRange[]>()
  for (const condition of query.conditions) {
    const term = exactly(condition)
    if (term === undefined) untold.push(condition)
    else terms.push(term)
    const known = keyRange(condition)
    const key =
      known !== undefined && '$in' in known.range && known.range.$in.length === 1 ? known.range.$in[0] : undefined
    if (known !== undefined && key !== undefined && collection.indexOf.has(known.field)) {
      plain.terms.push({ [known.field]: key })
      plain.fields.push(known.field)
    } else if (term !== undefined) plain.terms.push(term)
    if (known !== undefined) ranges.set(known.field, [...(ranges.get(known.field) ?? []), known.range])
  }
  return {
    collection,
    base: baseOf(query),
    terms,
    visible: visible(query),
    plain,
    wordTerms: words.indexed,
    ranges,
    test: testOf(untold, words.test ? query.words : [], collection.words?.except ?? []),
  }
}

/** Account and status with further terms, flat where they are on different fields. No term replaces another. */
export function allOf(base: Base, terms: readonly Terms[]): Filter<StoredForm> {
  const filter: Terms = { ...base }
  const others: Terms[] = []
  for (const term of terms) {
    if (Object.keys(term).some(field => Object.hasOwn(filter, field))) others.push(term)
    else Object.assign(filter, term)
  }
  return others.length === 0 ? filter : { $and: [filter, ...others] }
}

/**
 * The filter of a selection with further terms. Each way in which documents may be seen is one whole branch, so that MongoDB finds each by its
 * own index, and never walks all documents to test whose they are.
 */
export function filterOf({ base, visible }: Selection, terms: readonly Terms[]): Filter<StoredForm> {
  const [first = {}, ...others] = visible
  if (others.length === 0) return allOf(base, [first, ...terms])
  return { $or: [first, ...others].map(one => allOf(base, [one, ...terms])) }
}

export function baseOf(query: SelectQuery): Base {
  const status = query.status === 'any' ? { $in: ['active' as const, 'archived' as const] } : query.status
  if (query.account_id !== null) return { account_id: query.account_id, status }
  const named = query.conditions.find(namesAccounts)
  return named === undefined ? { status } : { account_id: { $in: named.operands.filter(isText) }, status }
}

const namesAccounts = ({ target, operator }: Condition): boolean =>
  'column' in target && target.column === 'account_id' && (operator === 'eq' || operator === 'in')

const isText = (value: unknown): value is string => typeof value === 'string'

function visible({ visibility }: SelectQuery): Terms[] {
  if (visibility.all) return []
  const { owner, ids } = visibility
  return ids.length === 0 ? [{ created_by: owner }] : [{ created_by: owner }, { _id: { $in: [...ids] } }]
}
