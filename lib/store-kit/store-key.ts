import { randomBytes } from 'node:crypto'
import { WriteRefused } from '../errors/index.ts'
import type { DocumentStore } from './document-store.ts'
import { readData } from './document-texts.ts'

const collection = '_keys'

/** A secret key of the store for one purpose: created on first use, the same for all instances. */
export async function openStoreKey(store: DocumentStore, purpose: string): Promise<Buffer> {
  await store.define({ name: collection, columns: [], versions: false, words: false })
  const id = `urn:key:${purpose}`
  return (await readKey(store, id)) ?? (await makeKey(store, id))
}

async function readKey(store: DocumentStore, id: string): Promise<Buffer | undefined> {
  const document = await store.get(collection, id)
  if (document === undefined) return undefined
  const { secret } = readData(document)
  if (typeof secret !== 'string') throw new Error(`the store's ${id} has no secret`)
  return Buffer.from(secret, 'base64url')
}

/** Insert a new key; if another instance was faster, its key is used. */
async function makeKey(store: DocumentStore, id: string): Promise<Buffer> {
  const secret = randomBytes(32)
  const now = new Date().toISOString()
  const document = {
    id,
    meta: {
      type_slug: 'key',
      status: 'active' as const,
      created_by: 'urn:user:system',
      account_id: 'urn:account:shared',
      sequence_no: 1,
      created_at: now,
      updated_at: now,
    },
    data: { secret: secret.toString('base64url') },
  }
  try {
    await store.write([{ kind: 'insert', collection, document }])
    return secret
  } catch (error) {
    const theirs = error instanceof WriteRefused && error.reason === 'exists' ? await readKey(store, id) : undefined
    if (theirs === undefined) throw error
    return theirs
  }
}
