import { randomUUID } from 'node:crypto'
import type { AnyBulkWriteOperation, ClientSession, Collection, Db } from 'mongodb'
import type { DocumentStatus, WriteOperation, WriteRefusal } from '../../../lib/store-kit/document-store.ts'
import { WriteRefused } from '../../../lib/errors/index.ts'
import type { Intent, State } from './effects.ts'
import { isShared, refuse } from './effects.ts'
import { ensureIndexes } from '../schema/ensure-collection.ts'
import { documentKey, idOf } from './prepared-write.ts'
import type { PreparedOperation, PreparedWrite } from './prepared-write.ts'
import type { StoredForm } from '../documents/stored-document.ts'

/*
 * Checks that must not conflict with each other. Every write to a resource checks the version of its type; if each wrote something to the type's
 * document, all writers of a type would wait for each other. So each instance has a guard document of its own for each
 * target, which repeats the target's version and status:
 * - a check raises the guard of its own instance, if that is at the version asked for. Checks of one instance share a transaction, those of
 *   several instances write different documents: no conflict.
 * - a change of the target writes all its guards in the same transaction. A check under way has written one of them: one of the two fails and is
 *   repeated, and a repeated check meets the new version.
 * - a guard is made in a transaction that also writes the target. If a change of the target began before the guard was committed (and so does
 *   not see it), both write the target, and one is repeated. A guard that was made after the change repeats the new version. So no change
 *   misses a guard that a check relies on.
 * A change needs all guards at once, and under load some check always holds one. A change that keeps conflicting therefore reserves them first, outside of
 * its transaction, where a write waits for its turn: checks then wait until the change is made, or for a second at most.
 * A guard that was not used for a day is removed by the database; the next check finds nothing to raise and makes it again.
 */

interface Guard {
  _id: string
  /** {@link documentKey} of the document that it stands for. */
  target: string
  sequence_no: number
  status: DocumentStatus | 'removed'
  raised: number
  seen: Date
  /** Set while a change waits for all guards of the target: who reserved them. */
  reserved?: string
}

/** A guard was not there, or not in step with its target: make these, and repeat the transaction. */
export class GuardsMissing extends Error {
  readonly targets: readonly GuardTarget[]
  constructor(targets: readonly GuardTarget[]) {
    super('guards are missing')
    this.targets = targets
  }
}

/** A guard is reserved for a change. Repeat the transaction in a while. */
export class GuardReserved extends Error {}

export interface GuardTarget {
  collection: string
  id: string
}

type Check = WriteOperation & { kind: 'check' }

/** Checks of one kind in a transaction, raised once for all. */
interface SharedCheck {
  check: Check
  by: { intent: Intent; index: number }[]
}

const keptSeconds = 24 * 3600
const hour = 3_600_000
const longestReservation = 1_000

/** The guards of this instance. */
export class Guards {
  readonly #instance = randomUUID()
  readonly #made = new Set<string>()
  /** Reservations that were met, and since when. */
  readonly #met = new Map<string, number>()

  async prepare(database: Db): Promise<void> {
    await ensureIndexes(database, guards, [
      { name: 'target', key: { target: 1 } },
      { name: 'unused', key: { seen: 1 }, expireAfterSeconds: keptSeconds },
    ])
  }

