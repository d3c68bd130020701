import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

/**
 * Brings committed transactions onto the disk without holding the event loop. A commit with `synchronous = NORMAL` has written its frames to
 * the log file; once that file is synchronised they survive a loss of power, just as with `synchronous = FULL`, which would wait for
 * the disk inside the commit.
 */
export class LogSync {
  readonly #path: string
  #file: FileHandle | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** @param path the log file; undefined for a database in memory */
  constructor(path: string | undefined) {
    this.#path = path ?? ''
  }

  /**
   * Resolves when everything that was committed before the call is on the disk; those who ask while one is running share the next one.
   * Rejects when the disk fails. What the file holds is not known then, and a later success would prove nothing.
   */
  committed(): Promise<void> {
    if (this.#path === '') return Promise.resolve()
    if (this.#running === undefined) return this.#start()
    this.#next ??= this.#running.then(() => this.#start())
    return this.#next
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }

  #start(): Promise<void> {
    this.#next = undefined
    const running = this.#synchronise()
    this.#running = running
    const over = (): void => {
      if (this.#running === running) this.#running = undefined
    }
    running.then(over, over)
    return running
  }

  async #synchronise(): Promise<void> {
    this.#file ??= await open(this.#path, 'r+')
    await this.#file.datasync()
  }
}
