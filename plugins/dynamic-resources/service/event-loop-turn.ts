import { setImmediate } from 'node:timers/promises'

/** How long work may hold the event loop, ms. */
const maxHoldMs = 10

/** Long work asks it now and then, so that other requests are answered meanwhile. */
export class EventLoopTurn {
  #since = performance.now()

  /** Go on at once, or in another turn of the event loop when this one has lasted long. */
  async endIfLong(): Promise<void> {
    if (performance.now() - this.#since < maxHoldMs) return
    await setImmediate()
    this.#since = performance.now()
  }
}
