import { BadRequest } from '../../../kernel/index.ts'
import type { Caller, WriteOperation } from '../../../kernel/index.ts'
import type { FoundReference } from '../../../lib/json-schema/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ChangedResources } from './changed-resources.ts'
import { readTargets } from './readable-resources.ts'
import type { ReferenceParts } from './readable-resources.ts'
import { addId } from './reference-places.ts'
import type { IdsBySlug } from './reference-places.ts'

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
  async load(references: readonly FoundReference[]): Promise<void> {
    const wanted: IdsBySlug = new Map()
    for (const { id, type_slugs } of references) {
      if (!this.#lookedUp.has(id) && this.#changes.get(id) === undefined) addId(wanted, type_slugs, id)
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

/** How many properties a message names. */
export const maxNamed = 50

/**
 * Check what a change newly refers to.
 * @returns what must stay true until it is written: that what cannot be archived while it is referred to has not been
 * @throws `BadRequest` naming every property that refers to something else than it may, in one wording whatever the reason
 */
export function checkReferences(targets: ReferenceTargets, references: readonly FoundReference[]): WriteOperation[] {
  const wrong = new Set<string>()
  const checks = new Map<string, WriteOperation>()
  for (const reference of references) {
    const { id, type_slugs, restricts } = reference
    const usable = targets.find(id)
    if (usable === undefined || !type_slugs.includes(usable.type_slug)) wrong.add(refusal(reference))
    else if (usable.pending || restricts.includes(usable.type_slug))
      checks.set(id, { kind: 'check', collection: usable.collection, id, status: 'active' })
  }
  if (wrong.size > 0) throw new BadRequest([...wrong].slice(0, maxNamed).join('; '))
  return [...checks.values()]
}

const refusal = ({ name, type_slugs }: FoundReference): string =>
  `${name}: must be the URN of an active resource of the type ${type_slugs.join(' or ')} that you may read`
