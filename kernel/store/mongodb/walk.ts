import type { Collection, FindCursor } from 'mongodb'
import type { Position, StoredDocument } from '../../contracts/document-store.ts'
import type { Scalar } from '../../contracts/json.ts'
import type { Connection } from './connection.ts'
import type { Order, Part } from './parts.ts'
import type { Plan } from './planner.ts'
import type { Selection } from './selection.ts'
import { allOf, filterOf } from './selection.ts'
import { several } from './shadows.ts'
import type { StoredForm, Texts } from './stored-form.ts'
import { storedDocument, textOnly } from './stored-form.ts'

/** Documents that are fetched at once where each must be tested. */
const slice = 500

/** A place in a list, and the document there; none when it went away while the list was read. */
export interface Row extends Position {
  document: StoredDocument | undefined
}

/** A place with the texts of its document, unless only what a test needs was fetched. */
interface Found extends Position {
  text: Texts | undefined
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
    const found: Found[] = []
    let waiting: Promise<Found[]>[] = []
    for (const part of this.#plan.parts) {
      waiting.push(this.#findIn(part, wanted - found.length))
      if (part.short) continue
      found.push(...(await Promise.all(waiting)).flat())
      waiting = []
      if (found.length >= wanted) break
    }
    found.push(...(await Promise.all(waiting)).flat())
    return this.#withTexts(found.slice(0, wanted))
  }

  /** How many there are, each tested. */
  async count(): Promise<number> {
    const all: Part = { filter: {}, sort: {}, short: false, ties: false }
    let count = 0
    await this.#each(this.cursor(all, Infinity), () => {
      count += 1
      return true
    })
    return count
  }

  async #findIn(part: Part, wanted: number): Promise<Found[]> {
    const { field } = this.#order
    const found: Found[] = []
    await this.#each(this.cursor(part, wanted), form => {
      const { _id: id, text } = form
      return found.push({ id, key: keyOf(form, field), text }) < wanted
    })
    return found
  }

  /** The query for one stretch. Where each document must be tested it is open, else it ends with what is wanted. */
  cursor(part: Part, wanted: number): FindCursor<StoredForm> {
    const { test } = this.#selection
    const { hint, terms } = this.#plan
    const { field } = this.#order
    return this.#collection.find(filterOf(this.#selection, [part.filter, ...terms]), {
      projection: { ...(test?.projection ?? textOnly), ...(field === '_id' ? {} : { [field]: 1 }) },
      sort: part.sort,
      ...(test === undefined ? { limit: wanted, batchSize: wanted } : { batchSize: slice }),
      maxTimeMS: this.#remaining(),
      // One value of the whole order is found without being told how.
      ...(hint === undefined || part.ties ? {} : { hint }),
    })
  }

  get #collection(): Collection<StoredForm> {
    return this.#connection.database.collection<StoredForm>(this.#selection.collection.definition.name)
  }

  /** Give what a cursor finds and the test lets through, until it is enough. */
  async #each(cursor: FindCursor<StoredForm>, take: (form: StoredForm) => boolean): Promise<void> {
    const { test } = this.#selection
    try {
      while (await cursor.hasNext()) {
        for (const form of cursor.readBufferedDocuments()) {
          if ((test === undefined || test.passes(form)) && !take(form)) return
        }
        this.#remaining()
      }
    } finally {
      await cursor.close()
    }
  }

  async #withTexts(found: readonly Found[]): Promise<Row[]> {
    const missing = found.flatMap(({ id, text }) => (text === undefined ? [id] : []))
    const texts = new Map<string, Texts | undefined>()
    if (missing.length > 0) {
      const filter = allOf(this.#selection.base, [{ _id: { $in: missing } }])
      const forms = this.#collection.find(filter, { projection: textOnly, maxTimeMS: this.#remaining() })
      for (const { _id, text } of await forms.toArray()) texts.set(_id, text)
    }
    return found.map(({ id, key, text = texts.get(id) }) => ({
      id,
      key,
      document: text === undefined ? undefined : storedDocument(id, text),
    }))
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
