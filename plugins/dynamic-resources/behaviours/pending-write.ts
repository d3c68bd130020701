import { Conflict } from '../../../kernel/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { Planner } from '../service/plan-change.ts'
import { ReferenceRules } from '../references/reference-rules.ts'
import type { SuppliedBehaviour } from './behaviours.ts'
import { CallerRights } from './caller-rights.ts'

/** How deep behaviours can trigger each other. */
const maxDepth = 8

/** A write that is being planned: the state that its changes, and the behaviours that add to them, share. */
export class PendingWrite {
  /** The rules of references for the write, and what it has changed so far. */
  readonly rules: ReferenceRules
  /** How often the write was planned before. */
  readonly attempt: number
  /** Types that the write itself creates or changes, by slug. */
  readonly coming: ReadonlyMap<string, ResourceType>
  /** Names that the write claimed, and types whose version it requires. */
  readonly claimed = new Set<string>()
  readonly checked = new Set<string>()
  /** The running behaviours: each was triggered by the one before it. */
  readonly running: SuppliedBehaviour[] = []
  /** What the caller is allowed to do. */
  readonly rights: CallerRights
  #depth = 0

  constructor(planner: Planner, caller: Caller, attempt = 0, coming: readonly ResourceType[] = []) {
    this.rules = new ReferenceRules(planner, caller)
    this.rights = new CallerRights(planner.access, caller)
    this.attempt = attempt
    this.coming = new Map(coming.map(type => [type.slug, type]))
  }

  /** Plan a change that follows from another one. Throws `Conflict` when such changes are nested too deeply. */
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
