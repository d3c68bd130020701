import type { Caller } from '../../../kernel/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Noted } from './noted.ts'
import { readTargets, want } from './readable.ts'
import type { ReferenceParts } from './readable.ts'
import { slugOf } from './values.ts'
import type { NewReferences } from './values.ts'

/** A resource that may be referred to now. */
export interface Usable {
  type_slug: string
  collection: string
  /** It is so only by what the same write does to it. */
  pending: boolean
}

/** What a write may refer to: active resources that the caller may read, with what the write itself makes of them. */
export class ReferenceTargets {
  readonly #parts: ReferenceParts
  readonly #caller: Caller
  readonly #looked = new Set<string>()
  readonly #active = new Map<string, ResourceType>()
  readonly #noted: Noted

  /** @param noted what the write does to resources that it may refer to afterwards */
  constructor(parts: ReferenceParts, caller: Caller, noted: Noted) {
    this.#parts = parts
    this.#caller = caller
    this.#noted = noted
  }

  /** Read what is newly referred to, in one query per type, so that {@link find} knows it. */
  async load(references: readonly NewReferences[]): Promise<void> {
    const wanted = new Map<string, Set<string>>()
    for (const { place, ids } of references) {
      for (const id of ids) {
        const slug = slugOf(place.type_slugs, id)
        if (slug !== undefined && !this.#looked.has(id) && this.#noted.get(id)?.written !== true)
          want(wanted, slug, [id])
      }
    }
    for (const ids of wanted.values()) for (const id of ids) this.#looked.add(id)
    for (const [id, { meta, type }] of await readTargets(this.#parts, this.#caller, wanted)) {
      if (meta.status === 'active') this.#active.set(id, type)
    }
  }

  /** The resource that an id names, if it may be referred to. */
  find(id: string): Usable | undefined {
    const noted = this.#noted.get(id)
    if (noted?.written === true) return noted.data === undefined ? undefined : { ...noted, pending: true }
    const type = this.#active.get(id)
    return type === undefined ? undefined : { type_slug: type.slug, collection: type.collection, pending: false }
  }
}
