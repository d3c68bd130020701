import type { Filter, FindOptions } from 'mongodb'
import type { ScanOptions, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { readMeta } from '../../../lib/store-kit/document-texts.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import type { ChangeFeed } from '../feed/change-feed.ts'
import type { StoredForm, VersionForm } from '../documents/stored-document.ts'
import { decodeDocument, decodeDocuments, sizeOf, versionId, wholeDocument } from '../documents/stored-document.ts'
import { findRaw, inPortions, rawDocuments } from './raw-documents.ts'

const defaultPortion = 500

/** Documents and their versions by id. */
export class DocumentsById {
  readonly #connection: Connection
  readonly #feed: Pick<ChangeFeed, 'reading'>

  constructor(connection: Connection, feed: Pick<ChangeFeed, 'reading'>) {
    this.#connection = connection
    this.#feed = feed
  }

  get #options() {
    return { ...this.#feed.reading, projection: wholeDocument, maxTimeMS: maxAnswerMs, raw: true }
  }

  async get(collection: string, id: string): Promise<StoredDocument | undefined> {
    const [document] = await this.getMany(collection, [id])
    return document
  }

  async getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]> {
    const wanted = [...new Set(ids)]
    const [only] = wanted
    if (only === undefined) return []
    const filter = { _id: wanted.length === 1 ? only : { $in: wanted } }
    const options = { ...this.#options, batchSize: wanted.length + 1 }
    const found = await this.#connection.run(database =>
      findRaw(database.collection<StoredForm>(collection), filter, options),
    )
    return decodeDocuments(found)
  }

  /** @param filter which documents */
  async *scan(collection: string, { after, size = defaultPortion }: ScanOptions, filter: Filter<StoredForm> = {}) {
    const read = (range: Filter<StoredForm>, options: FindOptions) =>
      this.#connection.run(database =>
        findRaw(database.collection<StoredForm>(collection), { ...filter, ...range }, { ...this.#options, ...options }),
      )
    for await (const portion of inPortions(size, read, after)) {
      const documents = decodeDocuments(portion)
      if (documents.length > 0) yield documents
    }
  }

  async version(collection: string, id: string, sequenceNo: number): Promise<StoredDocument | undefined> {
    const current = await this.get(collection, id)
    if (current === undefined || readMeta(current).sequence_no === sequenceNo) return current
    const filter = { _id: versionId(collection, id, sequenceNo), collection, document: id }
    const kept = await this.#connection.run(database =>
      findRaw(database.collection<VersionForm>('_versions'), filter, this.#versionOptions),
    )
    return decodeDocuments(kept)[0]
  }

  get #versionOptions() {
    return { ...this.#options, projection: { ...wholeDocument, document: 1 as const } }
  }

  /** Stored versions never change, so two reads together give a consistent answer. */
  async versions(
    collection: string,
    id: string,
    { before = Infinity, limit, maxBytes = Infinity }: { before?: number; limit: number; maxBytes?: number },
  ): Promise<StoredDocument[]> {
    const current = await this.get(collection, id)
    if (current === undefined) return []
    const { sequence_no } = readMeta(current)
    const found = sequence_no < before ? [current] : []
    let bytesRead = found.reduce((sum, document) => sum + sizeOf(document), 0)
    const wanted = limit - found.length
    if (wanted <= 0 || bytesRead > maxBytes) return found
    const _id = { $gte: versionId(collection, id, 0), $lt: versionId(collection, id, Math.min(before, sequence_no)) }
    const options = { ...this.#versionOptions, sort: { _id: -1 }, limit: wanted, batchSize: wanted } as const
    return this.#connection.run(async database => {
      const kept = database.collection<VersionForm>('_versions').find({ _id, collection, document: id }, options)
      for await (const bytes of kept) {
        const state = rawDocuments([bytes]).map(decodeDocument)[0]
        if (state === undefined) continue
        bytesRead += sizeOf(state)
        if (bytesRead > maxBytes && found.length > 0) break
        found.push(state)
      }
      return found
    })
  }
}
