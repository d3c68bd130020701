import type { ListQuery, Page, SelectQuery } from '../../contracts/document-store.ts'
import { QueryTooSlow } from '../../errors.ts'
import type { Catalogue, KnownCollection } from './catalogue.ts'
import type { Connection } from './connection.ts'
import { code, hasCode, within } from './failures.ts'
import { Lane } from './lane.ts'
import { orderOf } from './parts.ts'
import type { Order } from './parts.ts'
import type { Plan } from './planner.ts'
import { hasStrays, plansOf } from './planner.ts'
import { search } from './search.ts'
import type { Selection } from './selection.ts'
import { baseOf, filterOf, selectionOf } from './selection.ts'
import { unserved } from './unserved.ts'
import type { StoredForm } from './stored-form.ts'
import { TimeIsOver, Walk } from './walk.ts'

/** A list may work so long, in ms; and this much longer until the server counts as away. */
const longest = 2_000
const grace = 1_000

/** Pages and counts. */
export class Lists {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  /** Lists wait for those of their own kind alone: those that no index serves may be slow, and must not hold up the others. */
  readonly #plain = new Lane(1)
  readonly #served = new Lane(1)
  readonly #searching = new Lane(2)

  constructor(connection: Connection, catalogue: Catalogue) {
    this.#connection = connection
    this.#catalogue = catalogue
  }

  list(query: ListQuery): Promise<Page> {
    return this.#inTurn(query, (known, deadline) => this.#page(query, known, deadline))
  }

  count(query: SelectQuery): Promise<number> {
    return this.#inTurn(query, (known, deadline) => this.#total(query, known, deadline))
  }

  async #inTurn<T>(query: SelectQuery, run: (known: KnownCollection, deadline: number) => Promise<T>): Promise<T> {
    const known = await this.#catalogue.find(query.collection)
    const isPlain = query.conditions.length + query.words.length === 0 && query.visibility.all
    const lane = isPlain ? this.#plain : unserved(query.conditions, known).length === 0 ? this.#served : this.#searching
    return lane.run(() => this.#attempt(query, known, run))
  }

  /** Run it; once more when an index went away under it. */
  async #attempt<T>(
    query: SelectQuery,
    first: KnownCollection,
    run: (known: KnownCollection, deadline: number) => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + longest
    let known = first
    for (let again = true; ; again = false) {
      try {
        return await within(deadline - performance.now() + grace, run(known, deadline))
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
        if (cause instanceof TimeIsOver || hasCode(cause, code.maxTimeExpired)) {
          throw new QueryTooSlow(unserved(query.conditions, known))
        }
        const indexGone = hasCode(cause, code.badValue) || hasCode(cause, code.queryPlanKilled)
        if (!again || !indexGone) throw error
        known = await this.#catalogue.refresh(query.collection)
      }
    }
  }

  async #select(query: SelectQuery, known: KnownCollection): Promise<Selection> {
    return selectionOf(query, known, await search(this.#connection, known, baseOf(query), query.words))
  }

  async #page(query: ListQuery, known: KnownCollection, deadline: number): Promise<Page> {
    const selection = await this.#select(query, known)
    const order = orderOf(query.sort, selection.base)
    const wanted = query.limit + 1
    const rows = await this.#read(query, selection, order, plan =>
      new Walk(this.#connection, selection, plan, order, deadline).rows(wanted),
    )
    const shown = rows.slice(0, query.limit)
    const last = shown.at(-1)
    return {
      documents: shown.flatMap(({ document }) => document ?? []),
      next: rows.length > query.limit && last !== undefined ? { key: last.key, id: last.id } : null,
    }
  }

  async #total(query: SelectQuery, known: KnownCollection, deadline: number): Promise<number> {
    const selection = await this.#select(query, known)
    const order = { field: '_id', direction: 'asc' } as const
    return this.#read(query, selection, order, plan => {
      if (selection.test !== undefined) return new Walk(this.#connection, selection, plan, order, deadline).count()
      const collection = this.#connection.database.collection<StoredForm>(known.definition.name)
      const maxTimeMS = Math.max(1, Math.ceil(deadline - performance.now()))
      return collection.countDocuments(filterOf(selection, plan.terms), { maxTimeMS })
    })
  }

  /** Read by the plain way, and look beside it whether that is right. */
  async #read<T>(query: SelectQuery, selection: Selection, order: Order, read: (plan: Plan) => Promise<T>): Promise<T> {
    const { plain, general, fields } = plansOf(query, selection, order)
    if (fields.length === 0) return read(plain)
    const [outcome, strays] = await Promise.all([settled(read(plain)), hasStrays(this.#connection, selection, fields)])
    return strays ? read(general) : outcome()
  }
}

/** What became of work, to be taken or thrown later. */
const settled = <T>(work: Promise<T>): Promise<() => T> =>
  work.then(
    value => () => value,
    (error: unknown) => () => {
      throw error
    },
  )
