import { isDeepStrictEqual } from 'node:util'
import { StoreFull, WriteRefused } from '../../errors/index.ts'
import type { JsonObject } from '../../json/types.ts'
import type {
  CollectionDefinition,
  Condition,
  DocumentMeta,
  DocumentStatus,
  DocumentStore,
  SelectQuery,
  StoredDocument,
  WriteOperation,
} from '../document-store.ts'
import { readData, readMeta } from '../document-texts.ts'
import { firstMeta, nextMeta, sharedAccount } from '../metadata.ts'
import type { NewMeta } from '../metadata.ts'
import { newestFirst } from '../standard-columns.ts'

/** A parsed document of a {@link RecordCollection}. */
export interface StoredRecord<Data extends JsonObject> {
  readonly id: string
  readonly meta: DocumentMeta
  readonly data: Data
}

/** The selection of a query on a collection. */
export interface RecordQuery {
  /** Default: {@link sharedAccount}. null: every account. */
  account_id?: string | null
  /** Default: `active`. */
  status?: DocumentStatus | 'any'
}

const portionSize = 500

/**
 * A collection that belongs to one plugin. Nothing else writes to it, so all its documents have one shape, `Data`.
 * The methods that change data return operations for `DocumentStore.write`, so that a change is written together with its event.
 */
export class RecordCollection<Data extends JsonObject> {
  readonly definition: CollectionDefinition
  readonly #typeSlug: string

  /** @param typeSlug the standard column `type_slug` of its documents */
  constructor(typeSlug: string, definition: Pick<CollectionDefinition, 'name'> & Partial<CollectionDefinition>) {
    this.definition = { columns: [], versions: false, words: false, ...definition }
    this.#typeSlug = typeSlug
  }

  get name(): string {
    return this.definition.name
  }

  /**
   * Define it, at the start of the service. On a disk that is full, an existing collection is used as it is if only {@link CollectionDefinition.transient}
   * differs: reads are answered, and the next start defines it.
   */
  async define(store: DocumentStore): Promise<void> {
    try {
      await store.define(this.definition)
    } catch (error) {
      if (!(error instanceof StoreFull)) throw error
      const { transient } = this.definition
      const existing = (await store.collections()).find(({ name }) => name === this.name)
      if (!isDeepStrictEqual({ ...existing, transient }, { ...this.definition, transient })) throw error
    }
  }

  parse(document: StoredDocument): StoredRecord<Data> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the owner of the collection writes to it, through this class
    return { id: document.id, meta: readMeta(document), data: readData(document) as Data }
  }

  /** The record with this id, in any status. */
  async find(store: DocumentStore, id: string): Promise<StoredRecord<Data> | undefined> {
    const document = await store.get(this.name, id)
    return document === undefined ? undefined : this.parse(document)
  }

  /** The newest record that matches the conditions. */
  async findFirst(
    store: DocumentStore,
    conditions: readonly Condition[],
    options?: RecordQuery,
  ): Promise<StoredRecord<Data> | undefined> {
    const { documents } = await store.list({ ...this.query(conditions, options), sort: newestFirst, limit: 1 })
    return documents.map(document => this.parse(document))[0]
  }

  /** Every record that matches the conditions, newest first. For small collections. */
  async findAll(
    store: DocumentStore,
    conditions: readonly Condition[],
    options?: RecordQuery,
  ): Promise<StoredRecord<Data>[]> {
    const query = { ...this.query(conditions, options), sort: newestFirst, limit: portionSize }
    let page = await store.list(query)
    const documents = [...page.documents]
    while (page.next !== null) {
      page = await store.list({ ...query, after: page.next })
      documents.push(...page.documents)
    }
    return documents.map(document => this.parse(document))
  }

  query(
    conditions: readonly Condition[],
    { account_id = sharedAccount, status = 'active' }: RecordQuery = {},
  ): SelectQuery {
    return { collection: this.name, account_id, status, visibility: { all: true }, conditions, words: [] }
  }

  /** A new record, before it is written. */
  draft(id: string, data: Data, meta: Omit<NewMeta, 'type_slug'>): StoredRecord<Data> {
    return { id, meta: firstMeta({ ...meta, type_slug: this.#typeSlug }), data }
  }

  insert(document: StoredRecord<Data>): WriteOperation {
    return { kind: 'insert', collection: this.name, document: { ...document } }
  }

  /** Write a new record unless its id is in use already. @returns whether it was written */
  async insertIfAbsent(
    store: DocumentStore,
    document: StoredRecord<Data>,
    ...others: readonly WriteOperation[]
  ): Promise<boolean> {
    try {
      await store.write([this.insert(document), ...others])
      return true
    } catch (error) {
      if (error instanceof WriteRefused && error.index === 0) return false
      throw error
    }
  }

  /** The next version of a record, before it is written. */
  next(
    { id, meta, data }: StoredRecord<Data>,
    changes: Partial<Data>,
    metaChanges?: Partial<DocumentMeta>,
  ): StoredRecord<Data> {
    return { id, meta: nextMeta(meta, metaChanges), data: { ...data, ...changes } }
  }

  /** Write the {@link next} version of a record, if the store still has the previous one. */
  replace(next: StoredRecord<Data>): WriteOperation {
    return {
      kind: 'replace',
      collection: this.name,
      document: { ...next },
      expected: next.meta.sequence_no - 1,
    }
  }

  /** Write a record whether or not a previous one exists: the content of the draft, as the first version or the {@link next} one. */
  save(draft: StoredRecord<Data>, before: StoredRecord<Data> | undefined): WriteOperation {
    return before === undefined ? this.insert(draft) : this.replace(this.next(before, draft.data))
  }

  /** Delete a record permanently, if the store still has this version. */
  remove({ id, meta }: StoredRecord<Data>): WriteOperation {
    return { kind: 'remove', collection: this.name, id, expected: meta.sequence_no }
  }

  /** The write commits only if the record still has this version. */
  checkVersion({ id, meta }: StoredRecord<Data>): WriteOperation {
    return { kind: 'check', collection: this.name, id, expected: meta.sequence_no }
  }

  /** The write commits only if a record with this id (and status) exists. */
  checkExists(id: string, status?: DocumentStatus): WriteOperation {
    return { kind: 'check', collection: this.name, id, ...(status === undefined ? {} : { status }) }
  }
}
