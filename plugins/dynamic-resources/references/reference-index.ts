import { WriteRefused, systemUser } from '../../../kernel/index.ts'
import type {
  CollectionDefinition,
  Column,
  DocumentMeta,
  DocumentStore,
  StoredDocument,
  WriteOperation,
} from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { RecordCollection, readData, readMeta, retryOnConflict, textColumn } from '../../../lib/store-kit/index.ts'
import type { StoredRecord } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { slugOf } from './reference-places.ts'

const column = (name: string): Column => ({ ...textColumn(name, { many: true }), types: ['array'] })

/**
 * What resources refer to, a document for each one whose references no path of its data finds (`CompiledSchema.referencesByPath`). It has the
 * resource's id and standard columns, but for its own `sequence_no`, and is written with the resource.
 */
export const referencesCollection: CollectionDefinition = {
  name: '_references',
  columns: [column('to'), column('restricting')],
  versions: false,
  words: false,
  standardIndexes: ['created_at'],
}

/** What a resource refers to. */
export interface ReferenceEntry extends JsonObject {
  /** URNs, each once. */
  to: string[]
  /** Those of them that cannot be archived meanwhile. */
  restricting: string[]
  /** Where the URNs stand: pairs of a name and a URN. */
  places: [name: string, id: string][]
}

/** What the index holds for a resource with these data. */
export function entryOf({ compiled }: ResourceType, data: JsonObject): ReferenceEntry {
  const to = new Set<string>()
  const restricting = new Set<string>()
  const places = new Map<string, [string, string]>()
  for (const { id, name, type_slugs, restricts } of compiled.referencesIn(data)) {
    const slug = slugOf(type_slugs, id)
    if (slug === undefined) continue
    to.add(id)
    if (restricts.includes(slug)) restricting.add(id)
    places.set(JSON.stringify([name, id]), [name, id])
  }
  return { to: [...to], restricting: [...restricting], places: [...places.values()] }
}

/** The names under which the resource of an entry refers to another one. */
export function namesInEntry({ places }: JsonObject, id: string): string[] {
  if (!Array.isArray(places)) return []
  return places.flatMap(place => (Array.isArray(place) && place[1] === id ? [String(place[0])] : []))
}

/** An entry as it is, or as a write leaves it. */
export interface CurrentEntry {
  sequence_no: number
  status: DocumentMeta['status']
  /** JSON text of the {@link ReferenceEntry}. */
  text: string
}

/** Read the entry of a document of the index. */
export function readEntry(document: StoredDocument): CurrentEntry {
  const { sequence_no, status } = readMeta(document)
  return { sequence_no, status, text: JSON.stringify(readData(document)) }
}

/** The operation that brings the entry of a resource to what it is to be, and the entry after it. */
export function indexOperation(
  type: ResourceType,
  { id, meta, data }: { id: string; meta: DocumentMeta; data: JsonObject },
  current: CurrentEntry | undefined,
): { operation: WriteOperation; entry: CurrentEntry } | undefined {
  const entry = entryOf(type, data)
  const text = JSON.stringify(entry)
  const { status } = meta
  if (current === undefined ? entry.to.length === 0 : current.text === text && current.status === status)
    return undefined
  const sequence_no = (current?.sequence_no ?? 0) + 1
  const document = { id, meta: { ...meta, sequence_no }, data: entry }
  const { name: collection } = referencesCollection
  return {
    entry: { sequence_no, status, text },
    operation:
      current === undefined
        ? { kind: 'insert', collection, document }
        : { kind: 'replace', collection, document, expected: current.sequence_no },
  }
}

/** Says for which version of a type the index is complete. */
interface IndexMarker extends JsonObject {
  type_sequence_no: number
}

const markers = new RecordCollection<IndexMarker>('reference-index', { name: referencesCollection.name })

const markerId = ({ slug }: ResourceType): string => `index:${slug}`

/**
 * Keeps the index complete: writes keep it for the resources that they change; when a schema has changed, or the store was written before
 * there was an index, all resources of the type are gone through before the index is used.
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
   * @throws `Conflict` when others keep changing its resources
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

  /** A type that has changed is gone through again when its new version is asked for. */
  async #isOld({ slug, sequence_no }: ResourceType): Promise<boolean> {
    return (await this.#registry.reload(slug))?.sequence_no !== sequence_no
  }

  /** @throws `WriteRefused` when somebody changed something meanwhile */
  async #update(type: ResourceType, ids: readonly string[]): Promise<void> {
    const entries = await this.#store.getMany(referencesCollection.name, ids)
    const known = new Map(entries.map(entry => [entry.id, readEntry(entry)]))
    const operations = (await this.#store.getMany(type.collection, ids)).flatMap(document => {
      const resource = { id: document.id, meta: readMeta(document), data: readData(document) }
      const change = indexOperation(type, resource, known.get(document.id))
      if (change === undefined) return []
      const expected = resource.meta.sequence_no
      const check: WriteOperation = { kind: 'check', collection: type.collection, id: document.id, expected }
      return [change.operation, check]
    })
    if (operations.length > 0) await this.#store.write([...operations, this.#registry.check(type)])
  }

  async #mark(type: ResourceType, marker: StoredRecord<IndexMarker> | undefined): Promise<void> {
    const data = { type_sequence_no: type.sequence_no }
    const { id, meta } = markers.draft(markerId(type), data, { created_by: systemUser })
    const archived = { id, meta: { ...meta, status: 'archived' as const }, data } // lists of the index leave it out
    try {
      await this.#store.write([markers.save(archived, marker), this.#registry.check(type)])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error // else somebody else has noted it, or the type has changed
    }
  }
}
