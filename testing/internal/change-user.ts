import type { JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { createStore } from '../../kernel/store.ts'

/** A store to pass to an application, so that a test can change data that no route changes. */
export const reachableStore = (url: string | undefined): Promise<DocumentStore> =>
  createStore(url === undefined ? { kind: 'sqlite', path: ':memory:' } : { kind: 'mongodb', url })

/** Change properties of a user, as an administrator on another instance would. */
export async function changeUser(store: DocumentStore, id: string, changes: JsonObject): Promise<void> {
  const document = await store.get('_users', id)
  if (document === undefined) throw new Error(`there is no user ${id}`)
  const meta = readMeta(document)
  const expected = meta.sequence_no
  const data = { ...readData(document), ...changes }
  const next = { id, meta: { ...meta, sequence_no: expected + 1 }, data }
  await store.write([{ kind: 'replace', collection: '_users', document: next, expected }])
}
