import type { PlaceOf, ReadyRow } from '../batches.ts'

/** A reference from a row to another row of the import. */
export interface RowLink {
  from: string
  /** Name of the place of the reference. */
  place: string
  to: string
}

/** Which resources an import creates or changes, and in which order. All rows are read once to fill it, before anything is written. */
export class RowIndex {
  readonly #positions = new Map<string, number>()
  readonly #places = new Map<string, string>()
  readonly #named = new Map<string, Set<string>>()
  readonly #placeOf: PlaceOf
  readonly #nameOf: (row: ReadyRow) => string | undefined

  /**
   * @param placeOf how messages name the place of a row
   * @param nameOf the name of a row, which references can use instead of its id
   */
  constructor(placeOf: PlaceOf, nameOf: (row: ReadyRow) => string | undefined = () => undefined) {
    this.#placeOf = placeOf
    this.#nameOf = nameOf
  }

  addAll(rows: readonly ReadyRow[]): void {
    for (const row of rows) {
      const { id, changes } = row
      if (!this.#positions.has(id)) this.#positions.set(id, this.#positions.size)
      if (changes === undefined) this.#places.set(id, this.#placeOf(row))
      const name = this.#nameOf(row)
      if (name !== undefined) this.#named.set(name, (this.#named.get(name) ?? new Set()).add(id))
    }
  }

  /** Whether a row creates the resource with this id. */
  has = (id: string): boolean => this.#places.has(id)

  /** Ids of the rows with this name. */
  idsOf = (name: string): Iterable<string> => this.#named.get(name) ?? []

  /** The place of a resource's row in its file. */
  placeOf = (id: string): string | undefined => this.#places.get(id)

  /** Whether the row of a resource follows the row of another resource, which therefore cannot refer to it yet. */
  isAfter(id: string, other: string): boolean {
    const position = this.#positions.get(id) ?? 0
    return this.has(id) && id !== other && position > (this.#positions.get(other) ?? Infinity)
  }
}
