import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import type { ReferenceSource } from './reference-sources.ts'

/** A resource as a write leaves it. */
export interface ChangedResource {
  type_slug: string
  collection: string
  /** Undefined when it is archived. */
  data: JsonObject | undefined
  /** Whether this write does something to it. */
  written: boolean
}

/** The resources that a write is about, as it leaves them. What is read from the store does not count for these. */
export class ChangedResources {
  readonly #resources = new Map<string, ChangedResource>()
  readonly #besides = new Map<ReferenceSource, { slug: string; beside: ReferrersInWrite }>()

  get(id: string): ChangedResource | undefined {
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
  referrers(source: ReferenceSource, id: string): number {
    return (this.#besides.get(source) ?? this.#begin(source)).beside.count(id)
  }

  #begin(source: ReferenceSource): { slug: string; beside: ReferrersInWrite } {
    const { slug } = source.type
    const begun = { slug, beside: new ReferrersInWrite(source) }
    for (const [id, { type_slug, data }] of this.#resources) if (type_slug === slug) begun.beside.set(id, data)
    this.#besides.set(source, begun)
    return begun
  }

  #set(id: string, resource: ChangedResource): void {
    this.#resources.set(id, resource)
    for (const { slug, beside } of this.#besides.values())
      if (slug === resource.type_slug) beside.set(id, resource.data)
  }
}

/** Who of a type refers to whom, among the resources that one write changes: as its operations so far leave them. */
export class ReferrersInWrite {
  readonly #source: ReferenceSource
  readonly #refersTo = new Map<string, readonly string[]>()
  readonly #referrers = new Map<string, Set<string>>()

  constructor(source: ReferenceSource) {
    this.#source = source
  }

  /** @param data undefined for what is archived */
  set(id: string, data: JsonObject | undefined): void {
    for (const target of this.#refersTo.get(id) ?? []) this.#referrers.get(target)?.delete(id)
    const targets = data === undefined ? [] : this.#source.targetsOf(data)
    this.#refersTo.set(id, targets)
    for (const target of targets) {
      const referrers = this.#referrers.get(target) ?? new Set()
      this.#referrers.set(target, referrers.add(id))
    }
  }

  /** How many others refer to it. */
  count(id: string): number {
    const referrers = this.#referrers.get(id)
    return referrers === undefined ? 0 : referrers.size - (referrers.has(id) ? 1 : 0)
  }
}
