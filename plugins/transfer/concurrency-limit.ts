import type { Caller } from '../../kernel/index.ts'
import { TooManyBodyBytes, TooManyRequests } from '../../kernel/index.ts'

/** Each running export keeps a portion or two in memory. */
const maxAtOnce = 16

/** Counts the exports that this process answers as they are read. */
export class ConcurrencyLimit {
  readonly #maxPerUser: number
  readonly #running = new Map<string, number>()
  #count = 0

  /** @param maxPerUser how many of a user can run at once */
  constructor(maxPerUser: number) {
    this.#maxPerUser = maxPerUser
  }

  /**
   * Count one of the real user, until it ends.
   * @returns a function to call when it has ended, however it ended
   * @throws TooManyRequests when the user has as many as allowed; `TooManyBodyBytes` when all users together have
   */
  take({ id, impersonator = id }: Caller): () => void {
    const own = this.#running.get(impersonator) ?? 0
    if (own >= this.#maxPerUser) {
      const message = `a user can run ${this.#maxPerUser} exports at once; wait until one of yours has ended`
      throw new TooManyRequests(message, { headers: { 'retry-after': '10' } })
    }
    if (this.#count >= maxAtOnce) throw new TooManyBodyBytes()
    this.#count++
    this.#running.set(impersonator, own + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#count--
      const left = (this.#running.get(impersonator) ?? 1) - 1
      if (left === 0) this.#running.delete(impersonator)
      else this.#running.set(impersonator, left)
    }
  }
}
