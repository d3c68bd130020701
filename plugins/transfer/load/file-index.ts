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
  readonly #lines = new Map<string, number>()
  readonly #named = new Map<string, Set<string>>()

  add({ id, line, changes }: ReadyRow): void {
    if (!this.#positions.has(id)) this.#positions.set(id, this.#positions.size)
    if (changes === undefined) this.#lines.set(id, line)
  }

  /** References may call a row by this name. */
  call(name: string, id: string): void {
    const ids = this.#named.get(name)
    if (ids === undefined) this.#named.set(name, new Set([id]))
    else ids.add(id)
  }

  /** Whether a resource will come of a row. */
  has = (id: string): boolean => this.#lines.has(id)

  /** Ids of the rows of this name. */
  called = (name: string): Iterable<string> => this.#named.get(name) ?? []

  lineOf = (id: string): number | undefined => this.#lines.get(id)

  /** Whether what comes of a row comes after another one, so that it cannot be referred to yet. */
  isBehind(id: string, other: string): boolean {
    const position = this.#positions.get(id) ?? 0
    return this.has(id) && id !== other && position > (this.#positions.get(other) ?? Infinity)
  }
}
