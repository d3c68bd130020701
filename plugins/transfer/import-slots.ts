import type { Caller } from '../../kernel/index.ts'
import { TooManyBodyBytes, TooManyRequests } from '../../kernel/index.ts'

/** Each running import keeps a batch or two in memory, and the row that is arriving. */
const maxImportsAtOnce = 16

/** Counts the running imports of this process. */
export class ImportSlots {
  readonly #maxPerUser: number
  readonly #running = new Map<string, number>()
  #count = 0

  /** @param maxPerUser how many imports of a user can run at once */
  constructor(maxPerUser: number) {
    this.#maxPerUser = maxPerUser
  }

  /**
   * Count an import of the real user, until it ends.
   * @returns a function to call when the import has ended, however it ended
   * @throws TooManyRequests when the user has as many as allowed; `TooManyBodyBytes` when all users together have
   */
  take({ id, impersonator = id }: Caller): () => void {
    const own = this.#running.get(impersonator) ?? 0
    if (own >= this.#maxPerUser) {
      const message = `a user can run ${this.#maxPerUser} imports at once; wait until one of yours has ended`
      throw new TooManyRequests(message, { headers: { 'retry-after': '10' } })
    }
    if (this.#count >= maxImportsAtOnce) throw new TooManyBodyBytes()
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
