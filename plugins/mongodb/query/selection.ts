import type { Filter } from 'mongodb'
import type { Condition, DocumentStatus, SelectQuery } from '../../../lib/store-kit/document-store.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { exactly, keyRanges } from './filters.ts'
import type { KeyRange, KeyRanges, Terms } from './filters.ts'
import type { Search } from './word-search.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { DocumentTest } from './document-test.ts'
import { testOf } from './document-test.ts'

/** The account and status of a query. */
export interface Base {
  account_id?: string | { $in: string[] }
  status: DocumentStatus | { $in: DocumentStatus[] }
}

/** A condition as a selection works with it. */
export interface SelectedCondition {
  condition: Condition
  /** Means exactly the condition; undefined where MongoDB cannot say it. */
  exact: Terms | undefined
  /** What it says of the keys of a field. */
  keys: KeyRanges | undefined
}

/** What a query selects: what MongoDB is asked for, and what is left to be tested. */
export interface Selection {
  collection: KnownCollection
  /** Account and status, the beginning of every index; without the account none but that on `_id` helps. */
  base: Base
  conditions: readonly SelectedCondition[]
  /** What the search for words came to. */
  words: Search
  /** What is left to be tested, if anything is. */
  test: DocumentTest | undefined
}

/** @param words what the search for words came to */
export function selectionOf(query: SelectQuery, collection: KnownCollection, words: Search): Selection {
  const conditions = query.conditions.map(selectedCondition)
  const untold = conditions.flatMap(({ condition, exact }) => (exact === undefined ? [condition] : []))
  const test = testOf(untold, words.test ? query.words : [], collection.words?.except ?? [])
  return { collection, base: baseOf(query), conditions, words, test }
}

export const selectedCondition = (condition: Condition): SelectedCondition => ({
  condition,
  exact: exactly(condition),
  keys: keyRanges(condition),
})

/** What must hold for the documents of a selection, whatever their values look like. */
export const exactTerms = ({ conditions, words }: Selection): Terms[] => [
  ...words.terms,
  ...conditions.flatMap(({ exact }) => exact ?? []),
]

/** Terms of which one holds where the key of a field is in one of these ranges. */
export const inRanges = (field: string, ranges: readonly KeyRange[]): Terms[] =>
  ranges.map(range => ({ [field]: '$in' in range && range.$in.length === 1 ? range.$in[0] : range }))

/** What one of several terms is asked for, where no index needs to see them. */
export function anyOf(terms: readonly Terms[]): Terms {
  const [only = {}, ...others] = terms
  return others.length === 0 ? only : { $or: [only, ...others] }
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

export function baseOf(query: SelectQuery): Base {
  const status = query.status === 'any' ? { $in: ['active' as const, 'archived' as const] } : query.status
  if (query.account_id !== null) return { account_id: query.account_id, status }
  const named = query.conditions.find(namesAccounts)
  return named === undefined ? { status } : { account_id: { $in: named.operands.filter(isText) }, status }
}

const namesAccounts = ({ target, operator }: Condition): boolean =>
  'column' in target && target.column === 'account_id' && (operator === 'eq' || operator === 'in')

const isText = (value: unknown): value is string => typeof value === 'string'
