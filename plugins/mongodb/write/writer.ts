import { versionRange } from '../documents/stored-document.ts'
import type { StoredForm, VersionForm } from '../documents/stored-document.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { within } from '../server/errors.ts'
import { applyWrites } from './apply.ts'
import { releaseGuards, reserveGuards } from './guards.ts'
import type { PreparedWrite } from './prepared-write.ts'
import { Transactions } from './transactions.ts'
import { WriteQueue } from './write-queue.ts'

/** Writes that share a transaction conflict more often; after this many attempts each gets its own. */
const maxSharedAttempts = 3

/** How long an answer waits for the end of a reservation. */
const maxReleaseMs = 200

/** State of the writes of one transaction that is kept between attempts. */
export interface WriteProgress {
  attempts: number
  /** Operations must be executed in order, to find the first that is refused. */
  isInOrder?: boolean
  /** When it began to wait for a change that reserved guards, by `performance.now()`. */
  waitingSince?: number
  /** The id of its reservation of guards, and the keys of their documents. */
  reservation?: { by: string; targets: readonly string[] }
}

/** Executes writes. */
export class Writer {
  readonly #connection: Connection
  readonly #transactions: Transactions
  readonly #queue = new WriteQueue((writes, deadline) => this.#commit(writes, deadline))

  constructor(connection: Connection) {
    this.#connection = connection
    this.#transactions = new Transactions(connection)
  }

  /**
   * All or nothing; when the promise resolves the write is durable.
   * @throws `WriteRefused`, `StoreUnavailable`, `OutcomeUnknown`
   */
  write(write: PreparedWrite): Promise<void> {
    return this.#queue.add(write)
  }

  async #commit(writes: readonly PreparedWrite[], deadline: number): Promise<void> {
    const { database } = this.#connection
    const progress: WriteProgress = { attempts: 0 }
    try {
      await this.#transactions.run(deadline, async transaction => {
        progress.attempts += 1
        if (writes.length > 1 && progress.attempts > maxSharedAttempts)
          throw new Error('each of the writes must go alone')
        await reserveGuards(progress, writes, database)
        await applyWrites(transaction, writes, progress)
      })
    } finally {
      const release = releaseGuards(progress, database)
      await within(maxReleaseMs, release).catch(() => undefined) // it expires within a second
    }
  }

  /** Remove the states of documents beyond the latest `keep` ones. @returns how many */
  async trimVersions(collection: string, ids: readonly string[], keep: number): Promise<number> {
    return this.#connection.run(async database => {
      const documents = await database
        .collection<StoredForm>(collection)
        .find({ _id: { $in: [...ids] } }, { projection: { sequence_no: 1 }, maxTimeMS: maxAnswerMs })
        .toArray()
      const ranges = documents
        .filter(({ sequence_no = 0 }) => sequence_no > keep)
        .map(({ _id, sequence_no = 0 }) => versionRange(collection, _id, sequence_no - keep))
      if (ranges.length === 0) return 0
      const trims = ranges.map(filter => ({ deleteMany: { filter } }))
      return (await database.collection<VersionForm>('_versions').bulkWrite(trims)).deletedCount
    })
  }

  /** Resolves when everything that was accepted is answered. */
  finish(): Promise<void> {
    return this.#queue.finish()
  }
}
