import type { AnyBulkWriteOperation } from 'mongodb'
import { WriteRefused } from '../../../lib/errors/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { DocumentDraft } from '../../../lib/store-kit/document-store.ts'
import { readElements } from '../documents/bson.ts'
import type { StoredForm, VersionForm } from '../documents/stored-document.ts'
import { draftOf, idOf as idIn, metaNames, versionForm, versionRange } from '../documents/stored-document.ts'
import { findRaw } from '../query/raw-documents.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import type { Index } from '../schema/indexes.ts'
import { duplicateKey, refusedOperation } from '../server/errors.ts'
import { requireAbsence } from './absence.ts'
import { checkByGuard, updateGuards } from './guards.ts'
import type { DocumentVersion, PreparedOperation, PreparedWrite } from './prepared-write.ts'
import { documentKey, idOf, documentKeyOf, refusalOf } from './prepared-write.ts'
import type { Transaction } from './transactions.ts'
import { RepeatTransaction } from './transactions.ts'
import type { WriteProgress } from './writer.ts'

/** The state of a document before an operation, as the transaction sees it; null when it does not exist. */
type State = (DocumentVersion & { document?: DocumentDraft; unique: readonly string[] }) | null

/** The effect of one operation. */
interface Effect extends PreparedOperation {
  kind: 'insert' | 'replace' | 'remove' | 'touch' | 'guard' | 'absent'
  /** The state that a `replace` overwrites, if it is kept as a version. */
  before?: DocumentDraft | undefined
  /** The unique values that the document has afterwards and did not have before, see {@link uniqueValues}. */
  takes: readonly string[]
  /** The unique values that it had before and no longer has. */
  releases: readonly string[]
}

/**
 * Execute writes that concern different documents in one transaction.
 * @throws `WriteRefused` for the first operation that fails
 */
export async function applyWrites(
  transaction: Transaction,
  writes: readonly PreparedWrite[],
  progress: WriteProgress,
): Promise<void> {
  const operations = writes.flatMap(write => write.operations)
  const guarded = new Set(writes.flatMap(write => [...write.shared]))
  const isGuarded = (prepared: PreparedOperation): boolean => guarded.has(documentKeyOf(prepared))
  const states = await readStates(
    transaction,
    operations.filter(one => !isGuarded(one)),
  )
  const { effects, refusal } = effectsOf(operations, states, isGuarded)
  const groups = groupsOf(effects, progress.isInOrder === true)
  try {
    for (const group of groups) {
      const [first] = group.effects
      if (first?.kind === 'absent') await requireAbsence(transaction, first)
      else if (first?.kind === 'guard') await checkByGuard(transaction, group.effects, progress)
      else await change(transaction, group)
    }
    // The operations before the refused one were executed, because the server could have refused one of those.
    if (refusal !== undefined) throw refusal
  } catch (error) {
    if (!(error instanceof WriteRefused) || writes.length > 1) throw error
    if (isAscending(groups.flatMap(({ effects }) => effects))) throw error
    // In order, another operation could be the first that fails.
    progress.isInOrder = true
    throw new RepeatTransaction('a write was refused out of order')
  }
  await keepVersions(transaction, effects)
  await updateGuards(transaction, effects)
}

/** The documents that the operations depend on, as the transaction sees them; one query per collection. */
async function readStates({ session, database }: Transaction, operations: readonly PreparedOperation[]) {
  const wanted = new Map<string, { ids: Set<string>; fields: Set<string>; collection: KnownCollection }>()
  for (const { operation, collection } of operations) {
    if (operation.kind === 'insert' || operation.kind === 'absent') continue
    const entry = wanted.get(operation.collection) ?? { ids: new Set(), fields: new Set(), collection }
    entry.ids.add(idOf(operation))
    if (operation.kind === 'replace' && collection.definition.versions)
      for (const name of [...metaNames, 'data']) entry.fields.add(name)
    if (operation.kind !== 'check') for (const { field } of uniqueIndexes(collection)) entry.fields.add(field)
    wanted.set(operation.collection, entry)
  }
  const states = new Map<string, State>()
  for (const [name, { ids, fields, collection }] of wanted) {
    const distinct = [...fields].filter(field => ![...fields].some(other => field.startsWith(`${other}.`)))
    const projection = Object.fromEntries([...always, ...distinct].map(field => [field, 1 as const]))
    const options = { session, projection, batchSize: ids.size + 1 }
    const filter = { _id: { $in: [...ids] } }
    for (const bytes of await findRaw(database.collection<StoredForm>(name), filter, options)) {
      const elements = readElements(bytes, stateNames)
      states.set(documentKey(name, idIn(elements)), stateOf(stateForm(elements), collection, draftOf(elements)))
    }
  }
  return states
}

