import { createHash } from 'node:crypto'
import type { CollectionDefinition, Release, StoredDocument } from '../store-kit/document-store.ts'

/*
 * A backup is a text of lines, compressed with gzip (RFC 1952). Each line is a JSON object, recognised by its first member:
 * - `{"plinth_backup":1,…}`: the first line, a {@link BackupHeader}
 * - `{"collection":<name>,"definition":{…}}`: the collection of the following lines
 * - `{"id":<id>,"meta":{…},"data":{…}}`: a document, in the order of the ids (by code point)
 * - `{"version":<id>,"meta":{…},"data":{…}}`: an earlier version of one, in the order of ids and numbers
 * - `{"removed":<id>}`: an id that is never used again
 * - `{"manifest":{…}}`: the last line, a {@link BackupManifest}
 * Collections whose names begin with `_outside_` are data that a plugin keeps outside the store (`outside-data.ts`).
 * The texts of `meta` and `data` are exactly those of the store, so the lines of a collection are the same whatever kind of store they come from.
 */

/** The number of the format of backups that this version writes, and the highest that it reads. */
export const backupFormat = 1

/** Where a backup comes from. */
export type BackupHeader = Release & {
  plinth_backup: number
  /** RFC 3339 in UTC. */
  created_at: string
  /** The kind of store that it was made of. */
  kind: string
  /** The format of that store. */
  format: number
}

/** The content of one collection. */
export type CollectionEntry = {
  name: string
  /** Documents. */
  rows: number
  /** Earlier versions of documents. */
  versions: number
  /** Ids that are never used again. */
  removed: number
  /** SHA-256 of its lines (the definition included, each with its line feed), in hexadecimal digits. */
  sha256: string
}

/** What a backup contains. */
export type BackupManifest = BackupHeader & {
  collections: CollectionEntry[]
}

export const collectionLine = (definition: CollectionDefinition): string =>
  `{"collection":${JSON.stringify(definition.name)},"definition":${JSON.stringify(definition)}}\n`

export const documentLine = (kind: 'id' | 'version', { id, meta, data }: StoredDocument): string =>
  `{"${kind}":${JSON.stringify(id)},"meta":${meta},"data":${data}}\n`

export const removedLine = (id: string): string => `{"removed":${JSON.stringify(id)}}\n`

/** Counts and hashes the lines of one collection. */
export class CollectionTally {
  readonly #entry: Omit<CollectionEntry, 'sha256'>
  readonly #hash = createHash('sha256')

  constructor(name: string) {
    this.#entry = { name, rows: 0, versions: 0, removed: 0 }
  }

  get name(): string {
    return this.#entry.name
  }

  add(count: 'rows' | 'versions' | 'removed', lines: number): void {
    this.#entry[count] += lines
  }

  hash(text: string | Uint8Array): void {
    this.#hash.update(text)
  }

  entry(): CollectionEntry {
    return { ...this.#entry, sha256: this.#hash.digest('hex') }
  }
}
