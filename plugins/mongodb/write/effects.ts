import { isDeepStrictEqual } from 'node:util'
import type { DocumentStatus } from '../../../lib/store-kit/document-store.ts'
import { WriteRefused } from '../../../lib/errors/index.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import type { PreparedOperation, PreparedWrite } from './prepared-write.ts'
import { documentKey, idOf } from './prepared-write.ts'
import type { StoredForm, Texts } from '../documents/stored-document.ts'

/** A document as a transaction sees it before it writes; null when there is none. */
export type State = {
  sequence_no: number
  status: DocumentStatus
  text: Texts | undefined
  /** What it has in the fields of unique indexes. */
  unique: readonly unknown[]
} | null

/** The fields of a collection whose values are unique. */
export const uniqueFields = ({ indexes }: KnownCollection): string[] =>
  indexes.filter(index => index.unique === true).map(({ field }) => field)

/** The state of a document, as it was read or is about to be written. */
export function stateOf(form: StoredForm, unique: readonly string[]): State {
  const { sequence_no, status, text } = form
  if (sequence_no === undefined || status === undefined) return null
  return { sequence_no, status, text, unique: unique.map(field => valueAt(form, field)) }
}

/** The value of a field, in what was read (objects) and in what is to be written (maps). */
function valueAt(form: StoredForm, field: string): unknown {
  let value: unknown = form
  for (const name of field.split('.')) {
    if (value instanceof Map) value = value.get(name)
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, name)) value = Reflect.get(value, name)
    else return undefined
  }
  return value
}

/** What one operation comes to. */
export type Effect = { index: number; prepared: PreparedOperation } & (
  | { kind: 'insert' }
  | { kind: 'remove' }
  /** `before` is kept as a version when the collection has them; `freesValue`: a unique value changes. */
  | { kind: 'replace'; before: Texts | undefined; freesValue: boolean }
  /** Write something to the document, so that a change of it conflicts. */
  | { kind: 'touch' }
  /** The same by a guard document, because many do so at once. */
  | { kind: 'guard' }
  /** Look that there is no such document. */
  | { kind: 'look' }
)

/** Whether an operation is a check by a guard. */
export const isShared = ({ operation, collection }: PreparedOperation): boolean =>
  operation.kind === 'check' && collection.definition.sharedChecks === true

/** Whether this check is by a guard here: a write that changes the document itself needs none. */
const byGuard = (prepared: PreparedOperation, { changed }: PreparedWrite): boolean =>
  isShared(prepared) && !changed.has(documentKey(prepared.operation.collection, idOf(prepared.operation)))

/** Whether an operation depends on what is in its document now. Shared checks are decided by their guards. */
export const readsState = (prepared: PreparedOperation, write: PreparedWrite): boolean =>
  prepared.operation.kind !== 'insert' && prepared.operation.kind !== 'absent' && !byGuard(prepared, write)

/** What a write comes to: its effects, up to the operation for which it is refused. */
export interface Intent {
  write: PreparedWrite
  effects: Effect[]
  refusal: WriteRefused | undefined
}

/** What a write comes to on documents in these states; the operations see each other. */
export function intentOf(write: PreparedWrite, states: ReadonlyMap<string, State>): Intent {
  const effects: Effect[] = []
  try {
    collect(write, states, effects)
    return { write, effects, refusal: undefined }
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    return { write, effects, refusal: error }
  }
}

/** Refuse a write at an operation, unless it was refused for an earlier one. */
export function refuse(intent: Intent, refusal: WriteRefused): void {
  if (intent.refusal !== undefined && intent.refusal.index <= refusal.index) return
  intent.refusal = refusal
  intent.effects = intent.effects.filter(({ index }) => index < refusal.index)
}

function collect(write: PreparedWrite, states: ReadonlyMap<string, State>, effects: Effect[]): void {
  const now = new Map<string, State>()
  for (const [index, prepared] of write.operations.entries()) {
    const { operation } = prepared
    const key = documentKey(operation.collection, idOf(operation))
    if (operation.kind === 'absent') {
      effects.push({ kind: 'look', index, prepared })
    } else if (byGuard(prepared, write)) {
      effects.push({ kind: 'guard', index, prepared })
    } else if (operation.kind === 'insert') {
      // Whether the id was in use before this write shows when it is inserted.
      if (now.has(key)) throw new WriteRefused('exists', index)
      now.set(key, stateAfter(prepared))
      effects.push({ kind: 'insert', index, prepared })
    } else {
      const state = (now.has(key) ? now.get(key) : states.get(key)) ?? null
      const effect = effectOn(state, prepared, index)
      if (operation.kind !== 'check') now.set(key, stateAfter(prepared))
      if (operation.kind !== 'check' || !write.changed.has(key)) effects.push(effect)
    }
  }
}

const stateAfter = ({ form, collection }: PreparedOperation): State =>
  form === undefined ? null : stateOf(form, uniqueFields(collection))

/** @throws `WriteRefused` */
function effectOn(state: State, prepared: PreparedOperation, index: number): Effect {
  const { operation, collection } = prepared
  if (state === null) throw new WriteRefused('missing', index)
  if ('expected' in operation && operation.expected !== undefined && operation.expected !== state.sequence_no) {
    throw new WriteRefused('stale', index)
  }
  if (operation.kind === 'replace') {
    const freesValue = !isDeepStrictEqual(state.unique, stateAfter(prepared)?.unique)
    return { kind: 'replace', index, prepared, before: state.text, freesValue }
  }
  if (operation.kind === 'check') {
    if (operation.status !== undefined && operation.status !== state.status) throw new WriteRefused('stale', index)
    return { kind: 'touch', index, prepared }
  }
  if (collection.definition.versions)
    throw new Error(`${operation.collection} keeps versions: nothing is removed from it`)
  return { kind: 'remove', index, prepared }
}
