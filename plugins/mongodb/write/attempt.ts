import type { AnyBulkWriteOperation, ClientSession, Db } from 'mongodb'
import type { WriteRefusal } from '../../../lib/store-kit/document-store.ts'
import { WriteRefused } from '../../../lib/errors/index.ts'
import { patience } from '../server/connection.ts'
import type { Effect, Intent, State } from './effects.ts'
import { intentOf, readsState, stateOf, uniqueFields } from './effects.ts'
import { duplicateKey, refusedOperation } from '../server/errors.ts'
import type { Guards } from './guards.ts'
import type { PreparedOperation, PreparedWrite } from './prepared-write.ts'
import { documentKey, idOf } from './prepared-write.ts'
import { isPresent } from './absence.ts'
import type { StoredForm, VersionForm } from '../documents/stored-document.ts'
import { versionId } from '../documents/stored-document.ts'

/** Of several writes in one transaction, this one stood in the way of all, or must be alone to be judged. */
export class NotTogether extends Error {
  readonly write: PreparedWrite
  constructor(write: PreparedWrite) {
    super('a write cannot share the transaction')
    this.write = write
  }
}

/** Changes to one collection, in order, each with the effect that it carries out. */
interface Bulk {
  name: string
  operations: AnyBulkWriteOperation<StoredForm>[]
  effects: { intent: Intent; effect: Effect }[]
}

/**
 * Carry out writes in a transaction that was begun, without committing it. What is left of them afterwards are intents without a refusal.
 * When a single write is refused, the transaction must be aborted.
 * @throws `NotTogether` when one of several writes spoils the transaction for the others
 */
export async function attempt(
  session: ClientSession,
  database: Db,
  guards: Guards,
  writes: readonly PreparedWrite[],
): Promise<Intent[]> {
  const states = await readStates(session, database, writes)
  const intents = writes.map(write => intentOf(write, states))
  await guards.raise(session, database, intents)
  const alone = intents.length === 1
  // A write refused late may have to be refused for something earlier, which only carrying it out can show.
  const doubtful = intents.find(({ refusal, effects }) => refusal !== undefined && effects.some(changes))
  const looking = intents.find(({ effects }) => effects.some(({ kind }) => kind === 'look'))
  const apart = doubtful ?? looking
  if (!alone && apart !== undefined) throw new NotTogether(apart.write)
  const carriedOut = alone ? intents : intents.filter(({ refusal }) => refusal === undefined)
  for (const bulk of bulksOf(carriedOut, alone)) await execute(session, database, bulk, alone)
  if (intents.some(({ refusal }) => refusal === undefined)) await follow(session, database, guards, carriedOut)
  return intents
}

const changes = ({ kind }: Effect): boolean => kind === 'insert' || kind === 'replace'

/** The documents that the writes depend on, as the transaction sees them; one query per collection. */
async function readStates(session: ClientSession, database: Db, writes: readonly PreparedWrite[]) {
  const wanted = new Map<string, { ids: Set<string>; texts: boolean; unique: readonly string[] }>()
  for (const write of writes) {
    for (const prepared of write.operations) {
      if (!readsState(prepared, write)) continue
      const { operation, collection } = prepared
      const entry = wanted.get(operation.collection) ?? {
        ids: new Set(),
        texts: false,
        unique: uniqueFields(collection),
      }
      entry.ids.add(idOf(operation))
      entry.texts ||= operation.kind === 'replace' && collection.definition.versions
      wanted.set(operation.collection, entry)
    }
  }
  const states = new Map<string, State>()
  for (const [name, { ids, texts, unique }] of wanted) {
    const fields = [...unique, ...(texts ? ['text'] : [])].map(field => [field, 1])
    const projection = { sequence_no: 1, status: 1, ...Object.fromEntries(fields) }
    const options = { session, projection, batchSize: ids.size + 1, maxTimeMS: patience }
    const cursor = database.collection<StoredForm>(name).find({ _id: { $in: [...ids] } }, options)
    for (const form of await cursor.toArray()) {
      const state = stateOf(form, unique)
      if (state !== null) states.set(documentKey(name, form._id), state)
    }
  }
  return states
}

