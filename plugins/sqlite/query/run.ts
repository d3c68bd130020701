import type {
  Condition,
  ListQuery,
  Page,
  Position,
  SelectQuery,
  StoredDocument,
} from '../../../lib/store-kit/document-store.ts'
import { QueryEnded } from '../file/connection.ts'
import type { Connection, Fragment, QueryContext } from '../file/connection.ts'
import { isDamage } from '../file/failures.ts'
import type { Collection } from '../schema/layout.ts'
import { comparePositions, positionOf } from './order.ts'
import {
  countOfCandidates,
  countStatement,
  isReadInOrder,
  listStatement,
  othersStatement,
  planQuery,
  positionsStatement,
  rowStatement,
  walkedColumns,
  withAllWords,
  wordStatement,
} from './plan.ts'
import type { Candidates, IndexedWords, QueryPlan, RowSource } from './plan.ts'

/** Limits of a query. */
export interface QueryLimits extends Pick<QueryContext, 'endsAt' | 'maxWork' | 'endsUnderPressureAt'> {
  /** Up to this number of candidate rows are sorted instead of scanning the index of the order. */
  maxSorted: number
  /** The same for a search, as long as the scan takes less than {@link maxWorkOfScan}. */
  maxSortedOfSearch: number
  /** How much work a scan for the words of a search, or its count, may be before the index of words is asked for all rows with them. */
  maxWorkOfScan: number
  /** Where a page of many documents ends, bytes of their texts; the caller reads on. Default: the limit of the page. */
  portionBytes?: number
}

/** In a thread only the time is limited. */
export const inThread = { maxWork: Infinity, maxSorted: 20_000, maxSortedOfSearch: 500, maxWorkOfScan: 40_000 }

/** Up to this number of words that begin like a word of a search are looked up by themselves. */
const maxEndings = 64

/** A row `id, meta, data` as a document. Those columns are texts that are never null. */
export const asDocument = ([id, meta, data]: readonly unknown[]): StoredDocument => ({
  id: String(id),
  meta: String(meta),
  data: String(data),
})

/** Bytes of UTF-8 of a document's texts. */
export const bytesOf = ({ id, meta, data }: StoredDocument): number =>
  Buffer.byteLength(id) + Buffer.byteLength(meta) + Buffer.byteLength(data)

/**
 * One page, as the contract defines it.
 * @throws QueryEnded
 */
export function list(
  connection: Connection,
  plan: QueryPlan,
  query: ListQuery,
  scopes: readonly number[],
  limits: QueryLimits,
): Page {
  try {
    return listWhole(connection, plan, query, scopes, limits)
  } catch (error) {
    const [scope] = scopes
    const isReadable = query.skipDamaged === true && 'column' in query.sort.target && scopes.length === 1
    if (!isReadable || scope === undefined || !isDamage(error)) throw error
    return listReadable(connection, plan, query, scope, limits)
  }
}

/**
 * A page of the documents that can be read: the index of the order has their row numbers, and each row is read by itself. If the index is
 * damaged, the rows are sorted.
 */
function listReadable(
  connection: Connection,
  plan: QueryPlan,
  query: ListQuery,
  scope: number,
  limits: QueryLimits,
): Page {
  const rows = (useIndex: boolean): unknown[][] => {
    const { sql, binds } = positionsStatement(plan, query, scope, useIndex)
    return connection.query({ tests: plan.functions, ...limits }, () => connection.all(sql, ...binds))
  }
  let found: unknown[][]
  try {
    found = rows(true)
  } catch (error) {
    if (!isDamage(error)) throw error
    found = rows(false)
  }
  const { sql, binds } = rowStatement(plan)
  const documents: StoredDocument[] = []
  let skipped = 0
  let bytes = 0
  for (const [place, [number]] of found.entries()) {
    if (place === query.limit) break
    try {
      const read = (): unknown[] | undefined => connection.get(sql, Number(number), ...binds)
      const row = connection.query({ tests: plan.functions, ...limits }, read)
      const document = row && asDocument(row)
      bytes += document === undefined ? 0 : bytesOf(document)
      if (document !== undefined && documents.length > 0 && bytes > (query.maxBytes ?? Infinity)) {
        return { documents, next: positionAt(found[place - 1] ?? []), skipped }
      }
      if (document !== undefined) documents.push(document)
    } catch (error) {
      if (!isDamage(error)) throw error
      skipped += 1
    }
  }
  return { documents, next: found.length > query.limit ? positionAt(found[query.limit - 1] ?? []) : null, skipped }
}

/** The position of a row of {@link positionsStatement}. */
const positionAt = ([, key, id]: readonly unknown[]): Position => ({
  key: typeof key === 'number' ? key : String(key),
  id: String(id),
})

