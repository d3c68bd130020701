import { LRUCache } from 'lru-cache'
import { BadRequest, NotFound } from '../../../kernel/index.ts'
import type { Caller, Condition, RequiredContracts, Sort, StoredDocument } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { defaultMaxFilterValues } from '../../../lib/query/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceQuery, ResourceReader, Resources } from '../../dynamic-resources/contract.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type { Item } from '../contract.ts'
import { insteadOf } from '../../../lib/errors/index.ts'

/** What operations show is defined by the document alone: by its `writeOnly`, not by formats. Their answers are made by `shownText`. */
export const ofDocument = { secrets: 'all' } as const

/** The contracts that items are read with. */
export type ItemContracts = RequiredContracts<'resources' | 'resourceReader' | 'typeRegistry'>

/** A type, or the item of an operation: what has the slug of a type. */
type OfType = Pick<ResourceType, 'slug'>

/** Finds items of the document's schemas among the resources of their types. */
export class Items {
  readonly #resources: Resources
  readonly #reader: ResourceReader
  readonly #registry: TypeRegistry
  readonly #maxPageBytes: number
  /** How many different values a filter by `in` or `nin` can have. */
  readonly maxFilterValues: number
  /** Cache of found items: URNs by account, type and identifier. The found item is compared each time. */
  readonly #found = new LRUCache<string, string>({ max: maxFound })

  /**
   * @param maxPageBytes largest page, in bytes of UTF-8
   * @param maxFilterValues see {@link Items.maxFilterValues}
   */
  constructor(
    { resources, resourceReader, typeRegistry }: ItemContracts,
    maxPageBytes = 16 * 1024 * 1024,
    maxFilterValues = defaultMaxFilterValues,
  ) {
    this.maxFilterValues = maxFilterValues
    this.#maxPageBytes = maxPageBytes
    this.#resources = resources
    this.#reader = resourceReader
    this.#registry = typeRegistry
  }

  /** The current type of a schema. @throws NotFound when it was archived */
  type(slug: string): ResourceType | Promise<ResourceType> {
    return this.#registry.active(slug)
  }

  /**
   * The active item of the caller's account with these values, regardless of who can read it.
   * @param type only its slug is needed; controllers of plugins give a whole type
   * @param identifier values by property; all parts
   */
  async find(caller: Caller, type: OfType, identifier: Readonly<JsonObject>): Promise<Item | undefined> {
    const key = JSON.stringify([caller.account_id, type.slug, identifier])
    const urn = this.#found.get(key)
    const known = urn === undefined ? undefined : await this.get(caller, type, urn)
    if (known !== undefined && hasValues(known, identifier)) return known
    const found = await this.lookUp(caller, await this.type(type.slug), identifier)
    if (found !== undefined) this.#found.set(key, found.id)
    return found
  }

  /** The same, always by a query, and of a type as it is given. */
  async lookUp(
    { account_id }: Caller,
    type: ResourceType,
    identifier: Readonly<JsonObject>,
  ): Promise<Item | undefined> {
    const conditions = Object.entries(identifier).map(([name, value]) => equals(type, name, value))
    // By id, so that a store can scan the index of the identifier without sorting.
    const found = await this.#first(account_id, type, { conditions, sort: byId })
    return found === undefined ? undefined : itemOf(found)
  }

