import { StoreUnavailable } from '../../../lib/errors/index.ts'

const most = 16
/** Work that takes longer, in ms, makes a lane narrower; quicker than the other makes it wider. */
const slow = 800
const quick = 100

interface Waiting {
  deadline: number
  begin: () => void
  reject: (error: unknown) => void
}

/**
 * Work of which only so much goes on at once; the rest waits for its turn. How much depends on how
 * quickly the store answers: a server that is busy gets less to do at once, so that what it does is done in time.
 */
export class Lane {
  readonly #least: number
  #width: number
  #going = 0
  readonly #waiting: Waiting[] = []

  /** @param least it never gets narrower; it begins twice as wide */
  constructor(least: number) {
    this.#least = least
    this.#width = 2 * least
  }

  /**
   * Run work in its turn. When the store is found to be away, whoever waits is told at once.
   * @param deadline when its turn must have come, by `performance.now()`
   * @throws `StoreUnavailable` when its turn did not come in time, and what the work throws
   */
  async run<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    if (this.#going < this.#width) this.#going += 1
    else await this.#turn(deadline)
    const began = performance.now()
    try {
      return await work()
    } catch (error) {
      if (error instanceof StoreUnavailable) for (const { reject } of this.#waiting.splice(0)) reject(error)
      throw error
    } finally {
      this.#adapt(performance.now() - began)
      this.#going -= 1
      this.#callNext()
    }
  }

  #turn(deadline: number): Promise<void> {
    return new Promise((begin, reject) => this.#waiting.push({ deadline, begin, reject }))
  }

  #callNext(): void {
    while (this.#going < this.#width) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      if (performance.now() > next.deadline) {
        next.reject(new StoreUnavailable('the store is busy: too many lists wait for their turn; try again'))
        continue
      }
      this.#going += 1
      next.begin()
    }
  }

  #adapt(took: number): void {
    if (took > slow) this.#width = Math.max(this.#least, Math.floor(this.#width / 2))
    else if (took < quick) this.#width = Math.min(most, this.#width + 1)
  }
}
