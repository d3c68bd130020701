import { placeOf } from '../formats/rows.ts'
import type { ReadyRow } from './batches.ts'

/** A row that refers to another row of what is loaded. */
export interface RowLink {
  from: string
  /** Name of the place. */
  place: string
  to: string
}

/** Which resources will come of what is loaded, and in which order: it is filled by reading everything once, before anything is sent. */
export class FileIndex {
  readonly #positions = new Map<string, number>()
  readonly #places = new Map<string, string>()
  readonly #named = new Map<string, Set<string>>()

  add(row: ReadyRow): void {
    const { id, changes } = row
    if (!this.#positions.has(id)) this.#positions.set(id, this.#positions.size)
    if (changes === undefined) this.#places.set(id, placeOf(row))
  }

  /** References may call a row by this name. */
  call(name: string, id: string): void {
    const ids = this.#named.get(name)
    if (ids === undefined) this.#named.set(name, new Set([id]))
    else ids.add(id)
  }

  /** Whether a resource will come of a row. */
  has = (id: string): boolean => this.#places.has(id)

  /** Ids of the rows of this name. */
  called = (name: string): Iterable<string> => this.#named.get(name) ?? []

  /** Where in its file the row of a resource stands. */
  placeOf = (id: string): string | undefined => this.#places.get(id)

  /** Whether what comes of a row comes after another one, so that it cannot be referred to yet. */
  isBehind(id: string, other: string): boolean {
    const position = this.#positions.get(id) ?? 0
    return this.has(id) && id !== other && position > (this.#positions.get(other) ?? Infinity)
  }
}
