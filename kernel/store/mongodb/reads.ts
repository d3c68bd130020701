import type { StoredDocument } from '../../contracts/document-store.ts'
import { readMeta } from '../documents.ts'
import type { Connection } from './connection.ts'
import type { StoredForm, VersionForm } from './stored-form.ts'
import { storedDocument, storedDocuments, textOnly, versionId } from './stored-form.ts'

type Answer = (document: StoredDocument | undefined) => void

/** Those who wait for documents of one collection, by id. */
type Waiting = Map<string, { resolve: Answer; reject: (error: unknown) => void }[]>

const portion = 500

/** Documents and their versions by id. */
export class Reads {
  readonly #connection: Connection
  #waiting = new Map<string, Waiting>()

  constructor(connection: Connection) {
    this.#connection = connection
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
    if (ids.length === 0) return []
    const forms = await this.#connection.run(database =>
      database
        .collection<StoredForm>(collection)
        .find({ _id: { $in: [...new Set(ids)] } }, { projection: textOnly })
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
            projection: textOnly,
            sort: { _id: 1 },
            limit: size,
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
        .findOne({ _id: versionId(collection, id, sequenceNo), collection, document: id }, { projection: textOnly }),
    )
    return kept === null ? undefined : storedDocument(id, kept.text)
  }

  /** What was kept never changes, so that two reads make one true answer. */
  async versions(
    collection: string,
    id: string,
    { before = Infinity, limit }: { before?: number; limit: number },
  ): Promise<StoredDocument[]> {
    const current = await this.get(collection, id)
    if (current === undefined) return []
    const { sequence_no } = readMeta(current)
    const newest = sequence_no < before ? [current] : []
    if (limit <= newest.length) return newest.slice(0, limit)
    const range = { $gte: versionId(collection, id, 0), $lt: versionId(collection, id, Math.min(before, sequence_no)) }
    const kept = await this.#connection.run(database =>
      database
        .collection<VersionForm>('_versions')
        .find({ _id: range, collection, document: id }, { projection: textOnly })
        .sort({ _id: -1 })
        .limit(limit - newest.length)
        .toArray(),
    )
    return [...newest, ...kept.map(({ text }) => storedDocument(id, text))]
  }
}
