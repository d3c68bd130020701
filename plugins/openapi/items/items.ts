import { BadRequest } from '../../../kernel/index.ts'
import type { Caller, Condition, DocumentStore, SelectQuery, StoredDocument } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { defaultMaxFilterValues } from '../../../lib/query/index.ts'
import { holds, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type { Item } from '../contract.ts'
import { walkItems } from './item-walk.ts'
import type { ItemSort } from './item-walk.ts'

export type { Item } from '../contract.ts'

/** Finds items of the document's schemas among the resources of their types. */
export class Items {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  readonly #maxPageBytes: number
  /** How many different values a filter by `in` or `nin` can have. */
  readonly maxFilterValues: number
  /** Cache of found items: URNs by account, type and identifier. The found item is compared each time. */
  readonly #found = new Map<string, string>()

  /**
   * @param maxPageBytes largest page, in bytes of UTF-8
   * @param maxFilterValues see {@link Items.maxFilterValues}
   */
  constructor(
    store: DocumentStore,
    registry: TypeRegistry,
    maxPageBytes = 16 * 1024 * 1024,
    maxFilterValues = defaultMaxFilterValues,
  ) {
    this.maxFilterValues = maxFilterValues
    this.#maxPageBytes = maxPageBytes
    this.#store = store
    this.#registry = registry
  }

  /** The current type of a schema. @throws NotFound when it was archived */
  type(slug: string): ResourceType | Promise<ResourceType> {
    return this.#registry.active(slug)
  }

  /**
   * The active item of the caller's account with these values, regardless of who can read it.
   * @param identifier values by property; all parts
   */
  async find(
    { account_id }: Pick<Caller, 'account_id'>,
    type: ResourceType,
    identifier: Readonly<JsonObject>,
  ): Promise<Item | undefined> {
    const key = JSON.stringify([account_id, type.slug, identifier])
    const urn = this.#found.get(key)
    const known = urn === undefined ? undefined : await this.get({ account_id }, type, urn)
    if (known !== undefined && hasValues(known, identifier)) return known
    const conditions = Object.entries(identifier).map(([name, value]) => equals(type, name, value))
    const { documents } = await this.#store.list({
      collection: type.collection,
      account_id,
      status: 'active',
      visibility: { all: true },
      conditions,
      words: [],
      // By id, so that a store can scan the index of the identifier without sorting.
      sort: byId,
      limit: 1,
    })
    const [found] = documents
    if (found === undefined) return undefined
    if (this.#found.size >= maxFound) this.#found.clear()
    this.#found.set(key, found.id)
    return itemOf(found)
  }

  /** The active item of the caller's account with this URN. */
  async get({ account_id }: Pick<Caller, 'account_id'>, type: ResourceType, id: string): Promise<Item | undefined> {
    const document = await this.#store.get(type.collection, id)
    if (document === undefined) return undefined
    const meta = readMeta(document)
    return meta.account_id === account_id && meta.status === 'active' ? itemOf(document) : undefined
  }

  /** Active items of the caller's account by their URNs, in that order. */
  async getAll(
    { account_id }: Pick<Caller, 'account_id'>,
    type: ResourceType,
    ids: readonly string[],
  ): Promise<Item[]> {
    const documents = new Map((await this.#store.getMany(type.collection, ids)).map(one => [one.id, one]))
    return ids.flatMap(id => {
      const document = documents.get(id)
      return document !== undefined && readMeta(document).account_id === account_id ? [itemOf(document)] : []
    })
  }

  /** An earlier version of an item, or the current one. */
  async version(type: ResourceType, id: string, sequenceNo: number): Promise<Item | undefined> {
    const document = await this.#store.version(type.collection, id, sequenceNo)
    return document === undefined ? undefined : itemOf(document)
  }

  /**
   * A page by its number. The items before it are scanned, so later pages cost more; after 2 s the answer is 503.
   * @param sorts the order, by one property after the other
   * @param oneOf conditions of which at least one must match, if there are any
   * @param counts whether the total is requested
   * @throws BadRequest when the page would be too large
   */
  async page(
    selected: SelectQuery,
    sorts: readonly ItemSort[],
    { page, limit }: { page: number; limit: number },
    oneOf: readonly Condition[] | undefined,
    counts: boolean,
  ): Promise<{ total: number | undefined; items: Item[] }> {
    const first = (page - 1) * limit
    const selection = { ...selected, deadline: performance.now() + maxListMs }
    const size = oneOf === undefined ? Math.min(maxWalkedItems, first + limit) : maxWalkedItems
    const found: StoredDocument[] = []
    let matches = 0
    let bytes = 0
    for await (const documents of walkItems(this.#store, selection, sorts, size)) {
      for (const document of documents) {
        if (oneOf !== undefined && !holdsOne(oneOf, document)) continue
        if (matches >= first && found.length < limit) {
          found.push(document)
          bytes += Buffer.byteLength(document.data)
          if (bytes > this.#maxPageBytes)
            throw new BadRequest(`the page has more than ${this.#maxPageBytes} bytes; ask for a smaller limit`)
        }
        matches += 1
      }
      if (found.length < limit) continue
      if (!counts) return { total: undefined, items: found.map(itemOf) }
      if (oneOf === undefined) return { total: await this.#store.count(selection), items: found.map(itemOf) }
    }
    return { total: matches, items: found.map(itemOf) }
  }

  /** The greatest number of a property in an account, archived items included; 0 without any. */
  async greatestNumber(account_id: string, type: ResourceType, property: string): Promise<number> {
    const target = { path: [property] }
    const greatest = async (status: 'active' | 'archived'): Promise<number> => {
      const { documents } = await this.#store.list({
        collection: type.collection,
        account_id,
        status,
        visibility: { all: true },
        conditions: [],
        words: [],
        sort: { target, kind: 'number', direction: 'desc', field: property },
        limit: 1,
      })
      const [first] = documents
      const value = first === undefined ? 0 : readData(first)[property]
      return typeof value === 'number' ? value : 0
    }
    return Math.max(0, ...(await Promise.all([greatest('active'), greatest('archived')])))
  }
}

const byId = { target: { column: 'id' }, kind: 'text', direction: 'asc', field: 'id' } as const
const maxFound = 20_000
const maxListMs = 2000
const maxWalkedItems = 500

const holdsOne = (conditions: readonly Condition[], document: StoredDocument): boolean => {
  const meta = readMeta(document)
  const data = readData(document)
  return conditions.some(condition => holds(condition, meta, document.id, data))
}

/** A stored document as an item. */
export const itemOf = (document: StoredDocument): Item => new StoredItem(document)

/** Parsed on demand: most answers use the text. */
class StoredItem implements Item {
  readonly id: string
  readonly text: string
  readonly #document: StoredDocument
  #data: JsonObject | undefined

  constructor(document: StoredDocument) {
    this.id = document.id
    this.text = document.data
    this.#document = document
  }

  get sequence_no(): number {
    return readMeta(this.#document).sequence_no
  }

  get data(): JsonObject {
    this.#data ??= readData(this.#document)
    return this.#data
  }
}

/** Whether these values identify an item. */
export const hasValues = ({ data }: Item, identifier: Readonly<JsonObject>): boolean =>
  Object.entries(identifier).every(([name, value]) => data[name] === value)

/** The condition that a property has a value. */
export function equals(type: ResourceType, name: string, value: Json): Condition {
  if (isObject(value) || Array.isArray(value)) throw new TypeError(`an identifier cannot be an object: ${name}`)
  const kind = type.compiled.resolve([name])?.kind ?? 'mixed'
  return { target: { path: [name] }, kind, operator: 'eq', operands: [value], field: name }
}
