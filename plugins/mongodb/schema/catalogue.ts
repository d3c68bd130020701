import type { Collection, Db } from 'mongodb'
import type { CollectionDefinition } from '../../../lib/store-kit/document-store.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { indexesOf, maxIndexes } from './indexes.ts'
import type { Index } from './indexes.ts'
import { ReferenceIndex } from '../documents/reference-index.ts'
import type { DerivedFields } from '../documents/stored-document.ts'
import { WordIndex } from '../documents/word-index.ts'

/** A definition in force, in `_collections`. The definition is stored as text: the database never queries its names. */
export interface CatalogueEntry {
  _id: string
  definition: string
  /** Earlier definitions, parts of which may still exist and be needed: a prepared change can be abandoned. */
  formers?: string[]
  /** Names of defined indexes that do not exist: no list uses them, and the next `define` builds them. */
  absent?: string[]
  /** The tag of the index words of all documents; when the definition has another one, a job must update them. */
  words_tag?: string
  /** The same for references. */
  references_tag?: string
}

/** The tags of what is derived from documents. */
export type Tags = Pick<CatalogueEntry, 'words_tag' | 'references_tag'>

export const tagsOf = ({ words, references }: DerivedFields): Tags => ({
  ...(words !== undefined && { words_tag: words.tag }),
  ...(references !== undefined && { references_tag: references.tag }),
})

/** A parsed entry. */
export interface KnownEntry {
  definition: CollectionDefinition
  formers: CollectionDefinition[]
  absent: string[]
  tags: Tags
}

/** The data that the store needs for one collection, computed once from its definition. */
export interface KnownCollection extends DerivedFields {
  definition: CollectionDefinition
  /** Those of the definition, and those of earlier ones that may still exist. */
  indexes: readonly Index[]
  /** The indexed fields, each with the name of its index; currently missing indexes are left out. */
  indexOf: ReadonlyMap<string, string>
  /** The fields with unique values per account. */
  uniqueFields: ReadonlySet<string>
}

/** How long a definition is used before it is read again; another instance may have changed it. */
const maxAgeMs = 500
/** Number of entries that are read at once. */
const portionSize = 500

/** The definitions of all collections. */
export class Catalogue {
  readonly #connection: Connection
  readonly #known = new Map<
    string,
    { collection: KnownCollection; text: string; readAt: number; reading: boolean; order: number }
  >()
  /** Counts reads and writes of entries, so that a late answer does not replace a newer one. */
  #order = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  entries(database: Db): Collection<CatalogueEntry> {
    return database.collection<CatalogueEntry>('_collections')
  }

  /** The data of a collection, refreshed in the background when it is no longer fresh. @throws when it was never defined */
  find(name: string): KnownCollection | Promise<KnownCollection> {
    const known = this.#known.get(name)
    if (known === undefined) return this.#read(name)
    if (!known.reading && performance.now() - known.readAt > maxAgeMs) {
      known.reading = true
      this.#read(name).catch(() => {
        known.reading = false // the next use tries again, and reports its own error
      })
    }
    return known.collection
  }

  /** Read it now. */
  refresh(name: string): Promise<KnownCollection> {
    return this.#read(name)
  }

  forget(name: string): void {
    this.#known.delete(name)
  }

  /** All definitions, read in portions. */
  async all(): Promise<CollectionDefinition[]> {
    const definitions: CollectionDefinition[] = []
    for (let after = ''; ;) {
      const entries = await this.#connection.run(database =>
        this.entries(database)
          .find(
            { _id: { $gt: after } },
            { sort: { _id: 1 }, limit: portionSize, batchSize: portionSize, maxTimeMS: maxAnswerMs },
          )
          .toArray(),
      )
      definitions.push(...entries.map(({ definition }) => parse(definition)))
      const last = entries.at(-1)
      if (last === undefined) return definitions
      after = last._id
    }
  }

  /** The entry in the database, regardless of the cached one. */
  async entry(name: string): Promise<KnownEntry | undefined> {
    const entry = await this.#find(name)
    if (entry === null) return undefined
    const { definition, formers = [], absent = [], words_tag, references_tag } = entry
    const tags = {
      ...(words_tag !== undefined && { words_tag }),
      ...(references_tag !== undefined && { references_tag }),
    }
    return { definition: parse(definition), formers: formers.map(parse), absent, tags }
  }

  /**
   * Put a definition in force, in addition to the earlier ones.
   * @param absent their indexes that do not exist
   * @param tags for a new collection: those of its future documents
   */
  async store(
    definition: CollectionDefinition,
    formers: readonly CollectionDefinition[],
    absent: readonly string[],
    tags: Tags,
  ): Promise<void> {
    const { name } = definition
    const texts = { definition: JSON.stringify(definition), formers: formers.map(former => JSON.stringify(former)) }
    const fresh = Object.keys(tags).length === 0 ? {} : { $setOnInsert: tags }
    const entry = { ...texts, absent: [...absent] }
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $set: entry, ...fresh }, { upsert: true }),
    )
    this.#keep({ _id: name, ...entry }, ++this.#order)
  }

  /** Record that the collection matches its definition, and nothing of earlier ones remains. */
  async complete(name: string): Promise<void> {
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $unset: { formers: '', absent: '' } }),
    )
    await this.#read(name)
  }

  /** Record that indexes of a collection do not exist, before they are dropped, or when they were found missing. */
  async storeAbsent(name: string, absent: readonly string[]): Promise<KnownCollection> {
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $set: { absent: [...absent] } }),
    )
    return this.#read(name)
  }

  /** Check which indexes of a collection exist, after one was found missing. */
  async noteAbsentIndexes(name: string): Promise<KnownCollection> {
    const known = await this.#read(name)
    const existing = await this.#connection.run(database => indexNames(database, name))
    return this.storeAbsent(
      name,
      known.indexes.map(index => index.name).filter(index => !existing.has(index)),
    )
  }

  /** Record that all documents have what these tags mean. */
  async storeTags(name: string, tags: Tags): Promise<void> {
    await this.#connection.run(database => this.entries(database).updateOne({ _id: name }, { $set: tags }))
  }

  async #read(name: string): Promise<KnownCollection> {
    const order = ++this.#order
    const entry = await this.#find(name)
    if (entry === null) {
      this.forget(name)
      throw new Error(`the collection ${name} is not defined`)
    }
    return this.#keep(entry, order)
  }

  #find(name: string): Promise<CatalogueEntry | null> {
    return this.#connection.run(database => this.entries(database).findOne({ _id: name }, { maxTimeMS: maxAnswerMs }))
  }

  /** @param order when the entry was requested */
  #keep({ _id, definition, formers = [], absent = [] }: CatalogueEntry, order: number): KnownCollection {
    const before = this.#known.get(_id)
    if (before !== undefined && before.order > order) return before.collection
    const text = JSON.stringify([definition, formers, absent])
    const collection =
      before?.text === text ? before.collection : knownCollection(parse(definition), formers.map(parse), absent)
    this.#known.set(_id, { collection, text, readAt: performance.now(), reading: false, order })
    return collection
  }
}