const always = ['sequence_no', 'status', 'account_id'] as const
const stateNames = new Set(['_id', ...metaNames, 'data', 'keys'])

/** The fields of a document on which an operation can depend; `data` and `keys` as they are in a document or as JSON. */
type StateForm = Partial<Pick<StoredForm, (typeof always)[number]>> & { data?: unknown; keys?: unknown }

const stateForm = (elements: ReadonlyMap<string, string>): StateForm =>
  Object.fromEntries([...elements].map(([name, text]): [string, unknown] => [name, JSON.parse(text)]))

function stateOf(form: StateForm, collection: KnownCollection, document: DocumentDraft): State {
  const { sequence_no, status } = form
  if (sequence_no === undefined || status === undefined) return null
  return { sequence_no, status, document, unique: uniqueValues(form, collection) }
}

const uniqueIndexes = ({ indexes }: KnownCollection): readonly Index[] =>
  indexes.filter(({ unique }) => unique === true)

const member = (inner: unknown, name: string): unknown =>
  inner instanceof Map ? inner.get(name) : isObject(inner) ? inner[name] : undefined

/** The values of a document that its unique indexes contain, as texts that are equal when the values are. */
function uniqueValues(form: StateForm, collection: KnownCollection): string[] {
  return uniqueIndexes(collection).flatMap(({ name, field }) => {
    const value = field.split('.').reduce<unknown>(member, form)
    return value === undefined || value === null ? [] : [JSON.stringify([name, form.account_id, value])]
  })
}

/** The effects of the operations, up to the refused one; they see each other's changes. */
function effectsOf(
  operations: readonly PreparedOperation[],
  states: Map<string, State>,
  isGuarded: (prepared: PreparedOperation) => boolean,
): { effects: Effect[]; refusal?: WriteRefused } {
  const effects: Effect[] = []
  const inserted = new Set<string>()
  for (const prepared of operations) {
    const { operation, form, index, collection } = prepared
    const key = documentKeyOf(prepared)
    const state = states.get(key) ?? null
    const next = form === undefined || !('document' in operation) ? null : stateOf(form, collection, operation.document)
    const before = state?.unique ?? []
    const after = operation.kind === 'check' ? before : (next?.unique ?? [])
    const takes = after.filter(value => !before.includes(value))
    const releases = before.filter(value => !after.includes(value))
    if (operation.kind === 'absent') {
      effects.push({ ...prepared, kind: 'absent', takes, releases })
    } else if (isGuarded(prepared)) {
      effects.push({ ...prepared, kind: 'guard', takes, releases })
    } else if (operation.kind === 'insert') {
      // The insertion itself shows whether the id was in use before this write.
      if (inserted.has(key)) return { effects, refusal: new WriteRefused('exists', index) }
      inserted.add(key)
      effects.push({ ...prepared, kind: 'insert', takes, releases })
    } else {
      const reason = refusalOf(prepared, state)
      if (reason !== undefined) return { effects, refusal: new WriteRefused(reason, index) }
      const kind = operation.kind === 'check' ? 'touch' : operation.kind
      effects.push({ ...prepared, kind, before: state?.document, takes, releases })
    }
    if (form !== undefined) states.set(key, next)
    else if (operation.kind === 'remove') states.set(key, null)
  }
  return { effects }
}

/** Effects that are executed together: changes to one collection, or checks by one guard, or an operation that reads the result of changes. */
interface Group {
  effects: readonly Effect[]
  /** See {@link areIndependent}. */
  independent: boolean
}

/** @param isInOrder keep the order of all operations: then only adjacent ones share a group */
function groupsOf(effects: readonly Effect[], isInOrder: boolean): Group[] {
  const groups: Effect[][] = []
  const open = new Map<string, Effect[]>()
  for (const effect of effects) {
    const name = effect.kind === 'guard' ? documentKeyOf(effect) : effect.operation.collection
    if (effect.kind === 'absent' || (isInOrder && groups.at(-1) !== open.get(name))) open.clear()
    const group = open.get(name)
    if (group !== undefined && effect.kind !== 'absent') {
      group.push(effect)
      continue
    }
    const made = [effect]
    groups.push(made)
    if (effect.kind !== 'absent') open.set(name, made)
  }
  return groups.map(group => {
    const independent = areIndependent(group)
    const sorted = independent && !isInOrder ? group.toSorted((one, other) => rankOf(one) - rankOf(other)) : group
    return { effects: sorted, independent }
  })
}

