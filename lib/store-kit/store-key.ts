import { randomBytes } from 'node:crypto'
import type { DocumentStore } from './document-store.ts'
import { RecordCollection } from './records/record-collection.ts'

const keys = new RecordCollection<{ secret: string }>('key', { name: '_keys' })

/** A secret key of the store for one purpose: created on first use, the same for all instances. */
export async function openStoreKey(store: DocumentStore, purpose: string): Promise<Buffer> {
  await keys.define(store)
  const id = `urn:key:${purpose}`
  if ((await keys.find(store, id)) === undefined) {
    const secret = randomBytes(32).toString('base64url')
    await keys.insertIfAbsent(store, keys.draft(id, { secret }, { created_by: 'urn:user:system' }))
  }
  const key = await keys.find(store, id) // of another instance, if that was faster
  if (key === undefined) throw new Error(`the store has no ${id}`)
  return Buffer.from(key.data.secret, 'base64url')
}