/** Written by the store itself. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text was made from a definition
const parse = (text: string): CollectionDefinition => JSON.parse(text) as CollectionDefinition

export function knownCollection(
  definition: CollectionDefinition,
  formers: readonly CollectionDefinition[] = [],
  absent: readonly string[] = [],
): KnownCollection {
  const all = [definition, ...formers].flatMap(indexesOf)
  const indexes = [...new Map(all.map(index => [index.name, index])).values()]
  const lists = indexes.filter(({ name, unique }) => unique !== true && !absent.includes(name))
  const unique = indexesOf(definition).filter(index => index.unique === true && !absent.includes(index.name))
  return {
    definition,
    indexes,
    indexOf: new Map(lists.map(({ field, name }) => [field, name])),
    uniqueFields: new Set(unique.map(({ field }) => field)),
    words: definition.words === false ? undefined : new WordIndex(definition.words.except),
    references: definition.references && new ReferenceIndex(definition.references),
  }
}

/** The indexes of a collection. */
export interface ExistingIndexes {
  /** The names of those that are complete. */
  ready: ReadonlySet<string>
  /** The names of those of each build in progress: no query can use them, and a unique one refuses nothing yet. */
  builds: readonly (readonly string[])[]
}

/** An index in the answer of `listIndexes`; one that is still being built is described inside `spec`. */
interface ListedIndex {
  name?: string
  spec?: { name?: string }
  buildUUID?: { toString(): string }
}

export async function existingIndexes(database: Db, name: string): Promise<ExistingIndexes> {
  const cursor = { batchSize: 2 * maxIndexes } // all of them, in the first answer
  const answer = await database.command({
    listIndexes: name,
    cursor,
    includeBuildUUIDs: true,
    maxTimeMS: maxAnswerMs,
  })
  const listed: ListedIndex[] = answer['cursor'].firstBatch
  const builds = new Map<string, string[]>()
  const ready = new Set<string>()
  for (const { name: own, spec, buildUUID } of listed) {
    const build = buildUUID?.toString()
    if (build === undefined) ready.add(String(own))
    else builds.set(build, [...(builds.get(build) ?? []), String(own ?? spec?.name)])
  }
  return { ready, builds: [...builds.values()] }
}

/** The names of the indexes that a collection has, without those that are still being built. */
export const indexNames = async (database: Db, name: string): Promise<ReadonlySet<string>> =>
  (await existingIndexes(database, name)).ready
