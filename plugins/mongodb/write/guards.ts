import { randomInt, randomUUID } from 'node:crypto'
import type { Collection, Db, UpdateFilter } from 'mongodb'
import type { DocumentStatus } from '../../../lib/store-kit/document-store.ts'
import { WriteRefused } from '../../../lib/errors/index.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { ensureIndexes } from '../schema/ensure-collection.ts'
import type { PreparedOperation, PreparedWrite } from './prepared-write.ts'
import { idOf, documentKeyOf, refusalOf } from './prepared-write.ts'
import type { Transaction } from './transactions.ts'
import { RepeatTransaction } from './transactions.ts'
import type { WriteProgress } from './writer.ts'

/*
 * Checks that do not conflict with each other. Every write to a resource checks the version of its type; if each wrote to the type's
 * document, all writers of a type would wait for each other. Therefore a document of a collection with `sharedChecks` has guard documents, which copy its
 * version and status:
 * - a check writes to a random one of them, and reads there the version and status;
 * - a change of the document writes to all of them in the same transaction. So a check and a change always conflict: one of the two is repeated, and a
 * repeated check sees the new version;
 * - the first check creates the guards and also writes to the document, so that no change can miss them.
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

/** Far more than the number of concurrent transactions, so that two of them seldom choose the same. */
const guardsPerDocument = 64
/** A change that conflicted this often reserves the guards before the next attempt. Changes that only conflict with each other succeed earlier. */
const attemptsBeforeReserving = 4
/** The writer of an older reservation is gone. */
const maxReservationMs = 1_000

/** Prepare the collection of the guards. */
export const prepareGuards = (database: Db): Promise<void> =>
  ensureIndexes(database, guards, [{ name: 'target', key: { target: 1 } }])

/** Called before each attempt of a write: reserves the guards of the changed documents when it keeps conflicting. */
export async function reserveGuards(
  progress: WriteProgress,
  writes: readonly PreparedWrite[],
  database: Db,
): Promise<void> {
  const operations = writes.flatMap(write => write.operations)
  const targets = operations.filter(changesTarget).map(one => documentKeyOf(one))
  if (progress.attempts !== attemptsBeforeReserving + 1 || targets.length === 0) return
  const by = randomUUID()
  progress.reservation = { by, targets }
  await collection(database).updateMany({ target: { $in: targets } }, { $set: { reserved: by } })
}

/** Called when the write has ended, whatever its outcome. */
export async function releaseGuards({ reservation }: WriteProgress, database: Db): Promise<void> {
  if (reservation === undefined) return
  const { by, targets } = reservation
  await collection(database).updateMany({ target: { $in: targets }, reserved: by }, { $unset: { reserved: '' } })
}

/**
 * Execute the checks of one document by a guard.
 * @throws `WriteRefused` for the first check that fails; `RepeatTransaction` when the guard is reserved
 */
export async function checkByGuard(
  transaction: Transaction,
  checks: readonly PreparedOperation[],
  progress: WriteProgress,
): Promise<void> {
  const [first] = checks
  if (first === undefined) return
  const { session, database } = transaction
  const waited = performance.now() - (progress.waitingSince ?? performance.now())
  const _id = `${documentKeyOf(first)}/${randomInt(guardsPerDocument)}`
  const filter = { _id, ...(waited > maxReservationMs ? {} : { reserved: { $exists: false } }) }
  const raise: UpdateFilter<Guard> = { $inc: { raised: 1 }, $unset: { reserved: '' } }
  const found = await collection(database).findOneAndUpdate(filter, raise, { session })
  if (found === null && (await collection(database).findOne({ _id }, { session })) !== null) {
    progress.waitingSince ??= performance.now()
    throw new RepeatTransaction('a guard is reserved')
  }
  const guard = found ?? (await makeGuards(transaction, first))
  for (const check of checks) {
    const reason = guard.status === 'removed' ? 'missing' : refusalOf(check, guard)
    if (reason !== undefined) throw new WriteRefused(reason, check.index)
  }
}

/** Update the guards of changed documents. */
export async function updateGuards(
  { session, database }: Transaction,
  operations: readonly PreparedOperation[],
): Promise<void> {
  const states = new Map(
    operations.filter(changesTarget).map(one => {
      const { sequence_no = -1, status = 'removed' as const } = one.form ?? {}
      return [documentKeyOf(one), { sequence_no, status }]
    }),
  )
  for (const [target, state] of states) {
    await collection(database).updateMany({ target }, { $set: state, $inc: { raised: 1 } }, { session })
  }
}

const changesTarget = ({ operation, collection: { definition } }: PreparedOperation): boolean =>
  definition.sharedChecks === true && (operation.kind === 'replace' || operation.kind === 'remove')

const guards = '_guards'
const collection = (database: Db): Collection<Guard> => database.collection<Guard>(guards)

/**
 * Create the guards of a document, of which one or all are missing.
 * @throws `WriteRefused` when it does not exist
 */
async function makeGuards(
  { session, database }: Transaction,
  check: PreparedOperation,
): Promise<Pick<Guard, 'sequence_no' | 'status'>> {
  const form = await database.collection<StoredForm>(check.operation.collection).findOneAndUpdate(
    { _id: idOf(check.operation), data: { $exists: true } },
    { $inc: { guard: 1 } },
    {
      session,
      projection: { sequence_no: 1, status: 1 },
    },
  )
  if (form?.sequence_no === undefined || form.status === undefined) throw new WriteRefused('missing', check.index)
  const { sequence_no, status } = form
  const target = documentKeyOf(check)
  const state = { target, sequence_no, status }
  const made = Array.from({ length: guardsPerDocument }, (_, i) => ({
    replaceOne: { filter: { _id: `${target}/${i}` }, replacement: { ...state, raised: 0 }, upsert: true },
  }))
  await collection(database).bulkWrite(made, { session })
  return state
}
