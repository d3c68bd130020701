import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import type { WriteOperation, WriteRefusal } from '../../../lib/store-kit/document-store.ts'
import type { NewDocument } from '../documents/stored-document.ts'
import { encodeDocument } from '../documents/stored-document.ts'
import type { KnownCollection } from '../schema/catalogue.ts'

/** An operation with the data that its execution needs. */
export interface PreparedOperation {
  /** Its index in the write, for refusals. */
  index: number
  operation: WriteOperation
  collection: KnownCollection
  /** The document to be stored, for `insert` and `replace`. */
  form: NewDocument | undefined
}

/** A write that waits for its transaction. */
export interface PreparedWrite {
  operations: readonly PreparedOperation[]
  /** Keys ({@link documentKey}) of the documents that its transaction writes to: two transactions must not do that at once. */
  exclusive: ReadonlySet<string>
  /** Keys of the documents that it only checks by a guard, which many transactions can do at once. */
  shared: ReadonlySet<string>
  /** Its approximate size in bytes. */
  size: number
}

export const documentKey = (collection: string, id: string): string => `${collection}/${id}`

/** The document of an operation; empty for `absent`, which has none. */
export function idOf(operation: WriteOperation): string {
  if ('document' in operation) return operation.document.id
  return operation.kind === 'absent' ? '' : operation.id
}

export const documentKeyOf = ({ operation }: PreparedOperation): string =>
  documentKey(operation.collection, idOf(operation))

/** The state that a write can require of a document. */
export interface DocumentVersion {
  sequence_no: number
  status: string
}

/** The reason why an operation on a document in this state is refused, if any. */
export function refusalOf(
  { operation, collection }: PreparedOperation,
  state: DocumentVersion | null,
): WriteRefusal | undefined {
  if (state === null) return 'missing'
  if ('expected' in operation && operation.expected !== undefined && operation.expected !== state.sequence_no)
    return 'stale'
  if (operation.kind === 'check' && operation.status !== undefined && operation.status !== state.status) return 'stale'
  if (operation.kind === 'remove' && collection.definition.versions)
    throw new Error(`${operation.collection} keeps versions: nothing is removed from it`)
  return undefined
}

/**
 * Prepare a write. Other requests are answered meanwhile when that takes long.
 * @throws `TooLarge`
 */
export async function prepareWrite(
  operations: readonly (readonly [WriteOperation, KnownCollection])[],
): Promise<PreparedWrite> {
  const prepared: PreparedOperation[] = []
  let size = 0
  for (const [index, [operation, collection]] of operations.entries()) {
    const turn = yieldIfLong()
    if (turn !== undefined) await turn
    const encoded = 'document' in operation ? await encodeDocument(operation.document, collection) : undefined
    prepared.push({ index, operation, collection, form: encoded?.form })
    size += 200 + (encoded?.bytes ?? 0)
  }
  const isShared = ({ operation, collection }: PreparedOperation): boolean =>
    operation.kind === 'check' && collection.definition.sharedChecks === true
  const exclusive = new Set(
    prepared.filter(one => one.operation.kind !== 'absent' && !isShared(one)).map(one => documentKeyOf(one)),
  )
  const shared = prepared.filter(isShared).map(one => documentKeyOf(one))
  return { operations: prepared, exclusive, shared: new Set(shared.filter(key => !exclusive.has(key))), size }
}
