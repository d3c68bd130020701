import type { Filter } from 'mongodb'
import type { Condition, DocumentStatus, SelectQuery, StoredDocument } from '../../contracts/document-store.ts'
import { readData, readMeta } from '../documents.ts'
import { holds } from '../evaluate.ts'
import { hasWords } from '../words.ts'
import type { KnownCollection } from './catalogue.ts'
import { exactly, keyRange } from './conditions.ts'
import type { KeyRange } from './conditions.ts'
import type { Terms } from './conditions.ts'
import type { Search } from './search.ts'
import type { StoredForm } from './stored-form.ts'

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
  /** Those of the terms that the index of words serves. */
  wordTerms: readonly Terms[]
  /** What the conditions say of the keys of a field. */
  ranges: Map<string, KeyRange[]>
  /** Whether a document that was found is one that was asked for; undefined when nothing is left to be tested. */
  test: ((document: StoredDocument) => boolean) | undefined
}

/** @param words what the search for words came to */
export function selectionOf(query: SelectQuery, collection: KnownCollection, words: Search): Selection {
  const terms = [...words.terms, ...visible(query)]
  const untold: Condition[] = []
  const ranges = new Map<string, KeyRange[]>()
  for (const condition of query.conditions) {
    const term = exactly(condition)
    if (term === undefined) untold.push(condition)
    else terms.push(term)
    const known = keyRange(condition)
    if (known !== undefined) ranges.set(known.field, [...(ranges.get(known.field) ?? []), known.range])
  }
  return {
    collection,
    base: baseOf(query),
    terms,
    wordTerms: words.indexed,
    ranges,
    test: testOf(untold, words.test ? query.words : [], collection.words?.except ?? []),
  }
}

/** The whole filter of a query, with further terms. */
export function filterOf({ base, terms }: Selection, further: readonly Terms[] = []): Filter<StoredForm> {
  return allOf(base, [...further, ...terms])
}

/** Account and status with further terms. Terms on the same fields do not replace them. */
export function allOf({ account_id, status }: Base, terms: readonly Terms[]): Filter<StoredForm> {
  const said = terms.filter(term => Object.keys(term).length > 0)
  return {
    ...(account_id === undefined ? {} : { account_id }),
    status,
    ...(said.length === 0 ? {} : { $and: said }),
  }
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
  return [{ $or: [{ created_by: visibility.owner }, { _id: { $in: [...visibility.ids] } }] }]
}

function testOf(conditions: readonly Condition[], words: readonly string[], except: readonly (readonly string[])[]) {
  if (conditions.length === 0 && words.length === 0) return undefined
  return (document: StoredDocument): boolean => {
    const data = readData(document)
    const meta = readMeta(document)
    return (
      conditions.every(condition => holds(condition, meta, document.id, data)) &&
      (words.length === 0 || hasWords(data, words, except))
    )
  }
}
