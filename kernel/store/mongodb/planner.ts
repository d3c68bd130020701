import type { Db } from 'mongodb'
import type { ListQuery } from '../../contracts/document-store.ts'
import type { Terms } from './conditions.ts'
import type { Connection } from './connection.ts'
import { code, hasCode } from './failures.ts'
import { allOf } from './selection.ts'
import type { Selection } from './selection.ts'
import type { Selector } from './selectors.ts'
import { selectorsOf } from './selectors.ts'
import type { StoredForm } from './stored-form.ts'

/** How a list is read: along the index of its order, or by another index that finds the few documents concerned, which are then sorted. */
export interface Plan {
  hint: string | undefined
  /** Bounds for the scan of that index. */
  bounds: Terms[]
}

/** Up to so many documents in a collection, the index of the order is walked without asking. */
const fewDocuments = 1_000
const estimateFor = 10_000
const mostEstimates = 1_000

/** Chooses how lists are read. It counts, within bounds, what the conditions select, and remembers that for a while. */
export class Planner {
  readonly #connection: Connection
  readonly #estimates = new Map<string, { value: Promise<number>; until: number }>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** @param field the field that the list is ordered by */
  async plan(query: ListQuery, selection: Selection, field: string): Promise<Plan> {
    const walk = { hint: walkedIndex(selection, field), bounds: [] }
    if (!('account_id' in selection.base)) return walk
    const selectors = selectorsOf(query, selection, field)
    if (selectors.length === 0 && query.visibility.all) return walk
    const { name } = selection.collection.definition
    const total = await this.#estimate(name, database => database.collection(name).estimatedDocumentCount())
    if (total <= fewDocuments) return walk
    // A walk reads on average total / found documents for each one shown; a selection reads all that it finds.
    const limit = Math.ceil(Math.sqrt(total * (query.limit + 1)))
    const counts = await Promise.all(selectors.map(selector => this.#found(selection, selector, limit)))
    const least = Math.min(...counts)
    const best = selectors[counts.indexOf(least)]
    if (best !== undefined && least <= limit) return { hint: best.hint, bounds: [best.bounds] }
    return (await this.#own(query, selection, limit)) ?? walk
  }

  /** How many documents a selector finds, at most one more than the limit. */
  async #found({ base, collection }: Selection, { hint, bounds, unless }: Selector, limit: number): Promise<number> {
    const { name } = collection.definition
    const count = (terms: Terms, most: number): Promise<number> => {
      const filter = allOf(base, [terms])
      const key = JSON.stringify([name, hint, filter, most])
      return this.#estimate(key, database =>
        database.collection<StoredForm>(name).countDocuments(filter, { hint, limit: most, maxTimeMS: 1_000 }),
      )
    }
    try {
      const [found, missed] = await Promise.all([count(bounds, limit + 1), unless === undefined ? 0 : count(unless, 1)])
      return missed > 0 ? Infinity : found
    } catch (error) {
      if (error instanceof Error && hasCode(error.cause, code.maxTimeExpired)) return Infinity
      throw error
    }
  }

  /** The documents that the caller owns or was granted, by their ids, when they are few. */
  async #own(query: ListQuery, { base, collection }: Selection, limit: number): Promise<Plan | undefined> {
    const { visibility } = query
    if (visibility.all || visibility.ids.length > limit) return undefined
    const owned = await this.#connection.run(database =>
      database
        .collection<StoredForm>(collection.definition.name)
        .find(allOf(base, [{ created_by: visibility.owner }]), { projection: { _id: 1 }, limit: limit + 1 })
        .hint(collection.indexOf.get('created_by') ?? '_id_')
        .toArray(),
    )
    if (owned.length > limit) return undefined
    return { hint: '_id_', bounds: [{ _id: { $in: [...owned.map(({ _id }) => _id), ...visibility.ids] } }] }
  }

  #estimate(key: string, count: (database: Db) => Promise<number>): Promise<number> {
    const now = performance.now()
    const known = this.#estimates.get(key)
    if (known !== undefined && known.until > now) return known.value
    const value = this.#connection.run(count)
    this.#estimates.delete(key)
    this.#estimates.set(key, { value, until: now + estimateFor })
    value.catch(() => this.#estimates.delete(key))
    const [oldest] = this.#estimates.keys()
    if (this.#estimates.size > mostEstimates && oldest !== undefined) this.#estimates.delete(oldest)
    return value
  }
}

function walkedIndex({ base, collection }: Selection, field: string): string | undefined {
  if ('account_id' in base) return collection.indexOf.get(field)
  return field === '_id' ? '_id_' : undefined
}
