import { StoreUnavailable } from '../../errors.ts'

const most = 16
/** Work that takes longer, in ms, makes a lane narrower; quicker than the other makes it wider. */
const slow = 800
const quick = 100

/**
 * Work of which only so much goes on at once; the rest waits for its turn, and its own time begins with that. How much depends on how
 * quickly the store answers: a server that is busy gets less to do at once, so that what it does is done in time.
 */
export class Lane {
  readonly #least: number
  #width: number
  #going = 0
  #waiting: { begin: () => void; reject: (error: unknown) => void }[] = []

  /** @param least it never gets narrower; it begins twice as wide */
  constructor(least: number) {
    this.#least = least
    this.#width = 2 * least
  }

  /** Run work in its turn. When the store is found to be away, whoever waits is told at once. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#going < this.#width) this.#going += 1
    else await new Promise<void>((begin, reject) => this.#waiting.push({ begin, reject }))
    const began = performance.now()
    try {
      return await work()
    } catch (error) {
      if (error instanceof StoreUnavailable) for (const { reject } of this.#waiting.splice(0)) reject(error)
      throw error
    } finally {
      this.#adapt(performance.now() - began)
      this.#going -= 1
      for (const { begin } of this.#waiting.splice(0, Math.max(0, this.#width - this.#going))) {
        this.#going += 1
        begin()
      }
    }
  }

  #adapt(took: number): void {
    if (took > slow) this.#width = Math.max(this.#least, Math.floor(this.#width / 2))
    else if (took < quick) this.#width = Math.min(most, this.#width + 1)
  }
}
