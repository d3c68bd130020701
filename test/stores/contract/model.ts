import type {
  Change,
  CollectionDefinition,
  Column,
  ConditionTarget,
  DocumentDraft,
  DocumentStore,
  Feed,
  ListQuery,
  OpenOptions,
  Page,
  Position,
  SelectQuery,
  StoredDocument,
  WriteOperation,
} from '../../../lib/store-kit/document-store.ts'
import type { Json } from '../../../lib/json/types.ts'
import { QueryTooSlow, UniqueViolation, WriteRefused } from '../../../kernel/errors.ts'
import { checkOperations } from '../../../lib/store-kit/check-operations.ts'
import { compare, order, select, valueOf } from './model-queries.ts'

/**
 * A store in memory, as simple as possible: every query checks all documents. It shares no code with the adapters and none with
 * the code that they share (except the check of operations), so that errors there are found. Only for tests.
 */
export class ModelStore implements DocumentStore {
  readonly kind = 'memory'
  #definitions = new Map<string, CollectionDefinition>()
  #states = new Map<string, Map<string, DocumentDraft[]>>()
  #watchers = new Set<(change: Change) => void>()
  #reportOutcome: OpenOptions['onWriteOutcome']

  /** A separate store with the same content. */
  copy(): ModelStore {
    const copy = new ModelStore()
    copy.#definitions = structuredClone(this.#definitions)
    copy.#states = structuredClone(this.#states)
    return copy
  }

  async open({ onWriteOutcome }: OpenOptions = {}): Promise<void> {
    this.#reportOutcome = onWriteOutcome
  }
  async close(): Promise<void> {}
  async ping(): Promise<void> {}

  async define(definition: CollectionDefinition, phase?: 'prepare' | 'finish'): Promise<void> {
    for (const column of definition.columns) if (column.unique) this.#refuseDoubles(definition.name, column)
    const before = phase === 'prepare' ? (this.#definitions.get(definition.name)?.columns ?? []) : []
    this.#definitions.set(
      definition.name,
      structuredClone({ ...definition, columns: [...definition.columns, ...before] }),
    )
    if (!this.#states.has(definition.name)) this.#states.set(definition.name, new Map())
  }

  #refuseDoubles(collection: string, { path, kind }: Column): void {
    const all = this.#all(collection)
    for (const document of all) {
      if (all.some(other => other !== document && sameAt(document, other, path, kind))) {
        throw new UniqueViolation(path.join('.'))
      }
    }
  }

