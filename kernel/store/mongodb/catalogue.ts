import type { Collection, Db } from 'mongodb'
import type { CollectionDefinition } from '../../contracts/document-store.ts'
import type { Connection } from './connection.ts'
import { indexesOf } from './indexes.ts'
import type { Index } from './indexes.ts'
import { WordIndex } from './word-index.ts'

/** A definition in force, in `_collections`. The definition is kept as text: its names are not for the database to look into. */
export interface CatalogueEntry {
  _id: string
  definition: string
  /** Definitions before, while something of them may still be there and be needed: a change that was prepared may be given up. */
  formers?: string[]
  /** The tag that the index words of all documents have; another one, and a job must go over them. */
  words_tag?: string
}

/** An entry, read. */
export interface KnownEntry {
  definition: CollectionDefinition
  formers: CollectionDefinition[]
  wordsTag: string | undefined
}

/** What the store works with for one collection, made from its definition once. */
export interface KnownCollection {
  definition: CollectionDefinition
  /** Those of the definition, and those of the ones before that may still be there. */
  indexes: readonly Index[]
  /** The indexed fields, each with the name of its index. */
  indexOf: ReadonlyMap<string, string>
  words: WordIndex | undefined
}

/** How long a definition may be used before it is read again; another instance may have changed it. */
const freshFor = 500

/** The definitions of all collections. */
export class Catalogue {
  readonly #connection: Connection
  readonly #known = new Map<string, { collection: KnownCollection; text: string; readAt: number; reading: boolean }>()

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
    if (!known.reading && performance.now() - known.readAt > freshFor) {
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

  async all(): Promise<CollectionDefinition[]> {
    const entries = await this.#connection.run(database => this.entries(database).find().sort({ _id: 1 }).toArray())
    return entries.map(({ definition }) => parse(definition))
  }

  /** What is in the catalogue, whatever is known here. */
  async entry(name: string): Promise<KnownEntry | undefined> {
    const entry = await this.#connection.run(database => this.entries(database).findOne({ _id: name }))
    if (entry === null) return undefined
    const { definition, formers = [], words_tag: wordsTag } = entry
    return { definition: parse(definition), formers: formers.map(parse), wordsTag }
  }

  /** Put a definition in force, beside those before. @param wordsTag for a new collection: that of the documents to come */
  async store(
    definition: CollectionDefinition,
    formers: readonly CollectionDefinition[],
    wordsTag: string | undefined,
  ): Promise<void> {
    const { name } = definition
    const texts = { definition: JSON.stringify(definition), formers: formers.map(former => JSON.stringify(former)) }
    const fresh = wordsTag === undefined ? {} : { $setOnInsert: { words_tag: wordsTag } }
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $set: texts, ...fresh }, { upsert: true }),
    )
    this.#keep({ _id: name, ...texts })
  }

  /** Nothing is left of the definitions before. */
  async forgetFormers(name: string): Promise<void> {
    await this.#connection.run(database => this.entries(database).updateOne({ _id: name }, { $unset: { formers: '' } }))
    await this.#read(name)
  }

  async storeWordsTag(name: string, tag: string): Promise<void> {
    await this.#connection.run(database =>
      this.entries(database).updateOne({ _id: name }, { $set: { words_tag: tag } }),
    )
  }

  async #read(name: string): Promise<KnownCollection> {
    const entry = await this.#connection.run(database => this.entries(database).findOne({ _id: name }))
    if (entry === null) {
      this.forget(name)
      throw new Error(`the collection ${name} is not defined`)
    }
    return this.#keep(entry)
  }

  #keep({ _id, definition, formers = [] }: CatalogueEntry): KnownCollection {
    const text = [definition, ...formers].join('\n')
    const before = this.#known.get(_id)
    const collection =
      before?.text === text ? before.collection : knownCollection(parse(definition), formers.map(parse))
    this.#known.set(_id, { collection, text, readAt: performance.now(), reading: false })
    return collection
  }
}

/** What the store itself wrote. */
const parse = (text: string): CollectionDefinition => JSON.parse(text) as CollectionDefinition

export function knownCollection(
  definition: CollectionDefinition,
  formers: readonly CollectionDefinition[] = [],
): KnownCollection {
  const all = [definition, ...formers].flatMap(indexesOf)
  const indexes = [...new Map(all.map(index => [index.name, index])).values()]
  return {
    definition,
    indexes,
    indexOf: new Map(indexes.filter(index => index.unique !== true).map(({ field, name }) => [field, name])),
    words: definition.words === false ? undefined : new WordIndex(definition.words.except),
  }
}
