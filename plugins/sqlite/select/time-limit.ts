import { QueryTooSlow } from '../../../lib/errors/index.ts'

const defaultTimeoutMs = 2_000
/** How long a query may hold the event loop before others have their turn. */
const maxHoldMs = 5

let lastTurn: Promise<unknown> = Promise.resolve()

/** Resolves in a turn of the event loop in which no other query goes on. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(resolve => setImmediate(resolve)))
  return lastTurn
}

/** Keeps a long query from holding up others, and ends it at its deadline. */
export class TimeLimit {
  readonly #unserved: readonly string[]
  readonly #deadline: number
  #since = performance.now()

  /**
   * @param unserved the fields to name when it took too long
   * @param deadline in milliseconds of `performance.now()`; default: 2 s from now
   * @throws `QueryTooSlow` when that has passed
   */
  constructor(unserved: readonly string[], deadline = performance.now() + defaultTimeoutMs) {
    this.#unserved = unserved
    this.#deadline = deadline
    this.#check(this.#since)
  }

  /**
   * Let others have their turn if it is time.
   * @throws `QueryTooSlow`
   */
  async pause(): Promise<void> {
    const now = performance.now()
    this.#check(now)
    if (now - this.#since < maxHoldMs) return
    await nextTurn()
    this.#since = performance.now()
  }

  #check(now: number): void {
    if (now > this.#deadline) throw new QueryTooSlow(this.#unserved)
  }
}

/** The size of the next slice, such that one takes about 3 ms. */
export function nextSize(size: number, took: number): number {
  if (took < 1.5) return Math.min(size * 2, 16_384)
  return took > 5 ? Math.max(1, Math.floor(size / 2)) : size
}
