import { BadRequest } from '../../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../../kernel/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ChangedResources } from './changed-resources.ts'
import { readTargets, want } from './readable-resources.ts'
import type { ReferenceParts } from './readable-resources.ts'
import { slugOf } from './reference-places.ts'
import type { NewReferences } from './reference-places.ts'

/** A resource that may be referred to now. */
export interface UsableTarget {
  type_slug: string
  collection: string
  /** It is so only by what the same write does to it. */
  pending: boolean
}

/** What a write may refer to: active resources that the caller may read, with what the write itself makes of them. */
export class ReferenceTargets {
  readonly #parts: ReferenceParts
  readonly #caller: Caller
  readonly #lookedUp = new Set<string>()
  readonly #active = new Map<string, ResourceType>()
  readonly #changes: ChangedResources

  /** @param changes what the write does to resources that it may refer to afterwards */
  constructor(parts: ReferenceParts, caller: Caller, changes: ChangedResources) {
    this.#parts = parts
    this.#caller = caller
    this.#changes = changes
  }

  /** Read what is newly referred to, in one query per type, so that {@link find} knows it. */
  async load(references: readonly NewReferences[]): Promise<void> {
    const wanted = new Map<string, Set<string>>()
    for (const { place, ids } of references) {
      for (const id of ids) {
        const slug = slugOf(place.type_slugs, id)
        if (slug !== undefined && !this.#lookedUp.has(id) && this.#changes.get(id) === undefined)
          want(wanted, slug, [id])
      }
    }
    for (const ids of wanted.values()) for (const id of ids) this.#lookedUp.add(id)
    for (const [id, { meta, type }] of await readTargets(this.#parts, this.#caller, wanted)) {
      if (meta.status === 'active') this.#active.set(id, type)
    }
  }

  /** The resource that an id names, if it may be referred to. */
  find(id: string): UsableTarget | undefined {
    const changed = this.#changes.get(id)
    if (changed !== undefined) {
      const { meta, collection } = changed
      return meta.status === 'active' ? { type_slug: meta.type_slug, collection, pending: true } : undefined
    }
    const type = this.#active.get(id)
    return type === undefined ? undefined : { type_slug: type.slug, collection: type.collection, pending: false }
  }
}

const maxNamed = 50

/**
 * Check what a change newly refers to.
 * @returns what must stay true until it is written: that what cannot be archived while it is referred to has not been
 * @throws `BadRequest` naming every property that refers to something else than it may, in one wording whatever the reason
 */
export function checkReferences(targets: ReferenceTargets, references: readonly NewReferences[]): WriteOperation[] {
  const wrong: string[] = []
  const checks = new Map<string, WriteOperation>()
  for (const { place, ids } of references) {
    for (const id of ids) {
      const usable = targets.find(id)
      if (usable === undefined || !place.type_slugs.includes(usable.type_slug)) {
        wrong.push(refusal(place))
        break
      }
      if (!usable.pending && !place.restricts.includes(usable.type_slug)) continue
      checks.set(id, { kind: 'check', collection: usable.collection, id, status: 'active' })
    }
  }
  if (wrong.length > 0) throw new BadRequest(wrong.slice(0, maxNamed).join('; '))
  return [...checks.values()]
}

const refusal = ({ name, type_slugs }: NewReferences['place']): string =>
  `${name}: must be the URN of an active resource of the type ${type_slugs.join(' or ')} that you may read`
