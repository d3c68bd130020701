interface Window {
  count: number
  /** When it ends, ms. */
  end: number
}

/**
 * Counts what happens, by key, in windows of a fixed length that begin with the first event. Memory is bounded: of too many keys the one
 * whose window began first is forgotten, which is the one that has least to wait.
 */
export class WindowCounter {
  readonly #windows = new Map<string, Window>()
  readonly #length: number
  readonly #most: number

  /**
   * @param length of a window, ms
   * @param most keys to remember
   */
  constructor(length: number, most: number) {
    this.#length = length
    this.#most = most
  }

  /**
   * Count one more event.
   * @param now ms on a clock that never goes back
   * @returns how many there were in the window, this one included, and when it ends
   */
  add(key: string, now: number): Readonly<Window> {
    const window = this.#windows.get(key)
    if (window !== undefined && window.end > now) {
      window.count += 1
      return window
    }
    return this.#begin(key, now)
  }

  /** Keys stay in the order in which their windows began. */
  #begin(key: string, now: number): Window {
    this.#windows.delete(key)
    if (this.#windows.size >= this.#most) {
      const [first] = this.#windows.keys()
      if (first !== undefined) this.#windows.delete(first)
    }
    const window = { count: 1, end: now + this.#length }
    this.#windows.set(key, window)
    return window
  }
}
