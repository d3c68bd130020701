import { WriteRefused, systemUser } from '../../../kernel/index.ts'
import type {
  CollectionDefinition,
  Column,
  DocumentDraft,
  DocumentStore,
  WriteOperation,
} from '../../../kernel/index.ts'
import { equalJson } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { RecordCollection, readData, readMeta, retryOnConflict, textColumn } from '../../../lib/store-kit/index.ts'
import type { StoredRecord } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { isIdOf, isRestricting, referencesIn } from './found-references.ts'

const column = (name: string): Column => ({ ...textColumn(name, { many: true }), types: ['array'] })

/**
 * The index of references: a document for each resource whose references cannot be found by paths of its data (`CompiledSchema.referencesByPath`).
 * The document has the resource's id and standard columns, except for a `sequence_no` of its own, and is written with the resource.
 */
export const referencesCollection: CollectionDefinition = {
  name: '_references',
  columns: [column('to'), column('restricting')],
  versions: false,
  words: false,
  standardIndexes: ['created_at'],
}

/** What a resource refers to. */
interface ReferenceEntry extends JsonObject {
  /** URNs, each once. */
  to: string[]
  /** Those of them that cannot be archived while the reference exists. */
  restricting: string[]
  /** Where the URNs are: pairs of a name and a URN. */
  places: [name: string, id: string][]
}

/** The entry of the index for a resource with these data. */
function entryOf(type: ResourceType, data: JsonObject): ReferenceEntry {
  const found = referencesIn(type, data).filter(({ type_slugs, id }) => isIdOf(type_slugs, id))
  const places = new Map(found.map(({ name, id }) => [JSON.stringify([name, id]), [name, id] as [string, string]]))
  return {
    to: [...new Set(found.map(({ id }) => id))],
    restricting: [...new Set(found.filter(isRestricting).map(({ id }) => id))],
    places: [...places.values()],
  }
}

/** The names under which the resource of an entry refers to another one. */
export function namesInEntry({ places }: JsonObject, id: string): string[] {
  if (!Array.isArray(places)) return []
  return places.flatMap(place => (Array.isArray(place) && place[1] === id ? [String(place[0])] : []))
}

/** Read the entries of resources, by id. */
export async function readEntries(store: DocumentStore, ids: readonly string[]): Promise<Map<string, DocumentDraft>> {
  const documents = ids.length === 0 ? [] : await store.getMany(referencesCollection.name, ids)
  return new Map(
    documents.map(document => {
      const { id } = document
      return [id, { id, meta: readMeta(document), data: readData(document) }]
    }),
  )
}

/**
 * The operation that changes the entry of a resource to the desired one.
 * @param current the stored entry, or the entry as the write leaves it so far
 */
export function indexOperation(
  type: ResourceType,
  { id, meta, data }: DocumentDraft,
  current: DocumentDraft | undefined,
): Extract<WriteOperation, { document: DocumentDraft }> | undefined {
  const { name: collection } = referencesCollection
  const entry = entryOf(type, data)
  if (current === undefined) {
    const document = { id, meta: { ...meta, sequence_no: 1 }, data: entry }
    return entry.to.length === 0 ? undefined : { kind: 'insert', collection, document }
  }
  if (current.meta.status === meta.status && equalJson(current.data, entry)) return undefined
  const expected = current.meta.sequence_no
  return {
    kind: 'replace',
    collection,
    document: { id, meta: { ...meta, sequence_no: expected + 1 }, data: entry },
    expected,
  }
}

/** The mark that stores for which version of a type the index is complete. */
interface IndexMarker extends JsonObject {
  type_sequence_no: number
}

const markers = new RecordCollection<IndexMarker>('reference-index', { name: referencesCollection.name })

const markerId = ({ slug }: ResourceType): string => `index:${slug}`

/**
 * Keeps the index complete: writes update it for the resources that they change; when a schema has changed, or the store was written before
 * the index existed, all resources of the type are scanned before the index is used.
 */
export class ReferenceIndex {
  readonly #store: DocumentStore
  readonly #registry: TypeRegistry
  /** The versions of types for which the index is complete. */
  readonly #complete = new Map<string, number>()
  readonly #running = new Map<string, Promise<void>>()

  constructor(store: DocumentStore, registry: TypeRegistry) {
    this.#store = store
    this.#registry = registry
  }

  /**
   * Make the index complete for the resources of a type, if it is not.
   * @throws `Conflict` when other requests keep changing its resources
   */
  async complete(type: ResourceType): Promise<void> {
    const { slug, sequence_no } = type
    if (this.#complete.get(slug) === sequence_no) return
    const key = `${slug} ${sequence_no}`
    const running = this.#running.get(key) ?? this.#make(type).finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    await running
  }

  async #make(type: ResourceType): Promise<void> {
    const marker = await markers.find(this.#store, markerId(type))
    if (marker?.data.type_sequence_no !== type.sequence_no) {
      for await (const portion of this.#store.scan(type.collection)) {
        const ids = portion.map(({ id }) => id)
        const isDone = await retryOnConflict(`resources of the type ${type.slug}`, async attempt => {
          if (attempt > 0 && (await this.#isOld(type))) return false
          await this.#update(type, ids)
          return true
        })
        if (!isDone) return
      }
      await this.#mark(type, marker)
    }
    this.#complete.set(type.slug, type.sequence_no)
  }

  /** The resources of a changed type are scanned again when its new version is requested. */
  async #isOld({ slug, sequence_no }: ResourceType): Promise<boolean> {
    return (await this.#registry.reload(slug))?.sequence_no !== sequence_no
  }

  /** @throws `WriteRefused` when another request changed something meanwhile */
  async #update(type: ResourceType, ids: readonly string[]): Promise<void> {
    const entries = await readEntries(this.#store, ids)
    const operations = (await this.#store.getMany(type.collection, ids)).flatMap(document => {
      const resource = { id: document.id, meta: readMeta(document), data: readData(document) }
      const operation = indexOperation(type, resource, entries.get(document.id))
      if (operation === undefined) return []
      const expected = resource.meta.sequence_no
      const check: WriteOperation = { kind: 'check', collection: type.collection, id: document.id, expected }
      return [operation, check]
    })
    if (operations.length > 0) await this.#store.write([...operations, this.#registry.check(type)])
  }

  async #mark(type: ResourceType, marker: StoredRecord<IndexMarker> | undefined): Promise<void> {
    const data = { type_sequence_no: type.sequence_no }
    const { id, meta } = markers.draft(markerId(type), data, { created_by: systemUser })
    const archived = { id, meta: { ...meta, status: 'archived' as const }, data } // so that lists of the index leave it out
    try {
      await this.#store.write([markers.save(archived, marker), this.#registry.check(type)])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error // else another process has noted it, or the type has changed
    }
  }
}
