import { BadRequest } from '../../../kernel/index.ts'
import type { StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ScopedResource } from '../contract.ts'
import { isRestricting } from './found-references.ts'

/** How many resources one write can change, so that it takes much less than the time limit of a transaction. */
const maxChangedResources = 2000

/** A resource as a write leaves it. */
interface ChangedResource extends ScopedResource {
  collection: string
}

/** The resources of a write, as it leaves them. For these, what is read from the store is outdated. */
export class ChangedResources {
  /** Ids of the resources that also exist in the store. */
  readonly stored = new Set<string>()
  readonly #written = new Map<string, ChangedResource>()
  /** Resources that belong to the write and are not changed yet. */
  readonly #untouched = new Map<string, ScopedResource>()
  /** The ids to which data refer by `restrict`; filled on demand. */
  readonly #held = new WeakMap<JsonObject, ReadonlySet<string>>()

  /** A resource as the write leaves it; undefined when the write does not change it. */
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

  /** Note the state of a resource before the write. */
  addStored(document: StoredDocument): void {
    const { id } = document
    this.stored.add(id)
    this.#untouched.set(id, { id, meta: readMeta(document), data: readData(document) })
  }

  /**
   * Note the effects of operations.
   * @throws `BadRequest` when there are too many
   */
  note(operations: readonly WriteOperation[]): void {
    for (const operation of operations) {
      if (!('document' in operation) || operation.collection.startsWith('_')) continue
      const { document, collection, kind } = operation
      if (kind === 'replace') this.stored.add(document.id)
      this.#untouched.delete(document.id)
      this.#written.set(document.id, { ...document, collection })
    }
    if (this.#written.size > maxChangedResources) {
      throw new BadRequest(`this would change more than ${maxChangedResources} resources at once; do less at once`)
    }
  }

  /** How many other resources of a type refer to a resource by `restrict`. */
  countHolders(type: ResourceType, id: string): number {
    let count = 0
    for (const resource of [...this.#untouched.values(), ...this.#written.values()]) {
      const { meta } = resource
      const mayHold = meta.type_slug === type.slug && meta.status === 'active' && resource.id !== id
      if (mayHold && this.#heldBy(type, resource.data).has(id)) count += 1
    }
    return count
  }

  #heldBy(type: ResourceType, data: JsonObject): ReadonlySet<string> {
    const held =
      this.#held.get(data) ??
      new Set(
        type.compiled
          .referencesIn(data)
          .filter(isRestricting)
          .map(({ id }) => id),
      )
    this.#held.set(data, held)
    return held
  }
}
