import { WriteRefused, systemUser } from '../../kernel/index.ts'
import type { DocumentStore, WriteOperation } from '../../kernel/index.ts'
import { WorkQueue } from '../../lib/event-loop/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { RecordCollection, newId, retryOnConflict, textColumn, textCondition } from '../../lib/store-kit/index.ts'
import type { StoredRecord } from '../../lib/store-kit/index.ts'
import { insteadOf } from '../../lib/errors/index.ts'

/** Why bytes are kept although no current file has them. */
export interface HoldData extends JsonObject {
  sha256: string
  bytes: number
  account: string
  /** The file. */
  file: string
  /** The last version of the file that has these bytes; null: the file is being written. */
  sequence_no: number | null
  /** The process that writes it. */
  instance: string
  /** Of a file that has arrived and cannot be seen yet, as {@link pendingHolds} finds it. */
  name?: string
  encodingFormat?: string
}

export type StoredHold = StoredRecord<HoldData>

/** Bytes of files that are being written, and of earlier versions. */
export const holdRecords = new RecordCollection<HoldData>('file-hold', {
  name: '_file_holds',
  columns: [textColumn('sha256'), textColumn('file'), textColumn('name')],
  standardIndexes: ['created_at'],
  forgetsRemoved: true,
})

/** How many bytes the files of an account have, as far as they were counted. */
interface AccountData extends JsonObject {
  bytes: number
}

export const accountRecords = new RecordCollection<AccountData>('file-account', { name: '_file_accounts', columns: [] })

/** The type of files: its slug, where a user had the first one already. */
interface SettingData extends JsonObject {
  type_slug: string
}

export const fileSettingRecords = new RecordCollection<SettingData>('file-setting', {
  name: '_file_settings',
  columns: [],
})

const accountId = (account: string): string => `urn:file-account:${account.replace(/^urn:account:/, '')}`

export const bytesOfAccount = async (store: DocumentStore, account: string): Promise<number> =>
  (await accountRecords.find(store, accountId(account)))?.data.bytes ?? 0

/** Many files that arrive at once would keep refusing each other's count. */
const counts = new WorkQueue(1)

/** Count bytes of an account, together with other operations. @param change returns the new number */
export async function countBytes(
  store: DocumentStore,
  account: string,
  change: (bytes: number) => number,
  operations: readonly WriteOperation[] = [],
): Promise<void> {
  const write = async (): Promise<void> => {
    const before = await accountRecords.find(store, accountId(account))
    const bytes = Math.max(0, change(before?.data.bytes ?? 0))
    const draft = accountRecords.draft(accountId(account), { bytes }, { created_by: systemUser })
    await store.write([accountRecords.save(draft, before), ...operations])
  }
  await counts.run(() => retryOnConflict('the files of this account', write))
}

/** A hold, before it is written. */
export const newHold = (data: HoldData, user: string): StoredHold =>
  holdRecords.draft(newId('file-hold'), data, { created_by: user })

export const holdsOf = (store: DocumentStore, sha256: string): Promise<StoredHold[]> =>
  holdRecords.findAll(store, [textCondition('sha256', 'eq', sha256)])

/** The files of all accounts that are being checked or written. */
export const pendingHolds = (store: DocumentStore): Promise<StoredHold[]> =>
  holdRecords.findAll(store, [textCondition('name', 'exists', true)])

/** Remove holds; those that another instance has removed are ignored. */
export async function removeHolds(store: DocumentStore, holds: readonly StoredHold[]): Promise<void> {
  for (const hold of holds) await store.write([holdRecords.remove(hold)]).catch(insteadOf(WriteRefused, undefined))
}
