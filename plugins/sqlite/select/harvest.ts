import type { StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { bytesOf } from './slices.ts'
import type { Slices } from './slices.ts'
import { nextSize } from './time-limit.ts'
import type { TimeLimit } from './time-limit.ts'

/** How much is read. */
export interface Need {
  /** Documents. */
  most: number
  /** Bytes; what goes beyond them is the last that is read. */
  maxBytes: number
}

/** How many documents are read and tested at first. */
export const firstTested = 64

/** Documents from slices, until there are enough of them or no more. One slice is enough for most pages, so that nobody waits for it. */
export class Harvest {
  documents: StoredDocument[] = []
  readonly #slices: Slices
  readonly #test: ((document: StoredDocument) => boolean) | undefined
  readonly #need: Need
  readonly #limit: TimeLimit
  #size = firstTested
  #bytes = 0

  /** @param test what is tested on the documents themselves */
  constructor(slices: Slices, test: ((document: StoredDocument) => boolean) | undefined, need: Need, limit: TimeLimit) {
    this.#slices = slices
    this.#test = test
    this.#need = need
    this.#limit = limit
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
    do await this.#limit.pause()
    while (!this.step())
    return this.documents
  }

  #take(): boolean {
    const next = this.#slices.next(this.#need.most - this.documents.length)
    return next === undefined || this.#add(next) || this.#slices.isDone
  }

  #takeTested(test: (document: StoredDocument) => boolean): boolean {
    const begun = performance.now()
    const next = this.#slices.next(this.#size)
    if (next === undefined) return true
    const enough = this.#add(next.filter(test))
    this.#size = nextSize(this.#size, performance.now() - begun)
    return enough || this.#slices.isDone
  }

  /** @returns whether there is enough now */
  #add(found: readonly StoredDocument[]): boolean {
    const { most, maxBytes } = this.#need
    for (const document of found) {
      if (this.documents.length === most) break
      this.documents.push(document)
      if (maxBytes !== Infinity) this.#bytes += bytesOf(document)
      if (this.#bytes > maxBytes && this.documents.length > 1) return true
    }
    return this.documents.length >= most
  }
}
