import { BadRequest, Conflict } from '../../../kernel/index.ts'
import type { ScopedResource } from '../contract.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ReferenceRules } from '../references/reference-rules.ts'
import type { SuppliedBehaviour } from './behaviours.ts'
import type { CallerRights } from './caller-rights.ts'

/** How many resources one write may change, so that it is done well within the time that a transaction has. */
const maxChangedResources = 2000
/** How far behaviours may set each other off. */
const maxDepth = 8

/** What a write has changed so far: resources as it leaves them, for what is worked out after. */
export class PendingChanges {
  /** What references ask of the write. */
  readonly rules: ReferenceRules
  /** How often the write was worked out before. */
  readonly attempt: number
  /** Types that the write itself brings or changes, by slug. */
  readonly coming: ReadonlyMap<string, ResourceType>
  /** Names that it claimed, and types whose version it holds to. */
  readonly claimed = new Set<string>()
  readonly checked = new Set<string>()
  /** The behaviours that are at work: each was set off by the one before it. */
  readonly running: SuppliedBehaviour[] = []
  /** What the caller may do, once it was asked. */
  rights: CallerRights | undefined
  readonly #resources = new Map<string, { slug: string; resource: ScopedResource }>()
  #depth = 0

  constructor(rules: ReferenceRules, attempt = 0, coming: readonly ResourceType[] = []) {
    this.rules = rules
    this.attempt = attempt
    this.coming = new Map(coming.map(type => [type.slug, type]))
  }

  /** A resource as the write leaves it; undefined when it does nothing to it. */
  get(id: string): ScopedResource | undefined {
    return this.#resources.get(id)?.resource
  }

  /** Whether the write itself creates the resource. */
  creates(id: string): boolean {
    return this.get(id)?.meta.sequence_no === 1
  }

  /** All resources of a type that the write changes. */
  of(slug: string): ScopedResource[] {
    return [...this.#resources.values()].flatMap(one => (one.slug === slug ? [one.resource] : []))
  }

  /** Take note of a change. Throws `BadRequest` when there are too many. */
  note(type: ResourceType, resource: ScopedResource): void {
    this.#resources.set(resource.id, { slug: type.slug, resource })
    if (this.#resources.size > maxChangedResources) {
      throw new BadRequest(`this would change more than ${maxChangedResources} resources at once; do less at once`)
    }
  }

  /** Work out a change that follows from another one. Throws `Conflict` when that goes on and on. */
  async follow<T>(work: () => Promise<T>): Promise<T> {
    if (this.#depth === maxDepth) throw new Conflict('behaviours keep setting each other off')
    this.#depth += 1
    try {
      return await work()
    } finally {
      this.#depth -= 1
    }
  }
}
