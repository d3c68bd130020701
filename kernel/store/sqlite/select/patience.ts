import { QueryTooSlow } from '../../../errors.ts'

/** How long a query may work, ms. */
const longest = 2_000
/** How long it may hold the event loop at a time, ms. */
const breath = 5

/** Keeps a long query from holding up others, and ends it in time. */
export class Patience {
  readonly #unserved: readonly string[]
  readonly #begun = performance.now()
  #since = this.#begun

  /** @param unserved the fields to name when it took too long */
  constructor(unserved: readonly string[]) {
    this.#unserved = unserved
  }

  /**
   * Let others have their turn if it is time.
   * @throws `QueryTooSlow`
   */
  async rest(): Promise<void> {
    const now = performance.now()
    if (now - this.#begun > longest) throw new QueryTooSlow(this.#unserved)
    if (now - this.#since < breath) return
    await new Promise(resolve => setImmediate(resolve))
    this.#since = performance.now()
  }
}

/** The size of the next slice, such that one takes about 3 ms. */
export function nextSize(size: number, took: number): number {
  if (took < 1.5) return Math.min(size * 2, 16_384)
  return took > 5 ? Math.max(size / 2, 32) : size
}
