import { StoreDamaged, reasonOf } from '../../../lib/errors/index.ts'
import { isSqliteError } from './failures.ts'

const remedy = 'put back a backup, or stop the service and run "plinth doctor --repair"'

/** Receives a line for the log, about something that concerns more than one request. `details` are further members of the line. */
export type StoreLog = (line: {
  level: 'warn' | 'error'
  message: string
  details?: Readonly<Record<string, string | number>>
}) => void

/** What is known of damaged parts of the file. Each collection is logged once. */
export class DamageLog {
  readonly #path: string
  readonly #log: StoreLog
  readonly #collections = new Set<string>()

  constructor(path: string, log: StoreLog) {
    this.#path = path
    this.#log = log
  }

  /** Collections with a damaged part. */
  get collections(): readonly string[] {
    return [...this.#collections]
  }

  /**
   * Log damage, if the error reports any.
   * @param collection the collection that was read; for a write the error names it
   * @returns the error
   */
  note(error: unknown, collection?: string): unknown {
    if (!(error instanceof StoreDamaged)) return error
    const cause = isSqliteError(error.cause) ? error.cause : undefined
    const name = cause?.collection ?? collection ?? ''
    if (this.#collections.has(name)) return error
    this.#collections.add(name)
    const what = name === '' ? 'requests' : `requests for ${JSON.stringify(name)}`
    this.#log({
      level: 'error',
      message: `the file ${this.#path} is damaged: ${what} that need the damaged part are refused, all others are answered; ${remedy}`,
      details: { ...(name !== '' && { collection: name }), ...(cause && { reason: cause.message }) },
    })
    return error
  }

  /** The log could not be copied into the file when the store was closed; it stays beside the file. */
  noteClosing(error: unknown): void {
    const message = `the write-ahead log of ${this.#path} could not be copied into the file, and stays beside it: ${reasonOf(error)}`
    this.#log({ level: 'warn', message })
  }
}
