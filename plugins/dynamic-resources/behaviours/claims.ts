import { readMeta } from '../../../lib/store-kit/index.ts'
import type { Caller, CollectionDefinition, DocumentStore, WriteOperation } from '../../../kernel/index.ts'

/** A document per claimed name and account, changed by every write that claims it, so that of two at once one is refused. */
export const claimsCollection: CollectionDefinition = { name: '_claims', columns: [], versions: false, words: false }

/** The operation that makes a write conflict with all that claimed the name since now. */
export async function claim(
  store: DocumentStore,
  { id: created_by, account_id }: Caller,
  name: string,
): Promise<WriteOperation> {
  const id = `urn:claim:${encodeURIComponent(account_id)}:${encodeURIComponent(name)}`
  const held = await store.get(claimsCollection.name, id)
  const now = new Date().toISOString()
  const collection = claimsCollection.name
  if (held === undefined) {
    const times = { created_at: now, updated_at: now }
    const meta = { type_slug: 'claim', status: 'active' as const, created_by, account_id, sequence_no: 1, ...times }
    return { kind: 'insert', collection, document: { id, meta, data: {} } }
  }
  const meta = readMeta(held)
  const next = { ...meta, sequence_no: meta.sequence_no + 1, updated_at: now }
  return { kind: 'replace', collection, document: { id, meta: next, data: {} }, expected: meta.sequence_no }
}
