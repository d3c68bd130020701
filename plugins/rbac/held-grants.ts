import type { Action, DocumentStore, Feed, Page, Position } from '../../kernel/index.ts'
import { grantsCollection, grantsWith, heldOf, orderIn, pairOf, readRecord } from './grant-record.ts'

/** Who holds grants, and in which account. */
export interface Holder {
  id: string
  account_id: string
}

/** The grants of one agent on resources of one type: actions by the id of the resource. */
export type Held = ReadonlyMap<string, readonly Action[]>

/** So many grants are remembered; with more all are forgotten and read anew as they are asked for. */
const mostRemembered = 200_000
const portion = 1000

/**
 * The grants that agents hold, remembered by agent and type while the store's change feed is current. An agent who holds many on a type is
 * remembered only once all of them are asked for, by a list.
 */
export class HeldGrants {
  readonly #store: DocumentStore
  readonly #known = new Map<string, Held>()
  #size = 0
  #feed: Feed | undefined
  /** Raised by every change, so that a read that began before it is not remembered. */
  #changes = 0

  constructor(store: DocumentStore) {
    this.#store = store
  }

  /** Begin to follow the changes. The collection must be defined. */
  async start(): Promise<void> {
    const forget = (): void => this.forget()
    this.#feed = await this.#store.watch([grantsCollection.name], { changed: forget, lost: forget })
  }

  close(): void {
    this.#feed?.close()
  }

  /** A grant changed: everything is read anew when it is asked for. */
  forget(): void {
    this.#changes += 1
    this.#known.clear()
    this.#size = 0
  }

  /** What an agent was granted on a resource. */
  on(holder: Holder, typeSlug: string, resourceId: string): readonly Action[] | Promise<readonly Action[]> {
    const known = this.#recall(holder, typeSlug)
    return known === undefined ? this.#lookUp(holder, typeSlug, resourceId) : (known.get(resourceId) ?? [])
  }

  /** All that an agent was granted on resources of a type. */
  of(holder: Holder, typeSlug: string): Held | Promise<Held> {
    return this.#recall(holder, typeSlug) ?? this.#readAll(holder, typeSlug)
  }

  #recall(holder: Holder, typeSlug: string): Held | undefined {
    return this.#feed?.current === true ? this.#known.get(keyOf(holder, typeSlug)) : undefined
  }

  /** One read, which for all but those who hold many also tells everything that is asked next. */
  async #lookUp(holder: Holder, typeSlug: string, resourceId: string): Promise<readonly Action[]> {
    const changes = this.#changes
    const page = await this.#page(holder, typeSlug, undefined)
    const held = heldIn([page])
    if (page.next === null) this.#remember(holder, typeSlug, held, changes)
    else if (!held.has(resourceId)) return this.#single(holder, resourceId)
    return held.get(resourceId) ?? []
  }

  async #readAll(holder: Holder, typeSlug: string): Promise<Held> {
    const changes = this.#changes
    const pages: Page[] = []
    let after: Position | undefined
    do {
      const page = await this.#page(holder, typeSlug, after)
      pages.push(page)
      after = page.next ?? undefined
    } while (after !== undefined)
    const held = heldIn(pages)
    this.#remember(holder, typeSlug, held, changes)
    return held
  }

  async #single({ id, account_id }: Holder, resourceId: string): Promise<readonly Action[]> {
    const query = { ...everything, account_id, conditions: [grantsWith('pair', pairOf(resourceId, id))] }
    const page = await this.#store.list({ ...query, sort: orderIn('pair', 'asc'), limit: 1 })
    return heldIn([page]).get(resourceId) ?? []
  }

  #page({ id, account_id }: Holder, typeSlug: string, after: Position | undefined): Promise<Page> {
    const query = { ...everything, account_id, conditions: [grantsWith('held', heldOf(id, typeSlug))] }
    const from = after === undefined ? {} : { after }
    return this.#store.list({ ...query, ...from, sort: orderIn('held', 'asc'), limit: portion })
  }

  #remember(holder: Holder, typeSlug: string, held: Held, changes: number): void {
    if (changes !== this.#changes) return
    const size = held.size + 1
    if (this.#size + size > mostRemembered) this.forget()
    this.#size += size
    this.#known.set(keyOf(holder, typeSlug), held)
  }
}

const everything = {
  collection: grantsCollection.name,
  status: 'active',
  visibility: { all: true },
  words: [],
} as const

const keyOf = ({ id, account_id }: Holder, typeSlug: string): string => `${id} ${account_id} ${typeSlug}`

const heldIn = (pages: readonly Page[]): Held =>
  new Map(
    pages
      .flatMap(({ documents }) => documents.map(readRecord))
      .map(({ resource_id, actions }) => [resource_id, actions]),
  )
