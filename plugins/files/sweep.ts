import { readData, readMeta } from '../../lib/store-kit/index.ts'
import { hasEnded } from './arrival/receive.ts'
import { countBytes, holdRecords } from './records.ts'
import type { StoredHold } from './records.ts'
import type { FileService } from './service.ts'

/** A hold of a process of another machine is abandoned when it is this old, and so are bytes without a file, ms. */
const graceMs = 60 * 60 * 1000

/** Remove what interrupted uploads, replacements and purges have left, and bytes that no version has any more. */
export async function sweepFiles(service: FileService): Promise<void> {
  const { parts, typeSlug } = service
  const { store, storage, arrivals, typeRegistry } = parts
  await arrivals.removeAbandoned()
  for await (const { key } of storage.list('trash/')) await service.settleTrash(key.slice('trash/'.length))
  const { collection } = await typeRegistry.active(typeSlug)
  const bytesOf = new Map<string, number>()
  const used = new Set<string>()
  const count = (account: string, bytes: number): void => {
    bytesOf.set(account, (bytesOf.get(account) ?? 0) + bytes)
  }
  for await (const documents of store.scan(collection)) {
    const purged: string[] = []
    for (const document of documents) {
      const { sha256, contentSize, state } = readData(document)
      if (state === 'purged') purged.push(document.id)
      if (typeof sha256 !== 'string') continue
      used.add(sha256)
      count(readMeta(document).account_id, Number(contentSize))
    }
    if (purged.length > 0) await store.operations?.trimVersions?.(collection, purged, 1)
  }
  for await (const documents of store.scan(holdRecords.name)) {
    for (const hold of documents.map(document => holdRecords.parse(document))) {
      const { account, bytes, sha256 } = hold.data
      const isKept = await isNeeded(service, collection, hold)
      count(account, isKept ? bytes : 0) // an account of which nothing is left is counted too
      if (isKept) used.add(sha256)
      else await service.collect(sha256, [hold])
    }
  }
  for await (const { key, modifiedAt } of storage.list(''))
    if (!used.has(key) && Date.now() - modifiedAt > graceMs) await service.collect(key)
  for await (const { key, modifiedAt } of storage.list('derived/')) {
    const sha256 = key.split('/')[1] ?? ''
    if (!used.has(sha256) && Date.now() - modifiedAt > graceMs) await storage.remove(key)
  }
  for (const [account, bytes] of bytesOf) await countBytes(store, account, () => bytes)
}

/** Whether a file is still being written, or has a version with these bytes. */
async function isNeeded({ parts: { store } }: FileService, collection: string, hold: StoredHold): Promise<boolean> {
  const { file, sha256, sequence_no, instance } = hold.data
  if (sequence_no === null) return !(hasEnded(instance) ?? Date.now() - Date.parse(hold.meta.created_at) > graceMs)
  const version = await store.version(collection, file, sequence_no)
  return version !== undefined && readData(version)['sha256'] === sha256
}