function listWhole(
  connection: Connection,
  plan: QueryPlan,
  asked: ListQuery,
  scopes: readonly number[],
  limits: QueryLimits,
): Page {
  const { portionBytes } = limits
  const query =
    portionBytes === undefined ? asked : { ...asked, maxBytes: Math.min(asked.maxBytes ?? Infinity, portionBytes) }
  const isAtOnce = portionBytes === undefined && asked.limit <= maxReadAtOnce
  return connection.query({ tests: plan.functions, ...limits }, () => {
    const found = scopes.flatMap(scope =>
      readFrom(connection, plan, query, scope, limits, source => {
        const statement = listStatement(plan, query, scope, source)
        return isAtOnce
          ? connection.all(statement.sql, ...statement.binds).map(asDocument)
          : readPage(connection, statement, query, limits.endsAt)
      }),
    )
    return pageOf(scopes.length > 1 ? merge(found, query) : found, query)
  })
}

/**
 * Read the rows of a list: few candidates are sorted, else the index of the order is scanned. A search tries the scan before it sorts candidates that are not
 * very few, and before it asks the index of words for all rows with its words, which takes long: the first documents with common words are found at once.
 */
function readFrom<T>(
  connection: Connection,
  plan: QueryPlan,
  query: ListQuery,
  scope: number,
  limits: QueryLimits,
  read: (source: RowSource | undefined) => T,
): T {
  const walked = walkedColumns(plan, query)
  const ways = plan.candidates.filter(({ column }) => column === undefined || !walked.has(column))
  const { words } = plan
  if (words !== undefined) connection.addVocabulary(words.index)
  const few = fewestCandidates(connection, ways, scope, limits.maxSorted)
  const sorted = few && { candidates: few.candidates, isSmall: true }
  if (words === undefined || (few !== undefined && few.count <= limits.maxSortedOfSearch)) return read(sorted)
  if (limits.maxWork < limits.maxWorkOfScan) return read(undefined)
  const several = words.prefixes.length > 1 ? findWords(connection, words) : undefined
  const together = several?.isQuick === true && isFew(connection, several, scope, limits.maxSortedOfSearch)
  if (together) return read({ candidates: several, isSmall: true })
  const newest = isReadInOrder(plan, query)
    ? connection.attempt(limits.maxWorkOfScan, () => read(few && { candidates: few.candidates, isSmall: false }))
    : undefined
  return newest ?? read(sorted ?? { candidates: several ?? findWords(connection, words), isSmall: false })
}

/** The rows with all words of a search. They come at once, unless many words begin like one of them. */
function findWords(connection: Connection, words: IndexedWords): Candidates & { isQuick: boolean } {
  const endings = words.prefixes.map(prefix => {
    const found: string[] = []
    while (found.length <= maxEndings) {
      const { sql, binds } = wordStatement(words, prefix, found.at(-1))
      const next = connection.get(sql, ...binds)
      if (next === undefined) return found
      found.push(String(next[0]))
    }
    return undefined
  })
  return { ...withAllWords(words, endings), isQuick: !endings.includes(undefined) }
}

/** Whether there are at most this many. */
function isFew(connection: Connection, { rows }: Candidates, scope: number, max: number): boolean {
  const { sql, binds } = rows(scope)
  return connection.get(`SELECT 1 FROM (${sql}) LIMIT 1 OFFSET ?`, ...binds, max) === undefined
}

/** Whether at most this many documents are in other scopes. */
function hasFewOthers(connection: Connection, plan: QueryPlan, scope: number, max: number): boolean {
  const { sql, binds } = othersStatement(plan, scope)
  return connection.get(`SELECT 1 FROM (${sql}) LIMIT 1 OFFSET ?`, ...binds, max) === undefined
}

/** The candidates with the fewest rows, if those are at most this many. */
function fewestCandidates(
  connection: Connection,
  ways: readonly Candidates[],
  scope: number,
  max: number,
): { candidates: Candidates; count: number } | undefined {
  const single = ways.find(({ isSingle }) => isSingle)
  if (single !== undefined) return { candidates: single, count: 1 }
  let fewest: { candidates: Candidates; count: number } | undefined
  for (const candidates of ways) {
    // Usually there are too many: to skip rows takes a third of the time of counting them.
    if (!isFew(connection, candidates, scope, fewest === undefined ? max : fewest.count - 1)) continue
    const { sql, binds } = candidates.rows(scope)
    fewest = { candidates, count: connection.number(`SELECT count(*) FROM (${sql})`, ...binds) }
  }
  return fewest
}

