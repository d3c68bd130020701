import type { ListQuery, Page, SelectQuery } from '../../contracts/document-store.ts'
import { QueryTooSlow } from '../../errors.ts'
import type { Catalogue, KnownCollection } from './catalogue.ts'
import type { Connection } from './connection.ts'
import { code, hasCode, within } from './failures.ts'
import { orderOf, partsOf } from './parts.ts'
import { Planner } from './planner.ts'
import { search } from './search.ts'
import type { Selection } from './selection.ts'
import { baseOf, filterOf, selectionOf } from './selection.ts'
import { indexBounds, unserved } from './selectors.ts'
import type { StoredForm } from './stored-form.ts'
import { TimeIsOver, Walk } from './walk.ts'

/** A list may work so long, in ms; and this much longer until the server counts as away. */
const longest = 2_000
const grace = 1_000

/** Pages and counts. */
export class Lists {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #planner: Planner

  constructor(connection: Connection, catalogue: Catalogue) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#planner = new Planner(connection)
  }

  list(query: ListQuery): Promise<Page> {
    return this.#attempt(query, (known, deadline) => this.#page(query, known, deadline))
  }

  count(query: SelectQuery): Promise<number> {
    return this.#attempt(query, (known, deadline) => this.#total(query, known, deadline))
  }

  /** Run it; once more when an index went away under it. */
  async #attempt<T>(query: SelectQuery, run: (known: KnownCollection, deadline: number) => Promise<T>): Promise<T> {
    const deadline = performance.now() + longest
    let known = await this.#catalogue.find(query.collection)
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
    const plan = await this.#planner.plan(query, selection, order.field)
    const parts = partsOf(order, query.after, selection.ranges.get(order.field) ?? [])
    const rows = await new Walk(this.#connection, selection, plan, order, deadline).rows(parts, query.limit + 1)
    const shown = rows.slice(0, query.limit)
    const last = shown.at(-1)
    return {
      documents: shown.map(({ document }) => document),
      next: rows.length > query.limit && last !== undefined ? { key: last.key, id: last.document.id } : null,
    }
  }

  async #total(query: SelectQuery, known: KnownCollection, deadline: number): Promise<number> {
    const selection = await this.#select(query, known)
    const bounds = indexBounds(selection)
    if (selection.test !== undefined) {
      const order = { field: '_id', direction: 'asc' } as const
      return new Walk(this.#connection, selection, { hint: undefined, bounds }, order, deadline).count()
    }
    return this.#connection.database
      .collection<StoredForm>(known.definition.name)
      .countDocuments(filterOf(selection, bounds), { maxTimeMS: Math.max(1, Math.ceil(deadline - performance.now())) })
  }
}
