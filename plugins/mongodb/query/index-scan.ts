import type { Collection, FindCursor, FindOptions } from 'mongodb'
import type { Position, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import type { Scalar } from '../../../lib/json/types.ts'
import { compareText } from '../../../lib/store-kit/value-order.ts'
import type { Connection } from '../server/connection.ts'
import type { ScanOrder, Stretch } from './stretches.ts'
import type { ScanPlan } from './plan.ts'
import type { CompiledQuery } from './compiled-query.ts'
import { allOf } from './compiled-query.ts'
import { unorderedKey } from '../documents/query-fields.ts'
import type { StoredForm, DocumentTexts } from '../documents/stored-document.ts'
import { sizeOf, decodeDocument, textOnly } from '../documents/stored-document.ts'

/** Batch size of documents that must be tested, and of texts that are fetched afterwards. */
const testedAtOnce = 500
const textsAtOnce = 100

/** Thrown internally when a scan has reached its time limit. */
export class DeadlinePassed extends Error {}

/** A position in a list with the texts of its document, unless only the fields for a test were fetched. */
export interface Row extends Position {
  text: DocumentTexts | undefined
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

/** Reads the stretches of a list, one after the other, until there are enough rows. */
export class IndexScan {
  readonly #connection: Connection
  readonly #compiled: CompiledQuery
  readonly #plan: ScanPlan
  readonly #order: ScanOrder
  readonly #limits: QueryLimits

  constructor(connection: Connection, compiled: CompiledQuery, plan: ScanPlan, order: ScanOrder, limits: QueryLimits) {
    this.#connection = connection
    this.#compiled = compiled
    this.#plan = plan
    this.#order = order
    this.#limits = limits
  }

  /** The first rows. */
  async rows(): Promise<Row[]> {
    const found: Row[] = []
    let pending: Promise<Row[]>[] = []
    for (const stretch of this.#plan.stretches) {
      pending.push(this.#rowsOf(stretch, this.#limits.rows - found.length))
      if (stretch.short) continue
      found.push(...(await Promise.all(pending)).flat())
      pending = []
      if (found.length >= this.#limits.rows || (found.length > 1 && bytesOf(found) > this.#limits.bytes)) break
    }
    found.push(...(await Promise.all(pending)).flat())
    return found.slice(0, this.#limits.rows)
  }

  /** The number of matches, each of them tested; the scan ends at the limit of rows. */
  async count(): Promise<number> {
    const all: Stretch = { filter: {}, sort: {}, short: false }
    let count = 0
    await this.#each(this.cursor(all, Infinity), () => {
      count += 1
      return count < this.#limits.rows
    })
    return count
  }

  async #rowsOf(stretch: Stretch, wanted: number): Promise<Row[]> {
    const { field } = this.#order
    const found: Row[] = []
    let bytes = 0
    await this.#each(this.cursor(stretch, wanted), form => {
      const { _id: id, text } = form
      found.push({ id, key: keyOf(form, field), text })
      bytes += text === undefined ? 0 : sizeOf(text)
      return found.length < wanted && (bytes <= this.#limits.bytes || found.length < 2) // one more row, to know whether there are more
    })
    return found
  }

  /** The query for one stretch. If each document must be tested it has no limit, otherwise it ends with the wanted number. */
  cursor(stretch: Stretch, wanted: number): FindCursor<StoredForm> {
    const { test, scope } = this.#compiled
    const { hint, terms } = this.#plan
    const { field } = this.#order
    return this.#collection.find(allOf(scope, [stretch.filter, ...terms]), {
      ...this.#limits.reading,
      projection: { ...(test?.projection ?? textOnly), ...(field === '_id' ? {} : { [field]: 1 }) },
      sort: stretch.sort,
      ...(test === undefined ? { limit: wanted, batchSize: wanted } : { batchSize: testedAtOnce }),
      maxTimeMS: remaining(this.#limits),
      hint,
    })
  }

  get #collection(): Collection<StoredForm> {
    return collectionOf(this.#connection, this.#compiled)
  }

  /** Pass the results of a cursor that match the test, until there are enough. */
  async #each(cursor: FindCursor<StoredForm>, take: (form: StoredForm) => boolean): Promise<void> {
    const { test } = this.#compiled
    try {
      while (await cursor.hasNext()) {
        for (const form of cursor.readBufferedDocuments()) {
          if ((test === undefined || test.passes(form)) && !take(form)) return
        }
        remaining(this.#limits)
      }
    } finally {
      await cursor.close()
    }
  }
}

/** Merge the rows of several scans, each of them sorted. */
export function mergeRows(walks: readonly Row[][], { field, direction }: ScanOrder): Row[] {
  if (walks.length < 2) return walks[0] ?? []
  const sign = direction === 'asc' ? 1 : -1
  const compare = (a: Row, b: Row): number =>
    (field === '_id' ? 0 : compareKeys(a.key, b.key)) || compareText(a.id, b.id)
  return walks.flat().sort((a, b) => sign * compare(a, b))
}

/** Null, numbers, texts. */
function compareKeys(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return Number(a) - Number(b)
}

/** The documents of rows, in their order, until they exceed the limit of bytes; documents removed meanwhile are left out. At least one row is used. */
export async function documentsOfRows(
  connection: Connection,
  compiled: CompiledQuery,
  rows: readonly Row[],
  limits: QueryLimits,
): Promise<{ documents: StoredDocument[]; used: number }> {
  const documents: StoredDocument[] = []
  let bytes = 0
  for (let start = 0; start < rows.length; start += textsAtOnce) {
    const slice = rows.slice(start, start + textsAtOnce)
    const texts = await missingTexts(connection, compiled, slice, limits)
    for (const [i, { id, text = texts.get(id) }] of slice.entries()) {
      if (text === undefined) continue
      bytes += sizeOf(text)
      if (bytes > limits.bytes && documents.length > 0) return { documents, used: start + i }
      documents.push(decodeDocument(id, text))
    }
  }
  return { documents, used: rows.length }
}

async function missingTexts(
  connection: Connection,
  compiled: CompiledQuery,
  rows: readonly Row[],
  limits: QueryLimits,
) {
  const missing = rows.flatMap(({ id, text }) => (text === undefined ? [id] : []))
  const texts = new Map<string, DocumentTexts | undefined>()
  if (missing.length === 0) return texts
  const forms = collectionOf(connection, compiled).find(allOf(compiled.scope, [{ _id: { $in: missing } }]), {
    ...limits.reading,
    projection: textOnly,
    maxTimeMS: remaining(limits),
    batchSize: missing.length + 1,
    hint: '_id_',
  })
  for (const { _id, text } of await forms.toArray()) texts.set(_id, text)
  return texts
}

const collectionOf = ({ database }: Connection, { collection }: CompiledQuery): Collection<StoredForm> =>
  database.collection<StoredForm>(collection.definition.name)

const bytesOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { text }) => sum + (text === undefined ? 0 : sizeOf(text)), 0)

/** The remaining time, in ms. */
export function remaining({ deadline }: Pick<QueryLimits, 'deadline'>): number {
  const time = Math.ceil(deadline - performance.now())
  if (time <= 0) throw new DeadlinePassed()
  return time
}

/** The sort key of a document; null when it has no place in the order. */
function keyOf(form: StoredForm, field: string): Scalar {
  if (field === '_id') return null
  let value: unknown = form
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = Reflect.get(value, name)
  }
  return (typeof value === 'string' && value !== unorderedKey) || typeof value === 'number' ? value : null
}
