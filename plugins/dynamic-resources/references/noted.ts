import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { Beside } from './beside.ts'
import type { Source } from './sources.ts'

/** A resource as a write leaves it. */
export interface NotedResource {
  type_slug: string
  collection: string
  /** Undefined when it is archived. */
  data: JsonObject | undefined
  /** Whether this write does something to it. */
  written: boolean
}

/** The resources that a write is about, as it leaves them. What is read from the store does not count for these. */
export class Noted {
  readonly #resources = new Map<string, NotedResource>()
  readonly #besides = new Map<Source, { slug: string; beside: Beside }>()

  get(id: string): NotedResource | undefined {
    return this.#resources.get(id)
  }

  /** Ids of those that the store has too. */
  readonly stored = new Set<string>()

  /** Note a resource as it is before the write. @param mayRefer whether it can refer to anything */
  addStored(collection: string, document: StoredDocument, mayRefer: boolean): void {
    this.stored.add(document.id)
    if (!mayRefer) return
    const { status, type_slug } = readMeta(document)
    const data = status === 'active' ? readData(document) : undefined
    this.#set(document.id, { type_slug, collection, data, written: false })
  }

  /** Note what operations do. */
  addOperations(operations: readonly WriteOperation[]): void {
    for (const operation of operations) {
      if (!('document' in operation) || operation.collection.startsWith('_')) continue
      const { document, collection, kind } = operation
      if (kind === 'replace') this.stored.add(document.id)
      const { type_slug, status } = document.meta
      const data = status === 'active' ? document.data : undefined
      this.#set(document.id, { type_slug, collection, data, written: true })
    }
  }

  /** How many of them refer to a resource from the places of a source. */
  referrers(source: Source, id: string): number {
    return (this.#besides.get(source) ?? this.#begin(source)).beside.count(id)
  }

  #begin(source: Source): { slug: string; beside: Beside } {
    const { slug } = source.type
    const begun = { slug, beside: new Beside(source) }
    for (const [id, { type_slug, data }] of this.#resources) if (type_slug === slug) begun.beside.set(id, data)
    this.#besides.set(source, begun)
    return begun
  }

  #set(id: string, resource: NotedResource): void {
    this.#resources.set(id, resource)
    for (const { slug, beside } of this.#besides.values())
      if (slug === resource.type_slug) beside.set(id, resource.data)
  }
}