/**
 * Whether changes have the same result in any order, as far as none is refused: they concern different documents, and no unique value is taken before it is
 * released.
 */
function areIndependent(group: readonly Effect[]): boolean {
  const taken = new Set<string>()
  for (const { takes, releases } of group) {
    if (releases.some(value => taken.has(value))) return false
    for (const value of takes) taken.add(value)
  }
  return new Set(group.map(documentKeyOf)).size === group.length
}

/** Effects of one rank are adjacent operations of one kind, which the driver sends in one command. */
const rankOf = ({ kind, releases }: Effect): number => {
  if (kind === 'touch') return 0
  return kind === 'insert' || releases.length > 0 ? 2 : 1
}

const isAscending = (operations: readonly PreparedOperation[]): boolean =>
  operations.every(({ index }, i) => i === 0 || index > (operations[i - 1]?.index ?? 0))

/** @throws `WriteRefused` when an id or a unique value is in use */
async function change({ session, database }: Transaction, { effects, independent }: Group): Promise<void> {
  const name = effects[0]?.operation.collection ?? ''
  const all = effects.flatMap(effect => commandsOf(effect).map(command => ({ command, effect })))
  const isDelete = ({ command }: (typeof all)[number]): boolean => 'deleteOne' in command
  const commands = independent ? [...all.filter(isDelete), ...all.filter(one => !isDelete(one))] : all
  try {
    const { insertedCount, matchedCount, deletedCount } = await database.collection<StoredForm>(name).bulkWrite(
      commands.map(({ command }) => command),
      { session, ordered: true },
    )
    if (insertedCount + matchedCount + deletedCount !== commands.length)
      throw new Error(`${name} changed under its own transaction`)
  } catch (error) {
    const refused = commands[refusedOperation(error) ?? -1]?.effect
    const violated = duplicateKey(error)
    if (refused === undefined || violated === undefined) throw error
    const property = refused.collection.indexes.find(index => index.name === violated)?.property
    throw new WriteRefused(violated === '_id_' ? 'exists' : 'unique', refused.index, property)
  }
}

function commandsOf({ kind, operation, form, collection, releases }: Effect): AnyBulkWriteOperation<StoredForm>[] {
  const filter = { _id: idOf(operation) }
  if (form !== undefined && kind === 'insert') return [{ insertOne: { document: form } }]
  // The id of a removed document stays reserved.
  if (kind === 'remove' && collection.definition.forgetsRemoved === true) return [{ deleteOne: { filter } }]
  const replacement = kind === 'remove' ? { removed: true as const } : form
  if (replacement !== undefined) {
    // To delete the document and insert it again releases its unique values immediately, for other documents of the same transaction.
    if (releases.length > 0)
      return [{ deleteOne: { filter } }, { insertOne: { document: { ...replacement, ...filter } } }]
    return [{ replaceOne: { filter, replacement } }]
  }
  // A check writes a value, so that a change of the document conflicts with it.
  return [{ updateOne: { filter, update: { $inc: { guard: 1 } } } }]
}

/** Store the states before the changes, if the collection has versions. */
async function keepVersions({ session, database }: Transaction, effects: readonly Effect[]): Promise<void> {
  const versions = effects.flatMap(({ operation, collection, before }): VersionForm[] => {
    if (operation.kind !== 'replace' || before === undefined || !collection.definition.versions) return []
    return [versionForm(operation.collection, before)]
  })
  if (versions.length === 0) return
  const stored = database.collection<VersionForm>('_versions')
  await stored.insertMany(versions, { session })
  const old = effects.flatMap(({ operation, collection }) => {
    const { keepVersions } = collection.definition
    if (operation.kind !== 'replace' || keepVersions === undefined || operation.expected < keepVersions) return []
    const filter = versionRange(operation.collection, operation.document.id, operation.expected + 1 - keepVersions)
    return [{ deleteMany: { filter } }]
  })
  if (old.length > 0) await stored.bulkWrite(old, { session })
}
