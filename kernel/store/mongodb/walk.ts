import type { FindCursor } from 'mongodb'
import type { StoredDocument } from '../../contracts/document-store.ts'
import type { Scalar } from '../../contracts/json.ts'
import type { Connection } from './connection.ts'
import type { Order, Part } from './parts.ts'
import type { Plan } from './planner.ts'
import type { Selection } from './selection.ts'
import { allOf } from './selection.ts'
import { several } from './shadows.ts'
import type { StoredForm } from './stored-form.ts'
import { storedDocument } from './stored-form.ts'

/** Documents that are fetched at once where each must be tested. */
const slice = 500

/** A document of a list and what it is ordered by. */
export interface Row {
  document: StoredDocument
  key: Scalar
}

/** Raised inside when a walk has worked as long as it may. */
export class TimeIsOver extends Error {}

/** Reads the stretches of a list, one after the other, until there is enough. */
export class Walk {
  readonly #connection: Connection
  readonly #selection: Selection
  readonly #plan: Plan
  readonly #order: Order
  readonly #deadline: number

  constructor(connection: Connection, selection: Selection, plan: Plan, order: Order, deadline: number) {
    this.#connection = connection
    this.#selection = selection
    this.#plan = plan
    this.#order = order
    this.#deadline = deadline
  }

  /** The first rows, at most so many. */
  async rows(wanted: number): Promise<Row[]> {
    const rows: Row[] = []
    let waiting: Promise<Row[]>[] = []
    for (const part of this.#plan.parts) {
      waiting.push(this.#rowsOf(part, wanted - rows.length))
      if (part.short) continue
      rows.push(...(await Promise.all(waiting)).flat())
      waiting = []
      if (rows.length >= wanted) break
    }
    rows.push(...(await Promise.all(waiting)).flat())
    return rows.slice(0, wanted)
  }

  /** How many there are, each tested. */
  async count(): Promise<number> {
    let count = 0
    const cursor = this.cursor({ filter: {}, sort: {}, short: false, ties: false }, Infinity)
    await this.#each(cursor, () => {
      count += 1
      return true
    })
    return count
  }

  async #rowsOf(part: Part, wanted: number): Promise<Row[]> {
    const rows: Row[] = []
    await this.#each(this.cursor(part, wanted), row => rows.push(row) < wanted)
    return rows
  }

  /** The query for one stretch. Where each document must be tested it is open, else it ends with what is wanted. */
  cursor(part: Part, wanted: number): FindCursor<StoredForm> {
    const { base, collection, test } = this.#selection
    const { hint, terms } = this.#plan
    const { field } = this.#order
    return this.#connection.database
      .collection<StoredForm>(collection.definition.name)
      .find(allOf(base, [part.filter, ...terms]), {
        projection: field === '_id' ? { text: 1 } : { text: 1, [field]: 1 },
        sort: part.sort,
        ...(test === undefined ? { limit: wanted, batchSize: wanted } : { batchSize: slice }),
        maxTimeMS: this.#remaining(),
        // One value of the whole order is found without being told how.
        ...(hint === undefined || part.ties ? {} : { hint }),
      })
  }

  /** Give what a cursor finds and the test lets through, until it is enough. */
  async #each(cursor: FindCursor<StoredForm>, take: (row: Row) => boolean): Promise<void> {
    const { test } = this.#selection
    try {
      while (await cursor.hasNext()) {
        for (const form of cursor.readBufferedDocuments()) {
          if (form.text === undefined) continue
          const document = storedDocument(form._id, form.text)
          if (test !== undefined && !test(document)) continue
          if (!take({ document, key: keyOf(form, this.#order.field) })) return
        }
        this.#remaining()
      }
    } finally {
      await cursor.close()
    }
  }

  #remaining(): number {
    const time = Math.ceil(this.#deadline - performance.now())
    if (time <= 0) throw new TimeIsOver()
    return time
  }
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