  /** The active item of the caller's account with this URN. */
  get(caller: Caller, { slug }: OfType, id: string): Promise<Item | undefined> {
    return ifFound(this.#resources.get(caller, slug, id, ofDocument))
  }

  /** Active items of the caller's account by their URNs, in that order. */
  async getAll({ account_id }: Pick<Caller, 'account_id'>, ids: readonly string[]): Promise<Item[]> {
    const scope = { ...this.#reader.accountScope(account_id), ...ofDocument }
    const found = await this.#reader.getMany(scope, ids, { status: 'any' })
    return ids.flatMap(id => {
      const one = found.get(id)
      return one === undefined ? [] : [itemOf(one.document)]
    })
  }

  /** An earlier version of an active item, or the current one. */
  version(caller: Caller, { slug }: OfType, id: string, sequenceNo: number): Promise<Item | undefined> {
    return ifFound(this.#resources.version(caller, slug, id, sequenceNo, ofDocument))
  }

  /**
   * A page by its number of the items that the caller can read. The items before it are scanned, so later pages cost more; after 2 s the answer is 503.
   * @param sorts the order, by one property after the other
   * @param counts whether the total is requested
   * @throws BadRequest when the page would be too large
   */
  async page(
    caller: Caller,
    type: ResourceType,
    query: ResourceQuery,
    [sort = byId, ...thenBy]: readonly Sort[],
    { page, limit }: { page: number; limit: number },
    counts: boolean,
  ): Promise<{ total: number | undefined; items: Item[] }> {
    const scope = { ...this.#reader.callerScope(caller), ...ofDocument }
    const deadline = performance.now() + maxListMs
    const selection = await this.#reader.select(scope, type, { ...query, sort, deadline })
    const skip = (page - 1) * limit
    const { documents, hasMore } = await selection.slice({ skip, limit, thenBy, maxBytes: this.#maxPageBytes })
    if (hasMore && documents.length < limit)
      throw new BadRequest(`the page has more than ${this.#maxPageBytes} bytes; ask for a smaller limit`)
    const isKnown = !hasMore && documents.length > 0
    const total = counts ? (isKnown ? skip + documents.length : await selection.count()) : undefined
    return { total, items: documents.map(itemOf) }
  }

  /** The greatest number of a property in an account, archived items included; 0 without any. */
  async greatestNumber(account_id: string, type: ResourceType, property: string): Promise<number> {
    const sort = { target: { path: [property] }, kind: 'number', direction: 'desc', field: property } as const
    const greatest = async (status: 'active' | 'archived'): Promise<number> => {
      const first = await this.#first(account_id, type, { status, sort })
      const value = first === undefined ? 0 : readData(first)[property]
      return typeof value === 'number' ? value : 0
    }
    return Math.max(0, ...(await Promise.all([greatest('active'), greatest('archived')])))
  }

  /** The first of an account's items, regardless of who can read it. */
  async #first(account_id: string, type: ResourceType, query: ResourceQuery): Promise<StoredDocument | undefined> {
    const scope = { ...this.#reader.accountScope(account_id), ...ofDocument }
    const selection = await this.#reader.select(scope, type, query)
    return (await selection.slice({ limit: 1 })).documents[0]
  }
}

const byId = { target: { column: 'id' }, kind: 'text', direction: 'asc', field: 'id' } as const
const maxFound = 20_000
const maxListMs = 2000

const ifFound = (reading: Promise<StoredDocument>): Promise<Item | undefined> =>
  reading.then(itemOf, insteadOf(NotFound, undefined))

/** A stored document as an item. */
export const itemOf = (document: StoredDocument): Item => new StoredItem(document)

/** Parsed on demand: most answers use the text. */
class StoredItem implements Item {
  readonly id: string
  readonly text: string
  readonly document: StoredDocument
  #sequenceNo: number | undefined
  #data: JsonObject | undefined

  constructor(document: StoredDocument) {
    this.id = document.id
    this.text = document.data
    this.document = document
  }

  get sequence_no(): number {
    this.#sequenceNo ??= readMeta(this.document).sequence_no
    return this.#sequenceNo
  }

  get data(): JsonObject {
    this.#data ??= readData(this.document)
    return this.#data
  }
}

/** Whether these values identify an item. */
export const hasValues = ({ data }: Item, identifier: Readonly<JsonObject>): boolean =>
  Object.entries(identifier).every(([name, value]) => data[name] === value)

/** The condition that a property has a value. */
export function equals(type: ResourceType, name: string, value: Json): Condition {
  if (isObject(value) || Array.isArray(value)) throw new TypeError(`an identifier cannot be an object: ${name}`)
  const kind = type.compiled.resolve([name])?.kind ?? 'json'
  return { target: { path: [name] }, kind, operator: 'eq', operands: [value], field: name }
}
