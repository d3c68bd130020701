import type { DocumentStore } from '../store-kit/document-store.ts'
import { RecordCollection, retryOnConflict } from '../store-kit/index.ts'

/** The last backup of a store. */
export type BackupRecord = {
  /** When it ended, RFC 3339 in UTC. */
  at: string
  /** The name of the file, without its folder. */
  file: string
  bytes: number
  /** Documents in it. */
  rows: number
  seconds: number
}

/** Contains one record, `last`. */
export const backups = new RecordCollection<BackupRecord>('last-backup', {
  name: '_backups',
  standardIndexes: [],
  transient: true,
})

const last = 'last'

/** Record what the last backup was. */
export async function recordBackup(store: DocumentStore, record: BackupRecord): Promise<void> {
  await store.define(backups.definition)
  await retryOnConflict('the record of the last backup', async () => {
    const before = await backups.find(store, last)
    await store.write([backups.save(backups.draft(last, record, { created_by: 'urn:user:system' }), before)])
  })
}

/** The last backup; undefined when there was none. */
export async function readLastBackup(store: DocumentStore): Promise<BackupRecord | undefined> {
  return (await backups.find(store, last))?.data
}