  async collections(): Promise<CollectionDefinition[]> {
    return structuredClone([...this.#definitions.values()])
  }

  async drop(collection: string): Promise<void> {
    if (this.#all(collection).length > 0) throw new Error(`${collection} has documents`)
    this.#definitions.delete(collection)
    this.#states.delete(collection)
  }

  #all(collection: string): DocumentDraft[] {
    return [...(this.#states.get(collection)?.values() ?? [])].flatMap(states => states.slice(-1))
  }

  async get(collection: string, id: string): Promise<StoredDocument | undefined> {
    return stored(this.#states.get(collection)?.get(id)?.at(-1))
  }

  async getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]> {
    return this.#all(collection)
      .filter(({ id }) => ids.includes(id))
      .flatMap(document => stored(document) ?? [])
  }

  async list(query: ListQuery): Promise<Page> {
    const { sort, after, limit, collection, maxBytes, positions } = query
    refusePassed(query)
    const words = this.#definitions.get(collection)?.words ?? false
    const all = select(this.#all(collection), query, words).sort((a, b) => order(sort, a, b))
    const start =
      after === undefined ? all : all.filter(document => order(sort, document, atPosition(after, sort.target)) > 0)
    const documents = fitting(start.slice(0, limit), maxBytes)
    const last = documents.at(-1)
    const next =
      last === undefined || start.length === documents.length ? null : { key: valueOf(last, sort), id: last.id }
    return {
      documents: documents.flatMap(document => stored(document) ?? []),
      next,
      ...(positions === true && {
        positions: documents.map(document => ({ key: valueOf(document, sort), id: document.id })),
      }),
    }
  }

  async count(query: SelectQuery, { max = Infinity }: { max?: number } = {}): Promise<number> {
    refusePassed(query)
    const words = this.#definitions.get(query.collection)?.words ?? false
    return Math.min(max, select(this.#all(query.collection), query, words).length)
  }

  async *scan(collection: string, { after = '', size = 500 } = {}): AsyncIterable<StoredDocument[]> {
    const all = this.#all(collection)
      .filter(({ id }) => id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    for (let i = 0; i < all.length; i += size) yield all.slice(i, i + size).flatMap(document => stored(document) ?? [])
  }

  async version(collection: string, id: string, sequenceNo: number): Promise<StoredDocument | undefined> {
    return stored(
      this.#states
        .get(collection)
        ?.get(id)
        ?.find(({ meta }) => meta.sequence_no === sequenceNo),
    )
  }

  async versions(
    collection: string,
    id: string,
    { before = Infinity, limit, maxBytes }: { before?: number; limit: number; maxBytes?: number },
  ): Promise<StoredDocument[]> {
    const states = this.#states.get(collection)?.get(id) ?? []
    const earlier = states.filter(({ meta }) => meta.sequence_no < before).toReversed()
    return fitting(earlier.slice(0, limit), maxBytes).flatMap(state => stored(state) ?? [])
  }

  async trimVersions(collection: string, ids: readonly string[], keep: number): Promise<number> {
    const documents = this.#states.get(collection)
    let removed = 0
    for (const id of ids) {
      const states = documents?.get(id)
      if (states === undefined) continue
      documents?.set(id, states.slice(-keep))
      removed += Math.max(0, states.length - keep)
    }
    return removed
  }

  async write(operations: readonly WriteOperation[]): Promise<void> {
    checkOperations(operations)
    const before = structuredClone(this.#states)
    const changes: Change[] = []
    try {
      for (const [index, operation] of operations.entries()) this.#apply(operation, index, changes)
    } catch (error) {
      this.#states = before
      throw error
    }
    this.#reportOutcome?.()
    for (const change of changes) for (const watcher of this.#watchers) watcher(change)
  }

  #apply(operation: WriteOperation, index: number, changes: Change[]): void {
    const { kind, collection } = operation
    if (kind === 'absent') {
      const query = {
        ...operation,
        status: operation.status ?? 'active',
        visibility: { all: true },
        words: [],
      } as const
      if (select(this.#all(collection), query, false).length > 0) throw new WriteRefused('present', index)
      return
    }
    const id = kind === 'insert' || kind === 'replace' ? operation.document.id : operation.id
    const documents = this.#states.get(collection)
    if (documents === undefined) throw new Error(`no collection ${collection}`)
    const states = documents.get(id) ?? []
    const current = states.at(-1)
    if (kind === 'insert') {
      if (documents.has(id)) throw new WriteRefused('exists', index)
    } else {
      if (current === undefined) throw new WriteRefused('missing', index)
      const { expected } = operation
      if (expected !== undefined && current.meta.sequence_no !== expected) throw new WriteRefused('stale', index)
    }
    if (kind === 'check') {
      const { status } = operation
      if (status !== undefined && current?.meta.status !== status) throw new WriteRefused('stale', index)
      return
    }
    changes.push({ collection, id, kind })
    if (kind === 'remove') {
      if (this.#definitions.get(collection)?.forgetsRemoved === true) documents.delete(id)
      else documents.set(id, []) // the id stays in use for ever
      return
    }
    this.#checkUnique(operation.document, collection, index)
    const kept = kind === 'replace' ? this.#definitions.get(collection)?.keepVersions : undefined
    const all = [...states, JSON.parse(JSON.stringify(operation.document)) as DocumentDraft]
    documents.set(id, kept === undefined ? all : all.slice(-kept))
  }

  #checkUnique(document: DocumentDraft, collection: string, index: number): void {
    const unique = this.#definitions.get(collection)?.columns.filter(column => column.unique) ?? []
    for (const { path, kind } of unique) {
      const taken = this.#all(collection).some(other => other.id !== document.id && sameAt(document, other, path, kind))
      if (taken) throw new WriteRefused('unique', index, path.join('.'))
    }
  }

  async watch(collections: readonly string[], listener: { changed(change: Change): void }): Promise<Feed> {
    const watcher = (change: Change): void => {
      if (collections.includes(change.collection)) listener.changed(change)
    }
    this.#watchers.add(watcher)
    return { current: true, close: () => void this.#watchers.delete(watcher) }
  }
}

function refusePassed({ deadline = Infinity }: SelectQuery): void {
  if (performance.now() > deadline) throw new QueryTooSlow([])
}

/** As many as have no more bytes together, one at least. */
function fitting(documents: DocumentDraft[], maxBytes = Infinity): DocumentDraft[] {
  let bytes = 0
  return documents.filter((document, i) => {
    bytes += Buffer.byteLength(JSON.stringify([document.id, document.meta, document.data]))
    return i === 0 || bytes <= maxBytes
  })
}

function stored(document: DocumentDraft | undefined): StoredDocument | undefined {
  if (document === undefined) return undefined
  return { id: document.id, meta: JSON.stringify(document.meta), data: JSON.stringify(document.data) }
}

function sameAt(a: DocumentDraft, b: DocumentDraft, path: readonly string[], kind: Column['kind']): boolean {
  if (a.meta.account_id !== b.meta.account_id) return false
  const at = { target: { path }, kind }
  const [x, y] = [valueOf(a, at), valueOf(b, at)]
  return x !== null && y !== null && compare(x, y, kind) === 0
}

/** A document that stands where the position is. */
function atPosition({ key, id }: Position, target: ConditionTarget): DocumentDraft {
  const data: Json = 'path' in target ? target.path.reduceRight<Json>((value, name) => ({ [name]: value }), key) : {}
  const meta = 'column' in target ? { [target.column]: key } : {}
  return { id, meta, data } as unknown as DocumentDraft
}