/** @param inOrder keep the order of the operations across collections, so that the first that fails is found */
function bulksOf(intents: readonly Intent[], inOrder: boolean): Bulk[] {
  const bulks: Bulk[] = []
  const byName = new Map<string, Bulk>()
  for (const intent of intents) {
    for (const effect of intent.effects) {
      if (effect.kind === 'guard') continue
      const name = effect.prepared.operation.collection
      const current = inOrder ? bulks.at(-1) : byName.get(name)
      const joins = current?.name === name && effect.kind !== 'look' && current.effects[0]?.effect.kind !== 'look'
      const bulk = joins ? current : { name, operations: [], effects: [] }
      if (bulk !== current) bulks.push(bulk)
      byName.set(name, bulk)
      if (effect.kind === 'look') bulk.effects.push({ intent, effect })
      for (const operation of operationsOf(effect)) {
        bulk.operations.push(operation)
        bulk.effects.push({ intent, effect })
      }
    }
  }
  return bulks
}

function operationsOf(effect: Effect): AnyBulkWriteOperation<StoredForm>[] {
  if (effect.kind === 'look') return []
  const { operation, form } = effect.prepared
  const filter = { _id: idOf(operation), ...expected(effect.prepared) }
  if (effect.kind === 'insert' && form !== undefined) return [{ insertOne: { document: form } }]
  if (effect.kind === 'replace' && form !== undefined) {
    // With another unique value the document is put in anew, so that the one it gives up is free at once.
    if (effect.freesValue) return [{ deleteOne: { filter } }, { insertOne: { document: form } }]
    return [{ replaceOne: { filter, replacement: form } }]
  }
  // The id stays taken.
  if (effect.kind === 'remove')
    return [{ deleteOne: { filter } }, { insertOne: { document: { _id: filter._id, removed: true } } }]
  return [{ updateOne: { filter, update: { $inc: { guard: 1 } } } }]
}

const expected = ({ operation }: PreparedOperation): { sequence_no?: number } =>
  'expected' in operation && operation.expected !== undefined ? { sequence_no: operation.expected } : {}

async function execute(session: ClientSession, database: Db, bulk: Bulk, alone: boolean): Promise<void> {
  const { name, operations, effects } = bulk
  const [first] = effects
  if (first?.effect.kind === 'look') return look(session, database, first.effect)
  try {
    const { insertedCount, matchedCount, deletedCount } = await database
      .collection<StoredForm>(name)
      .bulkWrite(operations, { session, ordered: true })
    if (insertedCount + matchedCount + deletedCount !== operations.length)
      throw new Error(`${name} changed under its own transaction`)
  } catch (error) {
    const guilty = effects[refusedOperation(error) ?? -1]
    if (guilty === undefined) throw error
    if (!alone) throw new NotTogether(guilty.intent.write)
    const violated = duplicateKey(error)
    throw violated === undefined ? error : refusalOf(guilty.effect, violated)
  }
}

/** @throws `WriteRefused` when there is a document that must not be */
async function look(session: ClientSession, database: Db, { index, prepared }: Effect): Promise<void> {
  const { operation, collection } = prepared
  if (operation.kind === 'absent' && (await isPresent(session, database, collection, operation)))
    throw new WriteRefused('present', index)
}

function refusalOf({ index, prepared }: Effect, violated: string): WriteRefused {
  const property = prepared.collection.indexes.find(({ name }) => name === violated)?.property
  const reason: WriteRefusal = violated === '_id_' ? 'exists' : 'unique'
  return new WriteRefused(reason, index, property)
}

/** What follows from the changes: the states before them are kept, and the guards of the changed documents move. */
async function follow(session: ClientSession, database: Db, guards: Guards, intents: readonly Intent[]): Promise<void> {
  const effects = intents.filter(({ refusal }) => refusal === undefined).flatMap(intent => intent.effects)
  const versions = effects.flatMap(effect => versionBefore(effect) ?? [])
  if (versions.length > 0) await database.collection<VersionForm>('_versions').insertMany(versions, { session })
  const moved = new Map<string, State>()
  for (const { kind, prepared } of effects) {
    const { operation, collection, form } = prepared
    if (collection.definition.sharedChecks !== true || (kind !== 'replace' && kind !== 'remove')) continue
    moved.set(documentKey(operation.collection, idOf(operation)), form === undefined ? null : stateOf(form, []))
  }
  for (const [target, state] of moved) await guards.move(session, database, target, state)
}

function versionBefore(effect: Effect): VersionForm | undefined {
  if (effect.kind !== 'replace' || effect.before === undefined || !effect.prepared.collection.definition.versions)
    return undefined
  const { operation } = effect.prepared
  if (operation.kind !== 'replace') return undefined
  const { collection, document, expected: sequenceNo } = operation
  return { _id: versionId(collection, document.id, sequenceNo), collection, document: document.id, text: effect.before }
}
