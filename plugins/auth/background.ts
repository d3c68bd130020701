import type { FastifyBaseLogger } from 'fastify'
import { StoreUnavailable, WriteRefused } from '../../kernel/index.ts'

/** Work that no answer waits for. What fails is logged, what others did already is fine; `settled` waits for all of it before the store closes. */
export class Background {
  readonly #log: FastifyBaseLogger
  readonly #running = new Set<Promise<void>>()

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** @param what for the log: what could not be done */
  run(what: string, work: () => Promise<unknown>): void {
    const running = work()
      .then(() => undefined)
      .catch((error: unknown) => this.#report(what, error))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }

  #report(what: string, error: unknown): void {
    if (error instanceof WriteRefused) return
    if (error instanceof StoreUnavailable) this.#log.debug({ err: error }, what)
    else this.#log.error({ err: error }, what)
  }
}
