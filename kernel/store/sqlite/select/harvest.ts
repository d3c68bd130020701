import type { StoredDocument } from '../../../contracts/document-store.ts'
import { nextSize } from './patience.ts'
import type { Patience } from './patience.ts'
import type { Slices } from './walk.ts'

/** How many documents are read and tested at first. */
export const firstTested = 64

/** Documents from slices, until there are enough of them or no more. One slice is enough for most pages, so that nobody waits for it. */
export class Harvest {
  documents: StoredDocument[] = []
  readonly #slices: Slices
  readonly #test: ((document: StoredDocument) => boolean) | undefined
  readonly #need: number
  readonly #patience: Patience
  #size = firstTested

  /** @param test what is tested on the documents themselves */
  constructor(
    slices: Slices,
    test: ((document: StoredDocument) => boolean) | undefined,
    need: number,
    patience: Patience,
  ) {
    this.#slices = slices
    this.#test = test
    this.#need = need
    this.#patience = patience
  }

  /** Take the next slice. @returns whether that was the last one */
  step(): boolean {
    return this.#test === undefined ? this.#take() : this.#takeTested(this.#test)
  }

  /** Take what there is. */
  all(): StoredDocument[] | Promise<StoredDocument[]> {
    return this.step() ? this.documents : this.rest()
  }

  /** Take what there is after the slices taken so far, leaving others their turn. */
  async rest(): Promise<StoredDocument[]> {
    do await this.#patience.rest()
    while (!this.step())
    return this.documents
  }

  #take(): boolean {
    const next = this.#slices.next(this.#need - this.documents.length)
    if (next === undefined) return true
    this.documents = this.documents.length === 0 ? next : [...this.documents, ...next]
    return this.documents.length >= this.#need
  }

  #takeTested(test: (document: StoredDocument) => boolean): boolean {
    const begun = performance.now()
    const next = this.#slices.next(this.#size)
    if (next === undefined) return true
    this.documents = [...this.documents, ...next.filter(test)].slice(0, this.#need)
    this.#size = nextSize(this.#size, performance.now() - begun)
    return this.documents.length >= this.#need
  }
}
