import type { Change } from '../../lib/store-kit/document-store.ts'
import type { Collection } from './catalogue.ts'

/** An answer longer than this part of all is not kept, so that it does not push the others out. */
const largestPart = 1 / 16

/** What kind of answer is kept. */
export interface KindOfAnswer<T> {
  /** Characters that it takes. */
  size(answer: T): number
  /** The answer, so that those who get it know that it is kept. */
  marked(answer: T): T
}

/** A question; with its answer when it was asked more than once. */
interface Kept<T> {
  answered?: { collection: Collection; state: number; answer: T }
  size: number
}

/**
 * Answers to questions about a collection that were asked before, kept until something in it changes. As one process owns the file and all writes go through it, an
 * answer is never older than the last change that was acknowledged. Those that were not asked for the longest make room.
 */
export class KeptAnswers<T> {
  readonly #kind: KindOfAnswer<T>
  readonly #most: number
  readonly #kept = new Map<string, Kept<T>>()
  /** How often each collection was changed, by its name. */
  readonly #changes = new Map<string, number>()
  #losses = 0
  #size = 0

  /** @param most characters that are kept, those of the questions included */
  constructor(kind: KindOfAnswer<T>, most: number) {
    this.#kind = kind
    this.#most = most
  }

  /**
   * What was answered before, or what `ask` gives; that is kept from the second time on, so that what is asked once costs no memory.
   * @param question everything that the answer depends on, beside the collection
   */
  answer(collection: Collection, question: string, ask: () => T | Promise<T>): T | Promise<T> {
    const { name } = collection.definition
    const key = `${name}\0${question}`
    const state = this.#stateOf(name)
    const kept = this.#kept.get(key)
    if (kept === undefined) {
      this.#keep(key, { size: key.length })
      return ask()
    }
    const { answered } = kept
    if (answered !== undefined && answered.state === state && answered.collection === collection) {
      this.#kept.delete(key) // to be the last to make room
      this.#kept.set(key, kept)
      return answered.answer
    }
    const keep = (given: T): T => {
      const size = key.length + this.#kind.size(given)
      if (this.#stateOf(name) !== state || size > this.#most * largestPart) return given
      const answer = this.#kind.marked(given)
      this.#keep(key, { answered: { collection, state, answer }, size })
      return answer
    }
    const answer = ask()
    return answer instanceof Promise ? answer.then(keep) : keep(answer)
  }

  /** Something was changed: answers about it are given no more. */
  changed(changes: readonly Change[]): void {
    for (const name of new Set(changes.map(({ collection }) => collection))) {
      this.#changes.set(name, (this.#changes.get(name) ?? 0) + 1)
    }
  }

  /** Nobody knows what was changed. */
  lose(): void {
    this.#kept.clear()
    this.#size = 0
    this.#losses += 1
  }

  #stateOf(name: string): number {
    return this.#losses + (this.#changes.get(name) ?? 0)
  }

  #keep(key: string, kept: Kept<T>): void {
    this.#forget(key)
    this.#kept.set(key, kept)
    this.#size += kept.size
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#most) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0
    this.#kept.delete(key)
  }
}
