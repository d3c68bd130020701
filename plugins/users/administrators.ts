import { Conflict, WriteRefused, sharedAccount, systemUser } from '../../kernel/index.ts'
import type { CollectionDefinition, DocumentStore, WriteOperation } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { has, unmarked, usersWith } from './find.ts'
import type { StoredUser } from './record.ts'
import { isMarked } from './record.ts'

/** The role that administers the instance. */
export const administrator = 'admin'

/** Where the guard of administrators is kept: one document, changed by whatever takes one away, so that two such writes at once conflict. */
export const guardCollection: CollectionDefinition = {
  name: '_administration',
  columns: [],
  versions: false,
  words: false,
}

const guardId = 'urn:guard:administrators'

/** Make the guard where there is none yet. */
export async function makeGuard(store: DocumentStore): Promise<void> {
  if ((await store.get(guardCollection.name, guardId)) !== undefined) return
  const now = new Date().toISOString()
  const meta = {
    type_slug: 'guard',
    status: 'active' as const,
    created_by: systemUser,
    account_id: sharedAccount,
    sequence_no: 1,
    created_at: now,
    updated_at: now,
  }
  try {
    await store.write([{ kind: 'insert', collection: guardCollection.name, document: { id: guardId, meta, data: {} } }])
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error // another instance was quicker
  }
}

/** What is kept beside the guard. */
interface GuardRecord extends JsonObject {
  /** Whether the address in the configuration has made an administrator: it does so once in the life of a store. */
  administrator_email_used?: boolean
}

/** The guard as it is, and the operation that conflicts with every other write that asks for it. Read before what the write is decided by. */
export async function readGuard(
  store: DocumentStore,
): Promise<{ record: GuardRecord; take(changes?: GuardRecord): WriteOperation }> {
  const document = await store.get(guardCollection.name, guardId)
  if (document === undefined) throw new Error(`${guardId} is not in the store`)
  const meta = readMeta(document)
  const record: GuardRecord = readData(document)
  const next = { ...meta, sequence_no: meta.sequence_no + 1, updated_at: new Date().toISOString() }
  return {
    record,
    take: changes => ({
      kind: 'replace',
      collection: guardCollection.name,
      document: { id: guardId, meta: next, data: { ...record, ...changes } },
      expected: meta.sequence_no,
    }),
  }
}

/** Whether a user administers the instance now. */
export const administers = (user: StoredUser, production: boolean): boolean =>
  user.record.role === administrator && user.record.status === 'active' && !(production && isMarked(user))

/**
 * What must go with a write that takes an administrator away.
 * @throws `Conflict` when it is the last one
 */
export async function keepAnother(store: DocumentStore, id: string, production: boolean): Promise<WriteOperation[]> {
  const guard = await readGuard(store)
  const other = { target: { column: 'id' }, kind: 'text', operator: 'ne', operands: [id], field: 'id' } as const
  const conditions = [has('role', administrator), has('status', 'active'), other, ...(production ? [unmarked] : [])]
  if ((await store.count(usersWith(...conditions))) > 0) return [guard.take()]
  throw new Conflict('this is the last active administrator, who can be neither demoted nor disabled')
}
