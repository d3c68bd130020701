import type { Release, StoreSnapshot } from '../store-kit/document-store.ts'
import type { BackupHeader, CollectionEntry, BackupManifest } from './lines.ts'
import { backupFormat, collectionLine, CollectionTally, documentLine, removedLine } from './lines.ts'

/**
 * The text of a backup, before it is compressed.
 * @param kind of the store
 * @param release the version that makes the backup
 * @param onRows called with the number of rows written so far
 * @returns the manifest, as the return value of the generator
 */
export async function* writeBackup(
  snapshot: StoreSnapshot,
  kind: string,
  release: Release,
  onRows: (rows: number) => void = () => undefined,
): AsyncGenerator<string, BackupManifest> {
  const header: BackupHeader = {
    plinth_backup: backupFormat,
    created_at: new Date().toISOString(),
    ...release,
    kind,
    format: snapshot.format.number,
  }
  yield `${JSON.stringify(header)}\n`
  const collections: CollectionEntry[] = []
  let tally: CollectionTally | undefined
  let rows = 0
  for await (const part of snapshot.parts()) {
    if (part.kind === 'collection') {
      if (tally !== undefined) collections.push(tally.entry())
      tally = new CollectionTally(part.definition.name)
      const line = collectionLine(part.definition)
      tally.hash(line)
      yield line
      continue
    }
    const lines =
      part.kind === 'removed'
        ? part.ids.map(removedLine)
        : part.documents.map(document => documentLine(part.kind === 'documents' ? 'id' : 'version', document))
    const text = lines.join('')
    tally?.add(part.kind === 'documents' ? 'rows' : part.kind, lines.length)
    tally?.hash(text)
    yield text
    rows += lines.length
    onRows(rows)
  }
  if (tally !== undefined) collections.push(tally.entry())
  const manifest: BackupManifest = { ...header, collections }
  yield `${JSON.stringify({ manifest })}\n`
  return manifest
}
