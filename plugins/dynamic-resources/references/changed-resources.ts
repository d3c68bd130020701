import { BadRequest } from '../../../kernel/index.ts'
import type { StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ScopedResource } from '../contract.ts'
import type { ReferenceSource } from './reference-sources.ts'

/** How many resources one write may change, so that it is done well within the time that a transaction has. */
const maxChangedResources = 2000

/** A resource as a write leaves it. */
export interface ChangedResource extends ScopedResource {
  collection: string
}

/** The resources that a write is about, as it leaves them. What is read from the store does not count for these. */
export class ChangedResources {
  /** Ids of those that the store has too. */
  readonly stored = new Set<string>()
  readonly #written = new Map<string, ChangedResource>()
  /** Those that the write is about and does nothing to yet. */
  readonly #untouched = new Map<string, ScopedResource>()
  readonly #referrers = new Map<ReferenceSource, ReferrersInWrite>()

  /** A resource as the write leaves it; undefined when it does nothing to it. */
  get(id: string): ChangedResource | undefined {
    return this.#written.get(id)
  }

  /** All resources of a type that the write changes. */
  of(slug: string): ChangedResource[] {
    return [...this.#written.values()].filter(({ meta }) => meta.type_slug === slug)
  }

  /** Whether the write itself creates the resource. */
  creates(id: string): boolean {
    return this.get(id)?.meta.sequence_no === 1
  }

  /** Note a resource as it is before the write. @param mayRefer whether it can refer to anything */
  addStored(document: StoredDocument, mayRefer: boolean): void {
    const { id } = document
    this.stored.add(id)
    if (!mayRefer) return
    const resource = { id, meta: readMeta(document), data: readData(document) }
    this.#untouched.set(id, resource)
    this.#follow(resource)
  }

  /**
   * Note what operations do.
   * @throws `BadRequest` when there are too many
   */
  note(operations: readonly WriteOperation[]): void {
    for (const operation of operations) {
      if (!('document' in operation) || operation.collection.startsWith('_')) continue
      const { document, collection, kind } = operation
      const { id, meta, data } = document
      if (kind === 'replace') this.stored.add(id)
      const resource = { id, meta, data, collection }
      this.#written.set(id, resource)
      this.#follow(resource)
    }
    if (this.#written.size > maxChangedResources) {
      throw new BadRequest(`this would change more than ${maxChangedResources} resources at once; do less at once`)
    }
  }

  /** How many of them refer to a resource from the places of a source. */
  countReferrers(source: ReferenceSource, id: string): number {
    return (this.#referrers.get(source) ?? this.#begin(source)).count(id)
  }

  #begin(source: ReferenceSource): ReferrersInWrite {
    const referrers = new ReferrersInWrite(source)
    for (const resource of [...this.#untouched.values(), ...this.#written.values()]) referrers.set(resource)
    this.#referrers.set(source, referrers)
    return referrers
  }

  #follow(resource: ScopedResource): void {
    for (const referrers of this.#referrers.values()) referrers.set(resource)
  }
}

/** Who of a type refers to whom, among the resources that one write changes: as its operations so far leave them. */
class ReferrersInWrite {
  readonly #source: ReferenceSource
  readonly #refersTo = new Map<string, readonly string[]>()
  readonly #referrers = new Map<string, Set<string>>()

  constructor(source: ReferenceSource) {
    this.#source = source
  }

  set({ id, meta, data }: ScopedResource): void {
    if (meta.type_slug !== this.#source.type.slug) return
    for (const target of this.#refersTo.get(id) ?? []) this.#referrers.get(target)?.delete(id)
    const targets = meta.status === 'active' ? this.#source.targetsOf(data) : []
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