/** Pages of up to this many documents are read in one step, which is faster than one after the other. */
export const maxReadAtOnce = 50

/** Read as much as a page can show, and one more document. */
function readPage(
  connection: Connection,
  { sql, binds }: Fragment,
  { maxBytes = Infinity }: ListQuery,
  endsAt: number,
): StoredDocument[] {
  const documents: StoredDocument[] = []
  let length = 0
  for (const row of connection.each(sql, ...binds)) {
    const document = asDocument(row)
    documents.push(document)
    length += lengthOf(document)
    if (length > maxBytes && documents.length > 1) break
    if (performance.now() > endsAt) throw new QueryEnded('the query took too long')
  }
  return documents
}

/** The number of characters of a document's texts. Each has one to three bytes. */
const lengthOf = ({ id, meta, data }: StoredDocument): number => id.length + meta.length + data.length

/** Documents of several scopes in the order of the list. */
function merge(documents: readonly StoredDocument[], { sort }: ListQuery): StoredDocument[] {
  return documents
    .map(document => ({ document, position: positionOf(document, sort) }))
    .sort((a, b) => comparePositions(a.position, b.position, sort))
    .map(({ document }) => document)
}

function pageOf(found: StoredDocument[], { limit, maxBytes = Infinity, sort, positions }: ListQuery): Page {
  const fitting = Math.min(limit, fittingIn(maxBytes, found))
  const documents = found.slice(0, fitting)
  const last = documents.at(-1)
  return {
    documents,
    next: found.length > fitting && last !== undefined ? positionOf(last, sort) : null,
    ...(positions === true && { positions: documents.map(document => positionOf(document, sort)) }),
  }
}

/** How many documents fit into a page of this many bytes; at least one. */
function fittingIn(maxBytes: number, documents: readonly StoredDocument[]): number {
  if (3 * documents.reduce((length, document) => length + lengthOf(document), 0) <= maxBytes) return documents.length
  let bytes = 0
  const first = documents.findIndex((document, place) => (bytes += bytesOf(document)) > maxBytes && place > 0)
  return first === -1 ? documents.length : first
}

/**
 * How many documents a query matches, at most `max`.
 * @throws QueryEnded
 */
export function count(
  connection: Connection,
  plan: QueryPlan,
  scopes: readonly number[],
  max: number,
  limits: QueryLimits,
): number {
  const limit = Number.isFinite(max) ? max : -1
  const countIn = (source?: RowSource): number => {
    const { sql, binds } = countStatement(plan, scopes, source, limit)
    return connection.number(sql, ...binds)
  }
  const { words, candidates, costly } = plan
  const [scope, ...others] = scopes
  // Nothing is sorted, so that as many as can be read in the time are worth looking for.
  const maxCounted = Math.floor(Math.min(limits.maxWork, inThread.maxSorted))
  // Among the indexes of columns SQLite chooses by itself.
  const isPlain = scope === undefined || others.length > 0 || candidates.every(({ column }) => column !== undefined)
  return connection.query({ tests: plan.functions, ...limits }, () => {
    if (isPlain) return countIn()
    if (words !== undefined) connection.addVocabulary(words.index)
    const several = words && words.prefixes.length > 1 ? findWords(connection, words) : undefined
    const quick = several?.isQuick === true ? several : undefined
    const fewest = quick ? undefined : fewestCandidates(connection, candidates, scope, maxCounted)
    // To leave out a document of another scope takes a step in an index, to count a match takes its row.
    const ofIndex = fewest && countOfCandidates(plan, scope, fewest.candidates, limit)
    if (ofIndex !== undefined && hasFewOthers(connection, plan, scope, Math.min(fewest?.count ?? 0, max)))
      return connection.number(ofIndex.sql, ...ofIndex.binds)
    const best =
      quick ?? fewest?.candidates ?? candidates.find(({ decides }) => decides !== undefined && costly.includes(decides))
    if (best !== undefined || several === undefined) return countIn(best && { candidates: best, isSmall: false })
    return connection.attempt(limits.maxWorkOfScan, countIn) ?? countIn({ candidates: several, isSmall: false })
  })
}

/** Whether an active document matches these conditions. @param scopes of the active documents of its account */
export function exists(
  connection: Connection,
  collection: Collection,
  scopes: readonly number[],
  conditions: readonly Condition[],
): boolean {
  const query: SelectQuery = {
    collection: collection.definition.name,
    account_id: null,
    status: 'active',
    visibility: { all: true },
    conditions,
    words: [],
  }
  return count(connection, planQuery(collection, query), scopes, 1, { ...inThread, endsAt: Infinity }) > 0
}
