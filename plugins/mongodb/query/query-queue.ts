import { StoreUnavailable } from '../../../lib/errors/index.ts'

interface Waiting {
  deadline: number
  begin: () => void
  reject: (error: unknown) => void
}

/** Limits the number of concurrent queries, so that each of them finishes in time when the server is busy; the others wait for their turn. */
export class QueryQueue {
  readonly #maxRunning: number
  #running = 0
  readonly #waiting: Waiting[] = []

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  /**
   * Run work in its turn. When the store is found to be unreachable, all waiting callers are notified at once.
   * @param deadline latest start, by `performance.now()`
   * @throws `StoreUnavailable` when its turn did not come in time, and the errors of the work
   */
  async run<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running += 1
    else await new Promise<void>((begin, reject) => this.#waiting.push({ deadline, begin, reject }))
    try {
      return await work()
    } catch (error) {
      if (error instanceof StoreUnavailable) for (const { reject } of this.#waiting.splice(0)) reject(error)
      throw error
    } finally {
      this.#running -= 1
      this.#beginNext()
    }
  }

  #beginNext(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (performance.now() > next.deadline) {
        next.reject(new StoreUnavailable('the store is busy: too many lists wait for their turn; try again'))
        continue
      }
      this.#running += 1
      next.begin()
      return
    }
  }
}
