import type { Collection, FindCursor, FindOptions } from 'mongodb'
import type { Scalar } from '../../../lib/json/types.ts'
import type { Position, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { sortValue } from '../../../lib/store-kit/evaluate.ts'
import { compareText, compareValues } from '../../../lib/store-kit/value-order.ts'
import { readElements } from '../documents/bson.ts'
import {
  decodeDocuments,
  documentOf,
  draftOf,
  idOf,
  metaNames,
  sizeOf,
  wholeDocument,
} from '../documents/stored-document.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { Connection } from '../server/connection.ts'
import { allOf } from './compiled-query.ts'
import type { CompiledQuery } from './compiled-query.ts'
import { propertiesOnly } from './document-test.ts'
import { positionKey } from './filters.ts'
import type { Part, ScanOrder } from './order.ts'
import type { ScanPlan } from './plan.ts'
import { findRaw, rawDocuments } from './raw-documents.ts'

/** Batch size of documents that must be tested, and of those that are fetched afterwards. */
const testedAtOnce = 500
const fetchedAtOnce = 100

/** Thrown internally when a scan has reached its time limit. */
export class DeadlinePassed extends Error {}

/** A position in a list with its document, unless only the fields for a test or an order were fetched. */
interface Row extends Position {
  document: StoredDocument | undefined
  /** The size of the document. */
  bytes: number
}

/** A row whose key is made when it is needed: for the last row of a page, and for comparisons with other scans. */
class FoundRow implements Row {
  readonly id: string
  readonly document: StoredDocument | undefined
  readonly bytes: number
  readonly #elements: ReadonlyMap<string, string>
  readonly #order: ScanOrder | undefined
  #key: Scalar | undefined

  /** @param isWhole whether these are the elements of the whole document */
  constructor(elements: ReadonlyMap<string, string>, order: ScanOrder | undefined, isWhole: boolean) {
    this.id = idOf(elements)
    this.document = isWhole ? documentOf(elements) : undefined
    this.bytes = this.document === undefined ? 0 : sizeOf(this.document)
    this.#elements = elements
    this.#order = order
  }

  // Not a getter of an object literal: V8 would make a hidden class for each, and keep it with the texts until the next full collection.
  get key(): Scalar {
    this.#key ??= keyOf(this.#elements, this.#order)
    return this.#key
  }
}

/** The value of a document in an order; null if its id alone decides. */
function keyOf(elements: ReadonlyMap<string, string>, order: ScanOrder | undefined): Scalar {
  if (order === undefined || order.field?.field === '_id') return null
  if (order.field !== undefined) return positionKey(order.field, elements)
  const { target, kind } = order.sort
  const { id, meta, data } = draftOf(elements)
  if ('path' in target) return sortValue(data, target.path, kind)
  return target.column === 'id' ? id : meta[target.column]
}

/** Limits on the size and the time of a list. */
export interface QueryLimits {
  rows: number
  /** Rows beyond this many bytes of texts are not needed. */
  bytes: number
  /** By `performance.now()`. */
  deadline: number
  /** The read concern. */
  reading: Pick<FindOptions, 'readConcern'>
}

const names: ReadonlySet<string> = new Set(['_id', ...metaNames, 'data', 'keys'])

/** Reads the parts of a list, one after the other, until there are enough rows. */
export class IndexScan {
  readonly #connection: Connection
  readonly #compiled: CompiledQuery
  readonly #plan: ScanPlan
  readonly #order: ScanOrder | undefined
  readonly #limits: QueryLimits
  /** What is fetched of each document; undefined for whole documents. */
  readonly #projection: Readonly<Record<string, 1>> | undefined

  constructor(
    connection: Connection,
    compiled: CompiledQuery,
    plan: ScanPlan,
    order: ScanOrder | undefined,
    limits: QueryLimits,
  ) {
    this.#connection = connection
    this.#compiled = compiled
    this.#plan = plan
    this.#order = order
    this.#limits = limits
    this.#projection = partOfDocuments(plan, order)
  }

  /** The first rows, after a position if the order is not that of a field. */
  async rows(after: Position | undefined): Promise<Row[]> {
    if (this.#order?.field === undefined) return this.#sortedRows(after)
    const found: Row[] = []
    let pending: Promise<Row[]>[] = []
    for (const part of this.#plan.parts) {
      pending.push(this.#rowsOf(part, this.#limits.rows - found.length))
      if (part.isShort === true) continue
      found.push(...(await Promise.all(pending)).flat())
      pending = []
      const bytes = found.reduce((sum, row) => sum + row.bytes, 0)
      if (found.length >= this.#limits.rows || (found.length > 1 && bytes > this.#limits.bytes)) break
    }
    found.push(...(await Promise.all(pending)).flat())
    return found.slice(0, this.#limits.rows)
  }

  /** The number of matches, each of them tested; the scan ends at the limit of rows. */
  async count(): Promise<number> {
    let count = 0
    await this.#each({ filter: {}, sort: {} }, Infinity, () => {
      count += 1
      return count < this.#limits.rows
    })
    return count
  }

  async #rowsOf(part: Part, wanted: number): Promise<Row[]> {
    const found: Row[] = []
    let bytes = 0
    await this.#each(part, wanted, elements => {
      const row = new FoundRow(elements, this.#order, this.#projection === undefined)
      found.push(row)
      bytes += row.bytes
      return found.length < wanted && (bytes <= this.#limits.bytes || found.length < 2) // one more row, to know whether there are more
    })
    return found
  }

  /** The first rows in an order that only the documents tell: all of them are read, and the first ones kept. */
  async #sortedRows(after: Position | undefined): Promise<Row[]> {
    const compare = comparisonOf(this.#order)
    const { rows } = this.#limits
    let found: Row[] = []
    for (const part of this.#plan.parts)
      await this.#each(part, Infinity, elements => {
        const row = { id: idOf(elements), key: keyOf(elements, this.#order), document: undefined, bytes: 0 }
        if (after === undefined || compare(row, after) > 0) found.push(row)
        if (found.length >= 4 * rows) found = found.sort(compare).slice(0, rows)
        return true
      })
    return found.sort(compare).slice(0, rows)
  }

  /** The query for one part. If each document must be tested it has no limit, otherwise it ends with the wanted number. */
  #cursor(part: Part, wanted: number): FindCursor<StoredForm> {
    const { scope } = this.#compiled
    const { hint, filters, test } = this.#plan
    const field = this.#order?.field?.field
    return collectionOf(this.#connection, this.#compiled).find(allOf(scope, [part.filter, ...filters]), {
      ...this.#limits.reading,
      projection: {
        ...(this.#projection ?? wholeDocument),
        ...(field?.startsWith('keys.') === true && { [field]: 1 }),
      },
      sort: part.sort,
      ...(test === undefined && Number.isFinite(wanted)
        ? { limit: wanted, batchSize: wanted }
        : { batchSize: testedAtOnce }),
      maxTimeMS: remaining(this.#limits),
      hint,
      raw: true,
    })
  }

  /** Pass the results of a query that match the test, until there are enough. */
  async #each(part: Part, wanted: number, take: (elements: ReadonlyMap<string, string>) => boolean): Promise<void> {
    const { test } = this.#plan
    const cursor = this.#cursor(part, wanted)
    try {
      while (await cursor.hasNext()) {
        for (const bytes of rawDocuments(cursor.readBufferedDocuments())) {
          const elements = readElements(bytes, names)
          if ((test === undefined || test.passes(elements)) && !take(elements)) return
        }
        remaining(this.#limits)
      }
    } finally {
      await cursor.close()
    }
  }
}

/** What is fetched of each document that must be tested, or read for its order; undefined for whole documents. */
function partOfDocuments({ test }: ScanPlan, order: ScanOrder | undefined): Readonly<Record<string, 1>> | undefined {
  const isSorted = order !== undefined && order.field === undefined
  if (test === undefined && !isSorted) return undefined
  const target = order?.sort.target
  const [root] = target !== undefined && 'path' in target ? target.path : []
  const ofOrder =
    target === undefined
      ? {}
      : 'path' in target
        ? propertiesOnly([root])
        : { [target.column === 'id' ? '_id' : target.column]: 1 as const }
  if (ofOrder === undefined || (test !== undefined && test.projection['data'] === 1))
    return isSorted ? wholeDocument : undefined // not kept when all of them must be read
  return { ...test?.projection, ...ofOrder }
}

/** Compares positions in an order. */
function comparisonOf(order: ScanOrder | undefined): (a: Position, b: Position) => number {
  if (order === undefined) return () => 0
  const { kind, direction } = order.sort
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => sign * (compareValues(a.key, b.key, kind) || compareText(a.id, b.id))
}

/** Merge the rows of several scans, each of them sorted. */
export const mergeRows = (scans: readonly Row[][], order: ScanOrder): Row[] =>
  scans.length < 2 ? (scans[0] ?? []) : scans.flat().sort(comparisonOf(order))

/** The documents of rows, in their order, until they exceed the limit of bytes; documents removed meanwhile are left out. At least one row is used. */
export async function documentsOfRows(
  connection: Connection,
  compiled: CompiledQuery,
  rows: readonly Row[],
  limits: QueryLimits,
): Promise<{ documents: StoredDocument[]; used: number }> {
  const documents: StoredDocument[] = []
  let bytes = 0
  for (let start = 0; start < rows.length; start += fetchedAtOnce) {
    const slice = rows.slice(start, start + fetchedAtOnce)
    const fetched = await missingDocuments(connection, compiled, slice, limits)
    for (const [i, row] of slice.entries()) {
      const document = row.document ?? fetched.get(row.id)
      if (document === undefined) continue
      bytes += row.bytes || sizeOf(document)
      if (bytes > limits.bytes && documents.length > 0) return { documents, used: start + i }
      documents.push(document)
    }
  }
  return { documents, used: rows.length }
}

async function missingDocuments(
  connection: Connection,
  compiled: CompiledQuery,
  rows: readonly Row[],
  limits: QueryLimits,
): Promise<Map<string, StoredDocument>> {
  const missing = rows.flatMap(({ id, document }) => (document === undefined ? [id] : []))
  if (missing.length === 0) return new Map()
  const filter = allOf(compiled.scope, [{ _id: { $in: missing } }])
  const found = await findRaw(collectionOf(connection, compiled), filter, {
    ...limits.reading,
    projection: wholeDocument,
    maxTimeMS: remaining(limits),
    batchSize: missing.length + 1,
    hint: '_id_',
  })
  return new Map(decodeDocuments(found).map(document => [document.id, document]))
}

const collectionOf = ({ database }: Connection, { collection }: CompiledQuery): Collection<StoredForm> =>
  database.collection<StoredForm>(collection.definition.name)

/** The remaining time, in ms. */
export function remaining({ deadline }: Pick<QueryLimits, 'deadline'>): number {
  const time = Math.ceil(deadline - performance.now())
  if (time <= 0) throw new DeadlinePassed()
  return time
}
