import type { Filter } from 'mongodb'
import type { Condition, DocumentStatus, SelectQuery } from '../../../lib/store-kit/document-store.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { exactFilter, keyRanges, never } from './filters.ts'
import type { KeyRange, KeyRanges, MongoFilter } from './filters.ts'
import type { ReferenceIndex } from '../documents/reference-index.ts'
import type { WordSearch } from './word-search.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { DocumentTest } from './document-test.ts'
import { testOf } from './document-test.ts'

/** The account and status of a query. */
export interface Scope {
  account_id?: string | { $in: string[] }
  status: DocumentStatus | { $in: DocumentStatus[] }
}

/** A condition of a compiled query. */
export interface CompiledCondition {
  condition: Condition
  /** Exactly equivalent to the condition; undefined when MongoDB cannot express it. */
  exact: MongoFilter | undefined
  /** The ranges that it allows for the keys of a field. */
  keys: KeyRanges | undefined
}

/** A compiled query: the filter for MongoDB, and the conditions that must be tested afterwards. */
export interface CompiledQuery {
  collection: KnownCollection
  /** Account and status, the prefix of every index; without the account only the index on `_id` can be used. */
  scope: Scope
  conditions: readonly CompiledCondition[]
  /** Filters that every document of the query satisfies, and possibly more; the test then decides. */
  alternatives: readonly MongoFilter[]
  /** The result of preparing the search for words. */
  words: WordSearch
  /** The test of the remaining conditions, if any. */
  test: DocumentTest | undefined
}

/**
 * @param words the result of preparing the search for words
 * @param outdated filters of which documents match one whose field `references` does not decide; none when it decides for all
 */
export function compileQuery(
  query: SelectQuery,
  collection: KnownCollection,
  words: WordSearch,
  outdated: readonly MongoFilter[] = [],
): CompiledQuery {
  const references = outdated.length === 0 ? collection.references : undefined
  const conditions = query.conditions.map(condition => compileCondition(condition, references))
  const untold = conditions.flatMap(({ condition, exact }) => (exact === undefined ? [condition] : []))
  const groups = query.anyOf?.map(group => group.map(condition => exactFilter(condition, references)))
  const isUntold = groups?.flat().includes(undefined) === true
  const test = testOf(
    { conditions: untold, anyOf: isUntold ? query.anyOf : undefined },
    words.test ? query.words : [],
    collection.words?.except ?? [],
  )
  const doubtful =
    outdated.length === 0 ? [] : query.conditions.filter(({ operator }) => operator === 'eq' || operator === 'in')
  const alternatives = [
    ...(groups === undefined ? [] : [oneOf(groups)]),
    ...doubtful.flatMap(condition => {
      const found = 'references' in condition.target ? exactFilter(condition, collection.references) : undefined
      return found === undefined ? [] : [{ $or: [found, ...outdated] }]
    }),
  ]
  return { collection, scope: scopeOf(query), conditions, alternatives, words, test }
}

/** At least one of several groups, as far as MongoDB can express them. */
function oneOf(groups: readonly (readonly (MongoFilter | undefined)[])[]): MongoFilter {
  if (groups.length === 0) return never
  return anyOf(
    groups.map(group => {
      const said = group.filter(term => term !== undefined)
      return said.length < 2 ? (said[0] ?? {}) : { $and: said }
    }),
  )
}

export const compileCondition = (condition: Condition, references: ReferenceIndex | undefined): CompiledCondition => ({
  condition,
  exact: exactFilter(condition, references),
  keys: keyRanges(condition),
})

/** Terms that the documents of a query must match, whatever the shape of their values. */
export const exactTerms = ({ conditions, alternatives, words }: CompiledQuery): MongoFilter[] => [
  ...words.terms,
  ...alternatives,
  ...conditions.flatMap(({ exact }) => exact ?? []),
]

/** Filters of which one matches when the key of a field is in one of these ranges. */
export const inRanges = (field: string, ranges: readonly KeyRange[]): MongoFilter[] =>
  ranges.map(range => ({ [field]: '$in' in range && range.$in.length === 1 ? range.$in[0] : range }))

/** A filter for at least one of several terms, if no index needs to recognise them. */
export function anyOf(terms: readonly MongoFilter[]): MongoFilter {
  const [only = {}, ...others] = terms
  return others.length === 0 ? only : { $or: [only, ...others] }
}

/** Account and status with further terms, flat if they are on different fields. No term replaces another. */
export function allOf(scope: Scope, terms: readonly MongoFilter[]): Filter<StoredForm> {
  const filter: MongoFilter = { ...scope }
  const others: MongoFilter[] = []
  for (const term of terms) {
    if (Object.keys(term).some(field => Object.hasOwn(filter, field))) others.push(term)
    else Object.assign(filter, term)
  }
  return others.length === 0 ? filter : { $and: [filter, ...others] }
}

export function scopeOf(query: SelectQuery): Scope {
  const status = query.status === 'any' ? { $in: ['active' as const, 'archived' as const] } : query.status
  if (query.account_id !== null) return { account_id: query.account_id, status }
  const named = query.conditions.find(namesAccounts)
  return named === undefined ? { status } : { account_id: { $in: named.operands.filter(isText) }, status }
}

const namesAccounts = ({ target, operator }: Condition): boolean =>
  'column' in target && target.column === 'account_id' && (operator === 'eq' || operator === 'in')

const isText = (value: unknown): value is string => typeof value === 'string'
