import type { WriteOperation } from '../../../lib/store-kit/document-store.ts'
import type { KnownCollection } from '../schema/catalogue.ts'
import type { StoredForm, Texts } from '../documents/stored-document.ts'
import { storedForm } from '../documents/stored-document.ts'

/** An operation with what is needed to carry it out. */
export interface PreparedOperation {
  operation: WriteOperation
  collection: KnownCollection
  /** What is to be stored, for `insert` and `replace`. */
  form: (StoredForm & { text: Texts }) | undefined
}

/** A write as it waits for its transaction. */
export interface PreparedWrite {
  operations: readonly PreparedOperation[]
  /** Keys ({@link documentKey}) of the documents that it changes, and of those that it only checks. */
  changed: ReadonlySet<string>
  checked: ReadonlySet<string>
  /** About how many bytes it brings. */
  size: number
}

export const documentKey = (collection: string, id: string): string => `${collection}/${id}`

/** The document that an operation is about; empty for `absent`, which is about none. */
export function idOf(operation: WriteOperation): string {
  if ('document' in operation) return operation.document.id
  return operation.kind === 'absent' ? '' : operation.id
}

/** @throws `PayloadTooLarge` */
export function prepareWrite(operations: readonly [WriteOperation, KnownCollection][]): PreparedWrite {
  const changed = new Set<string>()
  const checked = new Set<string>()
  let size = 0
  const prepared = operations.map(([operation, collection]) => {
    const key = documentKey(operation.collection, idOf(operation))
    if (operation.kind === 'check') checked.add(key)
    else if (operation.kind !== 'absent') changed.add(key)
    const form = 'document' in operation ? storedForm(operation.document, collection.words) : undefined
    size += 200 + 4 * (form?.text.data.length ?? 0)
    return { operation, collection, form }
  })
  return { operations: prepared, changed, checked, size }
}
