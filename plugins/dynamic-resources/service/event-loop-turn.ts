import { setImmediate } from 'node:timers/promises'

/** How long work can block the event loop, ms. */
const maxHoldMs = 10

/** Long work calls this from time to time, so that other requests are answered meanwhile. */
export class EventLoopTurn {
  #since = performance.now()

  /** Continue at once, or in another turn of the event loop when this one has lasted long. */
  async endIfLong(): Promise<void> {
    if (performance.now() - this.#since < maxHoldMs) return
    await setImmediate()
    this.#since = performance.now()
  }
}
