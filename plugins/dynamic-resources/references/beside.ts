import type { JsonObject } from '../../../lib/json/index.ts'
import type { Source } from './sources.ts'

/** Who of a type refers to whom, among the resources that one write changes: as its operations so far leave them. */
export class Beside {
  readonly #source: Source
  readonly #refersTo = new Map<string, readonly string[]>()
  readonly #referrers = new Map<string, Set<string>>()

  constructor(source: Source) {
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
