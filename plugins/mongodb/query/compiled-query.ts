import type { Condition, DocumentStatus, SelectQuery } from '../../../lib/store-kit/document-store.ts'
import { indexPrefix } from '../../../lib/store-kit/words/search-words.ts'
import { manyWords } from '../documents/stored-document.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import { wordsContent, wordsIndexName } from '../schema/indexes.ts'
import { testOf } from './document-test.ts'
import type { DocumentTest } from './document-test.ts'
import { anyOf, exactCondition } from './filters.ts'
import type { ExactCondition, MongoFilter } from './filters.ts'

/** The account and status of a query. */
export interface Scope {
  account_id?: string | { $in: string[] }
  status: DocumentStatus | { $in: DocumentStatus[] }
}

/** A condition of a query. */
export interface CompiledCondition {
  condition: Condition
  /** Undefined when MongoDB cannot express it. */
  exact: ExactCondition | undefined
}

/** A query as filters for MongoDB, and the test for what these cannot express. */
export interface CompiledQuery {
  collection: KnownCollection
  /** Account and status, the prefix of every index; without the account only the index on `_id` can be used. */
  scope: Scope
  conditions: readonly CompiledCondition[]
  /** The groups of which one must match; undefined when there are none, or the test decides. */
  groups: readonly (readonly CompiledCondition[])[] | undefined
  /** One filter for each word, if the index of words can find it. */
  words: readonly MongoFilter[]
  /** The test of the remaining conditions, if any. */
  test: DocumentTest | undefined
  /** The test for documents with many words, if a search must look at them too. */
  manyWordsTest: DocumentTest | undefined
}

export function compileQuery(query: SelectQuery, collection: KnownCollection): CompiledQuery {
  const { definition, absent } = collection
  const compile = (condition: Condition): CompiledCondition => ({
    condition,
    exact: exactCondition(condition, collection),
  })
  const conditions = query.conditions.map(compile)
  const groups = query.anyOf?.map(group => group.map(compile))
  const isExpressed = groups?.flat().every(({ exact }) => exact !== undefined) === true
  const untold = {
    conditions: conditions.filter(({ exact }) => exact === undefined).map(({ condition }) => condition),
    anyOf: isExpressed ? undefined : query.anyOf,
  }
  const { words } = definition
  const searched = query.searched ?? (words === false ? { except: [] } : words)
  const isMade = words !== false && !absent.has(wordsIndexName) && wordsContent(words) === wordsContent(searched)
  const isIndexed = query.words.length > 0 && isMade
  const isCut = query.words.some(word => indexPrefix(word) !== word)
  return {
    collection,
    scope: scopeOf(query),
    conditions,
    groups: isExpressed ? groups : undefined,
    words: isIndexed ? query.words.map(wordFilter) : [],
    test: testOf(untold, isIndexed && !isCut ? [] : query.words, searched),
    manyWordsTest: isIndexed ? testOf(untold, query.words, searched) : undefined,
  }
}

/** Documents with a word that begins like this, as far as the index contains it. No word contains the last code point. */
function wordFilter(word: string): MongoFilter {
  const prefix = indexPrefix(word)
  return { words: { $elemMatch: { $gte: prefix, $lt: `${prefix}\u{10ffff}` } } }
}

/** Documents of whose words only that there are many is known. */
export const withManyWords: MongoFilter = { words: manyWords }

/** A filter for one group of conditions. */
export const groupFilter = (group: readonly CompiledCondition[]): MongoFilter => allOf({}, group.flatMap(filterOf))

export const filterOf = ({ exact }: CompiledCondition): MongoFilter[] =>
  exact === undefined ? [] : [anyOf(exact.filters)]

/** Account and status with further filters, flat if they are on different fields. No filter replaces another; the first comes first. */
export function allOf(scope: Scope | Record<string, never>, filters: readonly MongoFilter[]): MongoFilter {
  const whole: MongoFilter = { ...scope }
  const others: MongoFilter[] = []
  for (const filter of filters) {
    if (Object.keys(filter).some(field => Object.hasOwn(whole, field))) others.push(filter)
    else Object.assign(whole, filter)
  }
  return others.length === 0 ? whole : { $and: [whole, ...others] }
}

function scopeOf(query: SelectQuery): Scope {
  const status = query.status === 'any' ? { $in: ['active' as const, 'archived' as const] } : query.status
  if (query.account_id !== null) return { account_id: query.account_id, status }
  const named = query.conditions.find(namesAccounts)
  return named === undefined ? { status } : { account_id: { $in: named.operands.filter(isText) }, status }
}

const namesAccounts = ({ target, operator }: Condition): boolean =>
  'column' in target && target.column === 'account_id' && (operator === 'eq' || operator === 'in')

const isText = (value: unknown): value is string => typeof value === 'string'
