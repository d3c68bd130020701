import { randomInt, randomUUID } from 'node:crypto'
import type { Collection, Db, UpdateFilter } from 'mongodb'
import type { DocumentStatus } from '../../../lib/store-kit/document-store.ts'
import { OutcomeUnknown, StoreUnavailable, WriteRefused } from '../../../lib/errors/index.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { ensureIndexes } from '../schema/ensure-collection.ts'
import type { PreparedOperation, PreparedWrite } from './prepared-write.ts'
import { documentKey, keyOf, refusalOf } from './prepared-write.ts'
import type { Transaction, Transactions } from './transactions.ts'
import { RepeatTransaction } from './transactions.ts'
import type { WriteProgress } from './writer.ts'

/*
 * Checks that do not conflict with each other. Every write to a resource checks the version of its type; if each wrote to the type's
 * document, all writers of a type would wait for each other. Therefore a document of a collection with `sharedChecks` has guard documents, which copy its
 * version and status:
 * - a check writes to a random one of them, and reads there the version and status;
 * - a change of the document writes to all of them in the same transaction. So a check and a change always conflict: one of the two is repeated, and a
 * repeated check sees the new version;
 * - the first check creates the guards, in a transaction that also writes to the document, so that no change can miss them.
 * Under load some check always holds one of the guards. A change that keeps conflicting therefore reserves them first, outside of its transaction,
 * where a write waits for its turn: checks then wait until the change is made, or for at most a second.
 */

interface Guard {
  _id: string
  /** Key of the document that it belongs to. */
  target: string
  sequence_no: number
  status: DocumentStatus | 'removed'
  raised: number
  /** Set while a change waits for all guards of the document: the id of the reservation. */
  reserved?: string
}

/** A document with guards. */
export interface Target {
  collection: string
  id: string
}

/** Far more than the number of concurrent transactions, so that two of them seldom choose the same. */
const guardsPerDocument = 64
/** A change that conflicted this often reserves the guards before the next attempt. Changes that only conflict with each other succeed earlier. */
const attemptsBeforeReserving = 4
/** The writer of an older reservation is gone. */
const maxReservationMs = 1_000

export class Guards {
  readonly #transactions: Transactions
  /** Guards that are being created, by key of their document. */
  readonly #making = new Map<string, Promise<void>>()

  constructor(transactions: Transactions) {
    this.#transactions = transactions
  }

  async prepare(database: Db): Promise<void> {
    await ensureIndexes(database, guards, [{ name: 'target', key: { target: 1 } }])
  }

  /** Called before each attempt of a write: creates missing guards, and reserves those of the changed documents when the write keeps conflicting. */
  async beforeAttempt(
    progress: WriteProgress,
    writes: readonly PreparedWrite[],
    database: Db,
    deadline: number,
  ): Promise<void> {
    const { unguarded } = progress
    if (unguarded !== undefined) {
      await this.#make(unguarded, deadline)
      delete progress.unguarded
    }
    const operations = writes.flatMap(write => write.operations)
    const targets = operations.filter(changesTarget).map(one => keyOf(one))
    if (progress.attempts !== attemptsBeforeReserving + 1 || targets.length === 0) return
    const by = randomUUID()
    progress.reservation = { by, targets }
    await collection(database).updateMany({ target: { $in: targets } }, { $set: { reserved: by } })
  }

  /** Create the guards of a document, once for all writes that wait for them. */
  async #make(target: Target, deadline: number): Promise<void> {
    const key = documentKey(target.collection, target.id)
    const making =
      this.#making.get(key) ??
      this.#transactions
        .run(deadline, transaction => makeGuards(transaction, target))
        .catch((error: unknown) => {
          if (error instanceof OutcomeUnknown) throw new StoreUnavailable(undefined, { cause: error }) // guards are no content
          throw error
        })
        .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    await making
  }

  /** Called when the write has ended, whatever its outcome. */
  async release({ reservation }: WriteProgress, database: Db): Promise<void> {
    if (reservation === undefined) return
    const { by, targets } = reservation
    await collection(database).updateMany({ target: { $in: targets }, reserved: by }, { $unset: { reserved: '' } })
  }

  /**
   * Execute the checks of one document by a guard.
   * @throws `WriteRefused` for the first check that fails; `RepeatTransaction` when the guard is missing or reserved
   */
  async check(
    { session, database }: Transaction,
    checks: readonly PreparedOperation[],
    progress: WriteProgress,
  ): Promise<void> {
    const [first] = checks
    if (first?.operation.kind !== 'check') return
    const waited = performance.now() - (progress.waitingSince ?? performance.now())
    const _id = `${keyOf(first)}/${randomInt(guardsPerDocument)}`
    const filter = { _id, ...(waited > maxReservationMs ? {} : { reserved: { $exists: false } }) }
    const raise: UpdateFilter<Guard> = { $inc: { raised: 1 }, $unset: { reserved: '' } }
    const guard = await collection(database).findOneAndUpdate(filter, raise, { session })
    if (guard === null) {
      const there = await collection(database).findOne({ _id }, { session })
      if (there?.reserved !== undefined) progress.waitingSince ??= performance.now()
      else if (await isMissing({ session, database }, first.operation)) throw new WriteRefused('missing', first.index)
      else progress.unguarded = first.operation
      throw new RepeatTransaction('a guard is missing or reserved')
    }
    for (const check of checks) {
      const reason = guard.status === 'removed' ? 'missing' : refusalOf(check, guard)
      if (reason !== undefined) throw new WriteRefused(reason, check.index)
    }
  }

  /** Update the guards of changed documents. */
  async follow({ session, database }: Transaction, operations: readonly PreparedOperation[]): Promise<void> {
    const states = new Map(
      operations.filter(changesTarget).map(one => {
        const { sequence_no = -1, status = 'removed' as const } = one.form ?? {}
        return [keyOf(one), { sequence_no, status }]
      }),
    )
    for (const [target, state] of states) {
      await collection(database).updateMany({ target }, { $set: state, $inc: { raised: 1 } }, { session })
    }
  }
}

const changesTarget = ({ operation, collection: { definition } }: PreparedOperation): boolean =>
  definition.sharedChecks === true && (operation.kind === 'replace' || operation.kind === 'remove')

const guards = '_guards'
const collection = (database: Db): Collection<Guard> => database.collection<Guard>(guards)

async function isMissing({ session, database }: Transaction, target: Target): Promise<boolean> {
  const form = await database
    .collection<StoredForm>(target.collection)
    .findOne({ _id: target.id }, { session, projection: { sequence_no: 1 } })
  return form?.sequence_no === undefined
}

/** Create the guards of a document, if it exists and has none. */
async function makeGuards({ session, database }: Transaction, target: Target): Promise<void> {
  const key = documentKey(target.collection, target.id)
  const ids = Array.from({ length: guardsPerDocument }, (_, i) => `${key}/${i}`)
  const there = await collection(database).countDocuments({ _id: { $in: ids } }, { session })
  if (there === guardsPerDocument) return
  const options = { session, projection: { sequence_no: 1, status: 1 } } as const
  const form = await database
    .collection<StoredForm>(target.collection)
    .findOneAndUpdate({ _id: target.id, data: { $exists: true } }, { $inc: { guard: 1 } }, options)
  if (form?.sequence_no === undefined || form.status === undefined) return
  const { sequence_no, status } = form
  const made = ids.map(_id => ({
    replaceOne: {
      filter: { _id },
      replacement: { target: key, sequence_no, status, raised: 0 },
      upsert: true,
    },
  }))
  await collection(database).bulkWrite(made, { session })
}
