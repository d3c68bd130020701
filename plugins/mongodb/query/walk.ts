import type { Collection, FindCursor, FindOptions } from 'mongodb'
import type { Position, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import type { Scalar } from '../../../lib/json/types.ts'
import { compareText } from '../../../lib/store-kit/values.ts'
import type { Connection } from '../server/connection.ts'
import type { Order, Part } from './stretches.ts'
import type { Plan } from './plan.ts'
import type { Selection } from './selection.ts'
import { allOf } from './selection.ts'
import { several } from '../documents/query-fields.ts'
import type { StoredForm, Texts } from '../documents/stored-document.ts'
import { sizeOf, storedDocument, textOnly } from '../documents/stored-document.ts'

/** Documents that are fetched at once where each must be tested, and texts that are fetched afterwards. */
const testedAtOnce = 500
const textsAtOnce = 100

/** Raised inside when a walk has worked as long as it may. */
export class TimeIsOver extends Error {}

/** A place in a list with the texts of its document, unless only what a test needs was fetched. */
export interface Row extends Position {
  text: Texts | undefined
}

/** How much a list may give, and how long it may work. */
export interface Limits {
  rows: number
  /** Rows beyond this many bytes of texts are not needed. */
  bytes: number
  /** By `performance.now()`. */
  deadline: number
  /** How what is read is confirmed. */
  reading: Pick<FindOptions, 'readConcern'>
}

/** Reads the stretches of a list, one after the other, until there is enough. */
export class Walk {
  readonly #connection: Connection
  readonly #selection: Selection
  readonly #plan: Plan
  readonly #order: Order
  readonly #limits: Limits

  constructor(connection: Connection, selection: Selection, plan: Plan, order: Order, limits: Limits) {
    this.#connection = connection
    this.#selection = selection
    this.#plan = plan
    this.#order = order
    this.#limits = limits
  }

  /** The first rows. */
  async rows(): Promise<Row[]> {
    const found: Row[] = []
    let pending: Promise<Row[]>[] = []
    for (const part of this.#plan.parts) {
      pending.push(this.#rowsOf(part, this.#limits.rows - found.length))
      if (part.short) continue
      found.push(...(await Promise.all(pending)).flat())
      pending = []
      if (found.length >= this.#limits.rows || (found.length > 1 && bytesOf(found) > this.#limits.bytes)) break
    }
    found.push(...(await Promise.all(pending)).flat())
    return found.slice(0, this.#limits.rows)
  }

  /** How many there are, each tested; the walk ends at the limit of rows. */
  async count(): Promise<number> {
    const all: Part = { filter: {}, sort: {}, short: false }
    let count = 0
    await this.#each(this.cursor(all, Infinity), () => {
      count += 1
      return count < this.#limits.rows
    })
    return count
  }

  async #rowsOf(part: Part, wanted: number): Promise<Row[]> {
    const { field } = this.#order
    const found: Row[] = []
    let bytes = 0
    await this.#each(this.cursor(part, wanted), form => {
      const { _id: id, text } = form
      found.push({ id, key: keyOf(form, field), text })
      bytes += text === undefined ? 0 : sizeOf(text)
      return found.length < wanted && (bytes <= this.#limits.bytes || found.length < 2) // whether there is more must show
    })
    return found
  }

  /** The query for one stretch. Where each document must be tested it is open, else it ends with what is wanted. */
  cursor(part: Part, wanted: number): FindCursor<StoredForm> {
    const { test, base } = this.#selection
    const { hint, terms } = this.#plan
    const { field } = this.#order
    return this.#collection.find(allOf(base, [part.filter, ...terms]), {
      ...this.#limits.reading,
      projection: { ...(test?.projection ?? textOnly), ...(field === '_id' ? {} : { [field]: 1 }) },
      sort: part.sort,
      ...(test === undefined ? { limit: wanted, batchSize: wanted } : { batchSize: testedAtOnce }),
      maxTimeMS: remaining(this.#limits),
      hint,
    })
  }

  get #collection(): Collection<StoredForm> {
    return collectionOf(this.#connection, this.#selection)
  }

  /** Give what a cursor finds and the test lets through, until it is enough. */
  async #each(cursor: FindCursor<StoredForm>, take: (form: StoredForm) => boolean): Promise<void> {
    const { test } = this.#selection
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

/** Join the rows of several walks in an order, each of them ordered. */
export function mergeRows(walks: readonly Row[][], { field, direction }: Order): Row[] {
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

/** The documents of rows, in their order, until they exceed the limit of bytes; those that went away meanwhile are left out. At least one row is used. */
export async function documentsOfRows(
  connection: Connection,
  selection: Selection,
  rows: readonly Row[],
  limits: Limits,
): Promise<{ documents: StoredDocument[]; used: number }> {
  const documents: StoredDocument[] = []
  let bytes = 0
  for (let start = 0; start < rows.length; start += textsAtOnce) {
    const slice = rows.slice(start, start + textsAtOnce)
    const texts = await missingTexts(connection, selection, slice, limits)
    for (const [i, { id, text = texts.get(id) }] of slice.entries()) {
      if (text === undefined) continue
      bytes += sizeOf(text)
      if (bytes > limits.bytes && documents.length > 0) return { documents, used: start + i }
      documents.push(storedDocument(id, text))
    }
  }
  return { documents, used: rows.length }
}

async function missingTexts(connection: Connection, selection: Selection, rows: readonly Row[], limits: Limits) {
  const missing = rows.flatMap(({ id, text }) => (text === undefined ? [id] : []))
  const texts = new Map<string, Texts | undefined>()
  if (missing.length === 0) return texts
  const forms = collectionOf(connection, selection).find(allOf(selection.base, [{ _id: { $in: missing } }]), {
    ...limits.reading,
    projection: textOnly,
    maxTimeMS: remaining(limits),
    batchSize: missing.length + 1,
    hint: '_id_',
  })
  for (const { _id, text } of await forms.toArray()) texts.set(_id, text)
  return texts
}

const collectionOf = ({ database }: Connection, { collection }: Selection): Collection<StoredForm> =>
  database.collection<StoredForm>(collection.definition.name)

const bytesOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { text }) => sum + (text === undefined ? 0 : sizeOf(text)), 0)

/** The time that is left, in ms. */
export function remaining({ deadline }: Pick<Limits, 'deadline'>): number {
  const time = Math.ceil(deadline - performance.now())
  if (time <= 0) throw new TimeIsOver()
  return time
}

/** What a document is ordered by; null for what has no place in the order. */
function keyOf(form: StoredForm, field: string): Scalar {
  if (field === '_id') return null
  let value: unknown = form
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Record<string, unknown>)[name]
  }
  return (typeof value === 'string' && value !== several) || typeof value === 'number' ? value : null
}
