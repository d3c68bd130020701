import type { PlaceOf, ReadyRow } from '../batches.ts'

/** A row that refers to another row of what is loaded. */
export interface RowLink {
  from: string
  /** Name of the place. */
  place: string
  to: string
}

/** Which resources will come of what is loaded, and in which order. It is filled by reading everything once, before anything is written. */
export class RowIndex {
  readonly #positions = new Map<string, number>()
  readonly #places = new Map<string, string>()
  readonly #named = new Map<string, Set<string>>()
  readonly #placeOf: PlaceOf
  readonly #nameOf: (row: ReadyRow) => string | undefined

  /**
   * @param placeOf how messages name the place of a row
   * @param nameOf what references may call a row by, beside its id
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

  /** Whether a resource will come of a row. */
  has = (id: string): boolean => this.#places.has(id)

  /** Ids of the rows of this name. */
  idsOf = (name: string): Iterable<string> => this.#named.get(name) ?? []

  /** Where in its file the row of a resource stands. */
  placeOf = (id: string): string | undefined => this.#places.get(id)

  /** Whether a resource comes of a row after the one that another comes of, which cannot refer to it yet. */
  isAfter(id: string, other: string): boolean {
    const position = this.#positions.get(id) ?? 0
    return this.has(id) && id !== other && position > (this.#positions.get(other) ?? Infinity)
  }
}
