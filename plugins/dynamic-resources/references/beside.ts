import type { JsonObject } from '../../../kernel/index.ts'
import { idsAt } from './values.ts'
import type { ReferencePlace } from './values.ts'

/** Who refers to whom from some places, among the resources that one write changes: as its operations so far leave them. */
export class Beside {
  readonly #places: readonly ReferencePlace[]
  readonly #refersTo = new Map<string, readonly string[]>()
  readonly #referrers = new Map<string, Set<string>>()

  constructor(places: readonly ReferencePlace[]) {
    this.#places = places
  }

  /** @param data undefined for what is archived */
  set(id: string, data: JsonObject | undefined): void {
    for (const target of this.#refersTo.get(id) ?? []) this.#referrers.get(target)?.delete(id)
    const targets = data === undefined ? [] : this.#places.flatMap(place => [...idsAt(data, place)])
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