  /** The targets among the checks of these writes that this instance has made no guard for yet. */
  unmade(writes: readonly PreparedWrite[]): GuardTarget[] {
    const checks = writes.flatMap(({ operations }) => operations).filter(isShared)
    const targets = checks.map(({ operation }): [string, GuardTarget] => [
      documentKey(operation.collection, idOf(operation)),
      { collection: operation.collection, id: idOf(operation) },
    ])
    return [...new Map(targets.filter(([key]) => !this.#made.has(key))).values()]
  }

  /** Make the guard of a target, if there is one; the transaction must do nothing else. */
  async make(session: ClientSession, database: Db, { collection: name, id }: GuardTarget): Promise<void> {
    const written = await database
      .collection<StoredForm>(name)
      .findOneAndUpdate({ _id: id, text: { $exists: true } }, { $inc: { guard: 1 } }, { session, projection: version })
    if (written?.sequence_no === undefined || written.status === undefined) return
    const { sequence_no, status } = written
    const guard = { target: documentKey(name, id), sequence_no, status, raised: 0, seen: thisHour() }
    await collection(database).replaceOne({ _id: this.#idOf(name, id) }, guard, { session, upsert: true })
  }

  /** To be called when what {@link make} did is committed. */
  remember({ collection: name, id }: GuardTarget): void {
    this.#made.add(documentKey(name, id))
  }

  /**
   * Raise the guards that these writes check, and refuse the writes whose check does not hold.
   * @throws `GuardsMissing`
   */
  async raise(session: ClientSession, database: Db, intents: readonly Intent[]): Promise<void> {
    const checks = sharedChecks(intents)
    if (checks.length === 0) return
    const updates = checks.map(({ check }): AnyBulkWriteOperation<Guard> => {
      const { collection: name, id, expected, status } = check
      const filter = {
        _id: this.#idOf(name, id),
        reserved: { $exists: false },
        ...(expected === undefined ? {} : { sequence_no: expected }),
        ...(status === undefined ? {} : { status }),
      }
      return { updateOne: { filter, update: { $inc: { raised: 1 }, $set: { seen: thisHour() } } } }
    })
    const { matchedCount } = await collection(database).bulkWrite(updates, { session })
    if (matchedCount < checks.length) await this.#judge(session, database, checks)
  }

  /** Some check found no guard at its version. Look why, in the same snapshot. */
  async #judge(session: ClientSession, database: Db, checks: readonly SharedCheck[]): Promise<void> {
    const missing: GuardTarget[] = []
    const reserved: string[] = []
    for (const { check, by } of checks) {
      const { collection: name, id } = check
      const target = await database.collection<StoredForm>(name).findOne({ _id: id }, { session, projection: version })
      const guard = await collection(database).findOne({ _id: this.#idOf(name, id) }, { session })
      const reason = verdict(check, target)
      if (reason !== undefined) {
        for (const { intent, index } of by) refuse(intent, new WriteRefused(reason, index))
      } else if (guard?.reserved !== undefined) {
        reserved.push(guard.reserved)
        if (!this.#met.has(guard.reserved)) this.#met.set(guard.reserved, performance.now())
      } else if (guard?.sequence_no !== target?.sequence_no || guard?.status !== target?.status) {
        this.#made.delete(documentKey(name, id))
        missing.push({ collection: name, id })
      }
    }
    if (missing.length > 0) throw new GuardsMissing(missing)
    if (reserved.length > 0) throw new GuardReserved(reserved.join())
  }

  /**
   * Reserve the guards of what these writes change. Not part of a transaction: it waits for those that hold a guard.
   * @returns what to {@link release}
   */
  async reserve(database: Db, writes: readonly PreparedWrite[]): Promise<string[]> {
    const targets = writes.flatMap(({ operations }) => operations).filter(changesTarget)
    if (targets.length === 0) return []
    const keys = targets.map(({ operation }) => documentKey(operation.collection, idOf(operation)))
    const reserved = randomUUID()
    await collection(database).updateMany({ target: { $in: keys } }, { $set: { reserved } })
    return [reserved]
  }

  async release(database: Db, reserved: readonly string[]): Promise<void> {
    await collection(database).updateMany({ reserved: { $in: [...reserved] } }, { $unset: { reserved: '' } })
  }

  /** Give guards free whose reservation was met too long ago: who made it is gone. */
  async releaseForgotten(database: Db): Promise<void> {
    const now = performance.now()
    const forgotten = [...this.#met]
      .filter(([, since]) => now - since > longestReservation)
      .map(([reserved]) => reserved)
    if (forgotten.length === 0) return
    for (const reserved of forgotten) this.#met.delete(reserved)
    await this.release(database, forgotten)
  }

  /** Write all guards of a document that changes. */
  async move(session: ClientSession, database: Db, target: string, state: State): Promise<void> {
    const { sequence_no, status } = state ?? { sequence_no: -1, status: 'removed' as const }
    await collection(database).updateMany(
      { target },
      { $set: { sequence_no, status }, $inc: { raised: 1 } },
      { session },
    )
  }

  readonly #idOf = (name: string, id: string): string => `${this.#instance}/${documentKey(name, id)}`
}

const changesTarget = ({ operation, collection: { definition } }: PreparedOperation): boolean =>
  definition.sharedChecks === true && (operation.kind === 'replace' || operation.kind === 'remove')

const guards = '_guards'
const collection = (database: Db): Collection<Guard> => database.collection<Guard>(guards)
const version = { sequence_no: 1, status: 1 } as const
/** Written with every raise, so changed rarely: it is indexed. */
const thisHour = (): Date => new Date(Math.floor(Date.now() / hour) * hour)

function verdict(check: Check, target: StoredForm | null): WriteRefusal | undefined {
  if (target?.sequence_no === undefined) return 'missing'
  const isOther = check.expected !== undefined && check.expected !== target.sequence_no
  return isOther || (check.status !== undefined && check.status !== target.status) ? 'stale' : undefined
}

function sharedChecks(intents: readonly Intent[]): SharedCheck[] {
  const checks = new Map<string, SharedCheck>()
  for (const intent of intents) {
    for (const { kind, index, prepared } of intent.effects) {
      const { operation } = prepared
      if (kind !== 'guard' || operation.kind !== 'check') continue
      const key = JSON.stringify([operation.collection, operation.id, operation.expected, operation.status])
      const known = checks.get(key) ?? { check: operation, by: [] }
      known.by.push({ intent, index })
      checks.set(key, known)
    }
  }
  return [...checks.values()]
}
