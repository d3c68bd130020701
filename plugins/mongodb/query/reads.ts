import type { StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { readMeta } from '../../../lib/store-kit/documents.ts'
import type { Connection } from '../server/connection.ts'
import { patience } from '../server/connection.ts'
import type { ChangeFeed } from '../feed/change-feed.ts'
import type { StoredForm, VersionForm } from '../documents/stored-document.ts'
import { sizeOf, storedDocument, storedDocuments, textOnly, versionId } from '../documents/stored-document.ts'

type Answer = (document: StoredDocument | undefined) => void

/** Those who wait for documents of one collection, by id. */
type Waiting = Map<string, { resolve: Answer; reject: (error: unknown) => void }[]>

const portion = 500

/** Documents and their versions by id. */
export class Reads {
  readonly #connection: Connection
  readonly #feed: Pick<ChangeFeed, 'reading'>
  #waiting = new Map<string, Waiting>()

  constructor(connection: Connection, feed: Pick<ChangeFeed, 'reading'>) {
    this.#connection = connection
    this.#feed = feed
  }

  get #options() {
    return { ...this.#feed.reading, projection: textOnly, maxTimeMS: patience }
  }

  /** What is asked for in one turn of the event loop is fetched in one query. */
  get(collection: string, id: string): Promise<StoredDocument | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setImmediate(() => this.#fetch())
      const ids = this.#waiting.get(collection) ?? new Map()
      this.#waiting.set(collection, ids)
      const answers = ids.get(id) ?? []
      ids.set(id, answers)
      answers.push({ resolve, reject })
    })
  }

  #fetch(): void {
    const collections = this.#waiting
    this.#waiting = new Map()
    for (const [collection, waiting] of collections) {
      this.getMany(collection, [...waiting.keys()]).then(
        documents => {
          const found = new Map(documents.map(document => [document.id, document]))
          for (const [id, answers] of waiting) for (const { resolve } of answers) resolve(found.get(id))
        },
        (error: unknown) => {
          for (const answers of waiting.values()) for (const { reject } of answers) reject(error)
        },
      )
    }
  }

  async getMany(collection: string, ids: readonly string[]): Promise<StoredDocument[]> {
    const wanted = [...new Set(ids)]
    const [only] = wanted
    if (only === undefined) return []
    const filter = { _id: wanted.length === 1 ? only : { $in: wanted } }
    const forms = await this.#connection.run(database =>
      database
        .collection<StoredForm>(collection)
        .find(filter, { ...this.#options, batchSize: wanted.length + 1 })
        .toArray(),
    )
    return storedDocuments(forms)
  }

  async *scan(collection: string, { after, size = portion }: { after?: string; size?: number }) {
    let last = after
    for (;;) {
      const from = last
      const forms = await this.#connection.run(database =>
        database
          .collection<StoredForm>(collection)
          .find(from === undefined ? {} : { _id: { $gt: from } }, {
            ...this.#options,
            sort: { _id: 1 },
            limit: size,
            batchSize: size,
          })
          .toArray(),
      )
      last = forms.at(-1)?._id
      if (last === undefined) return
      const documents = storedDocuments(forms)
      if (documents.length > 0) yield documents
    }
  }

  async version(collection: string, id: string, sequenceNo: number): Promise<StoredDocument | undefined> {
    const current = await this.get(collection, id)
    if (current === undefined || readMeta(current).sequence_no === sequenceNo) return current
    const kept = await this.#connection.run(database =>
      database
        .collection<VersionForm>('_versions')
        .findOne({ _id: versionId(collection, id, sequenceNo), collection, document: id }, this.#options),
    )
    return kept === null ? undefined : storedDocument(id, kept.text)
  }

  /** What was kept never changes, so that two reads make one true answer. */
  async versions(
    collection: string,
    id: string,
    { before = Infinity, limit, maxBytes = Infinity }: { before?: number; limit: number; maxBytes?: number },
  ): Promise<StoredDocument[]> {
    const current = await this.get(collection, id)
    if (current === undefined) return []
    const { sequence_no } = readMeta(current)
    const found = sequence_no < before ? [current] : []
    let bytes = found.reduce((sum, document) => sum + sizeOf(document), 0)
    const wanted = limit - found.length
    if (wanted <= 0 || bytes > maxBytes) return found
    const _id = { $gte: versionId(collection, id, 0), $lt: versionId(collection, id, Math.min(before, sequence_no)) }
    const options = { ...this.#options, sort: { _id: -1 }, limit: wanted, batchSize: wanted } as const
    return this.#connection.run(async database => {
      const kept = database.collection<VersionForm>('_versions').find({ _id, collection, document: id }, options)
      for await (const { text } of kept) {
        bytes += sizeOf(text)
        if (bytes > maxBytes && found.length > 0) break
        found.push(storedDocument(id, text))
      }
      return found
    })
  }
}
