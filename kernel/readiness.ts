import type { FastifyBaseLogger } from 'fastify'
import type { Readiness, WriteFailure } from './contracts/readiness.ts'
import { NotReady } from './errors.ts'
import type { StoreUnavailable } from './errors.ts'

/** Receives the outcome of every write to the store, and logs when writes begin and cease to fail. */
export class ServiceReadiness implements Readiness {
  readonly #log: FastifyBaseLogger
  #failure: WriteFailure | undefined
  #isDraining = false

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  get writeFailure(): WriteFailure | undefined {
    return this.#failure
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  drain(): void {
    this.#isDraining = true
  }

  check(): void {
    if (this.#isDraining)
      throw new NotReady('the service is being stopped; other instances answer', { code: 'draining' })
    if (this.#failure === undefined) return
    const { error } = this.#failure
    throw notReady(error)
  }

  /** The outcome of a write, or of a change of a definition: the error if it failed because of the store. */
  noteWrite(failure?: StoreUnavailable): void {
    const before = this.#failure
    if (failure === undefined) {
      if (before === undefined) return
      this.#failure = undefined
      const seconds = Math.round((Date.now() - before.since.getTime()) / 1000)
      this.#log.info({ code: before.error.code, seconds }, 'writes to the store succeed again')
      return
    }
    this.#failure = { error: failure, since: before?.since ?? new Date() }
    if (before?.error.code !== failure.code)
      this.#log.warn({ code: failure.code, err: failure }, 'writes to the store fail; the service is not ready')
  }
}

/** The answer of a service that is not ready because its store is not available. */
export const notReady = (error: StoreUnavailable): NotReady =>
  new NotReady(error.message, { code: error.code, cause: error, headers: { 'retry-after': '1' } })
