import { setImmediate } from 'node:timers/promises'

/** How long work may hold the event loop, ms. */
const maxHoldMs = 10

/** Lets others have their turn in the middle of long work. */
export class Rest {
  #since = performance.now()

  /** Go on at once, or after the turn of others where there was no rest for long. */
  async now(): Promise<void> {
    if (performance.now() - this.#since < maxHoldMs) return
    await setImmediate()
    this.#since = performance.now()
  }
}
