import type { Collection, Db, Document } from 'mongodb'
import type { CollectionDefinition } from '../../../lib/store-kit/document-store.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { indexesOf } from './indexes.ts'
import type { Index } from './indexes.ts'
import { WordIndex } from '../documents/word-index.ts'

/** A definition in force, in `_collections`. The definition is kept as text: its names are not for the database to look into. */
export interface CatalogueEntry {
  _id: string
  definition: string
  /** Definitions before, while something of them may still be there and be needed: a change that was prepared may be given up. */
  formers?: string[]
  /** Names of indexes that the definitions name and that are not there: no list may rely on them, and the next `define` builds them. */
  absent?: string[]
  /** The tag that the index words of all documents have; another one, and a job must go over them. */
  words_tag?: string
}

/** An entry, read. */
export interface KnownEntry {
  definition: CollectionDefinition
  formers: CollectionDefinition[]
  absent: string[]
  wordsTag: string | undefined
}

/** What the store works with for one collection, made from its definition once. */
export interface KnownCollection {
  definition: CollectionDefinition
  /** Those of the definition, and those of the ones before that may still be there. */
  indexes: readonly Index[]
  /** The indexed fields, each with the name of its index; those that are absent at the moment are left out. */
  indexOf: ReadonlyMap<string, string>
  /** The fields that no two documents of an account share a value of. */
  uniqueFields: ReadonlySet<string>
  words: WordIndex | undefined
}

/** How long a definition may be used before it is read again; another instance may have changed it. */
const maxAgeMs = 500
/** Entries that are read at once. */
const portionSize = 500

/** The definitions of all collections. */
export class Catalogue {
  readonly #connection: Connection
  readonly #known = new Map<
    string,
    { collection: KnownCollection; text: string; readAt: number; reading: boolean; order: number }
  >()
  /** Counts reads and writes of entries, so that an answer that comes late does not replace a newer one. */
  #order = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  entries(database: Db): Collection<CatalogueEntry> {
    return database.collection<CatalogueEntry>('_collections')
  }

  /** What is known of a collection, read again beside the work when it is no longer fresh. @throws when it was never defined */
  find(name: string): KnownCollection | Promise<KnownCollection> {
    const known = this.#known.get(name)
    if (known === undefined) return this.#read(name)
    if (!known.reading && performance.now() - known.readAt > maxAgeMs) {
      known.reading = true
      this.#read(name).catch(() => {
        known.reading = false // the next use tries again, and its own work meets what is wrong
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

  /** What is in the catalogue, whatever is known here. */
  async entry(name: string): Promise<KnownEntry | undefined> {
    const entry = await this.#find(name)
    if (entry === null) return undefined
    const { definition, formers = [], absent = [], words_tag: wordsTag } = entry
    return { definition: parse(definition), formers: formers.map(parse), absent, wordsTag }
  }

  /**
   * Put a definition in force, beside those before.
   * @param absent indexes of theirs that are not there
   * @param wordsTag for a new collection: that of the documents to come
   */
  async store(
    definition: CollectionDefinition,
    formers: readonly CollectionDefinition[],
    absent: readonly string[],
    wordsTag: string | undefined,
  ): Promise<void> {
    const { name } = definition
    const texts = { definition: JSON.stringify(definition), formers: formers.map(former => JSON.stringify(former)) }
    const fresh = wordsTag === undefined ? {} : { $setOnInsert: { words_tag: wordsTag } }
    const entry = { ...texts, absent: [...absent] }
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $set: entry, ...fresh }, { upsert: true }),
    )
    this.#keep({ _id: name, ...entry }, ++this.#order)
  }

  /** Everything is as the definition says: nothing is left of those before. */
  async complete(name: string): Promise<void> {
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $unset: { formers: '', absent: '' } }),
    )
    await this.#read(name)
  }

  /** Say that indexes of a collection are not there, before they are dropped, or where they were found missing. */
  async storeAbsent(name: string, absent: readonly string[]): Promise<KnownCollection> {
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $set: { absent: [...absent] } }),
    )
    return this.#read(name)
  }

  /** Look which indexes of a collection are there, after one was found missing. */
  async noteAbsentIndexes(name: string): Promise<KnownCollection> {
    const known = await this.#read(name)
    const existing = await this.#connection.run(database => indexNames(database, name))
    return this.storeAbsent(
      name,
      known.indexes.map(index => index.name).filter(index => !existing.has(index)),
    )
  }

  async storeWordsTag(name: string, tag: string): Promise<void> {
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $set: { words_tag: tag } }),
    )
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

  /** @param order when the entry was asked for */
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

/** What the store itself wrote. */
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
  }
}

/** The names of the indexes that a collection has. */
export async function indexNames(database: Db, name: string): Promise<Set<string>> {
  const indexes = await database.collection(name).listIndexes({ maxTimeMS: maxAnswerMs }).toArray()
  return new Set(indexes.map((index: Document) => String(index['name'])))
}
