/** The rows that an import has read: what other rows can refer to. Ids stay in memory until the import ends. */
export class RowIndex {
  readonly #places = new Map<string, string>()
  readonly #named = new Map<string, Set<string>>()
  readonly #settled = new Set<string>()
  readonly #refused = new Set<string>()

  /** Note the row with this id. @returns the place of an earlier row with the same id; then the row is not noted */
  add(id: string, place: string): string | undefined {
    const before = this.#places.get(id)
    if (before === undefined) this.#places.set(id, place)
    return before
  }

  /** Whether a row with this id was read. */
  has(id: string): boolean {
    return this.#places.has(id)
  }

  /** The place of the row with this id in its file. */
  placeOf(id: string): string {
    return this.#places.get(id) ?? 'a row'
  }

  /** Note the name of a row, which references can use instead of its id. */
  name(id: string, name: string): void {
    this.#named.set(name, (this.#named.get(name) ?? new Set()).add(id))
  }

  /** Ids of the rows with this name. */
  idsOf(name: string): Iterable<string> {
    return this.#named.get(name) ?? []
  }

  /** Note that a resource exists: other rows can refer to it. */
  settle(id: string): void {
    this.#settled.add(id)
  }

  isSettled(id: string): boolean {
    return this.#settled.has(id)
  }

  /** Note that the row with this id was refused. */
  refuse(id: string): void {
    this.#refused.add(id)
  }

  /** Whether the row was refused, and there is no resource with this id. */
  isRefused(id: string): boolean {
    return this.#refused.has(id) && !this.#settled.has(id)
  }
}
