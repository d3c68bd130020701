import type { FastifyBaseLogger } from 'fastify'
import type { DocumentStore } from '../lib/store-kit/document-store.ts'
import type { Readiness, WriteFailure } from './contracts/readiness.ts'
import { NotReady, StoreUnavailable } from './errors.ts'
import { withMethods } from './store.ts'

/** Observes the writes to the store, and logs when they begin and cease to fail. */
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

  /** The same store, whose writes are observed. A definition that fails is a failed write; one that succeeds may have written nothing. */
  observe(store: DocumentStore): DocumentStore {
    const define: DocumentStore['define'] = async (...parameters) => {
      try {
        await store.define(...parameters)
      } catch (error) {
        this.#failed(error)
        throw error
      }
    }
    const write: DocumentStore['write'] = async operations => {
      try {
        await store.write(operations)
      } catch (error) {
        this.#failed(error)
        throw error
      }
      this.#succeeded()
    }
    return withMethods(store, { define, write })
  }

  #failed(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) return
    const before = this.#failure
    this.#failure = { error, since: before?.since ?? new Date() }
    if (before?.error.code !== error.code)
      this.#log.warn({ code: error.code, err: error }, 'writes to the store fail; the service is not ready')
  }

  #succeeded(): void {
    if (this.#failure === undefined) return
    const { error, since } = this.#failure
    this.#failure = undefined
    const seconds = Math.round((Date.now() - since.getTime()) / 1000)
    this.#log.info({ code: error.code, seconds }, 'writes to the store succeed again')
  }
}

/** The answer of a service that is not ready because its store is not available. */
export const notReady = (error: StoreUnavailable): NotReady =>
  new NotReady(error.message, { code: error.code, cause: error, headers: { 'retry-after': '1' } })
