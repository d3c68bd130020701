import type {
  ChangeListener,
  CollectionDefinition,
  DocumentStore,
  Feed,
  ListQuery,
  Page,
  SelectQuery,
  StoredDocument,
  StoreReport,
  WriteOperation,
} from './document-store.ts'
import { StoreUnavailable } from '../errors/index.ts'

/** A store whose adapter, and with it the driver, is loaded when it is opened. */
export class LazyStore implements DocumentStore {
  readonly kind: DocumentStore['kind']
  readonly #load: () => Promise<DocumentStore>
  #opened: DocumentStore | undefined

  constructor(kind: DocumentStore['kind'], load: () => Promise<DocumentStore>) {
    this.kind = kind
    this.#load = load
  }

  get #store(): DocumentStore {
    if (this.#opened === undefined) throw new StoreUnavailable('the store is not open')
    return this.#opened
  }

  async open(): Promise<void> {
    this.#opened ??= await this.#load()
    await this.#opened.open()
  }

  async close(): Promise<void> {
    await this.#opened?.close()
  }

  async ping(): Promise<void> {
    await this.#store.ping()
  }

  async report(): Promise<StoreReport> {
    this.#opened ??= await this.#load()
    return this.#opened.report()
  }

  define(definition: CollectionDefinition, phase?: 'prepare' | 'finish'): Promise<void> {
    return this.#store.define(definition, phase)
  }

  collections(): Promise<CollectionDefinition[]> {
    return this.#store.collections()
  }

  drop(collection: string): Promise<void> {
    return this.#store.drop(collection)
  }

  get(collection: string, id: string): Promise<StoredDocument | undefined> {
    return this.#store.get(collection, id)
  }

  getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]> {
    return this.#store.getMany(collection, ids)
  }

  list(query: ListQuery): Promise<Page> {
    return this.#store.list(query)
  }

  count(query: SelectQuery, options?: { max?: number }): Promise<number> {
    return this.#store.count(query, options)
  }

  scan(collection: string, options?: { after?: string; size?: number }): AsyncIterable<StoredDocument[]> {
    return this.#store.scan(collection, options)
  }

  version(collection: string, id: string, sequenceNo: number): Promise<StoredDocument | undefined> {
    return this.#store.version(collection, id, sequenceNo)
  }

  versions(
    collection: string,
    id: string,
    options: { before?: number; limit: number; maxBytes?: number },
  ): Promise<StoredDocument[]> {
    return this.#store.versions(collection, id, options)
  }

  write(operations: readonly WriteOperation[]): Promise<void> {
    return this.#store.write(operations)
  }

  watch(collections: readonly string[], listener: ChangeListener): Promise<Feed> {
    return this.#store.watch(collections, listener)
  }
}
