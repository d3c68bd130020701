import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { StoreUnavailable, WriteRefused } from '../../kernel/index.ts'
import type { DocumentStore, WriteOperation } from '../../kernel/index.ts'

/** Background work that no answer waits for. Failures are logged; `settled` waits for all of it before the store closes. */
export class Background {
  readonly #log: FastifyBaseLogger
  readonly #running = new Set<Promise<void>>()

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** @param failure message for the log when the work fails */
  run(failure: string, work: () => Promise<unknown>): void {
    const running = work()
      .then(() => undefined)
      .catch((error: unknown) => this.#report(failure, error))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }

  #report(failure: string, error: unknown): void {
    if (error instanceof WriteRefused) return // another request or instance did the same
    if (error instanceof StoreUnavailable) this.#log.debug({ err: error }, failure)
    else this.#log.error({ err: error }, failure)
  }
}

/** Maximum age of the stored time of the last use, ms. */
const writeIntervalMs = 60_000
const maxTracked = 20_000

/** Records the time of the last use, at most once a minute. No answer waits for it. */
export class LastUse {
  readonly #store: DocumentStore
  readonly #background: Background
  /** The time of the last attempted write, by id. */
  readonly #writtenAt = new LRUCache<string, number>({ max: maxTracked })

  constructor(store: DocumentStore, background: Background) {
    this.#store = store
    this.#background = background
  }

  /**
   * @param stored the stored time of the last use, RFC 3339
   * @param operation creates the operation that writes the new time
   */
  touch(id: string, stored: string | null, operation: (now: number) => WriteOperation): void {
    const now = Date.now()
    const before = stored === null ? 0 : Date.parse(stored)
    if (now - Math.max(before, this.#writtenAt.get(id) ?? 0) < writeIntervalMs) return
    this.#writtenAt.set(id, now)
    this.#background.run('the last use of a session or token could not be written', () =>
      this.#write(id, operation(now)),
    )
  }

  async #write(id: string, operation: WriteOperation): Promise<void> {
    try {
      await this.#store.write([operation])
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      this.#writtenAt.delete(id) // the record changed meanwhile: the next use tries again
    }
  }
}
