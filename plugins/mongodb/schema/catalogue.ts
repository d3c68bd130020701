import type { Collection, Db, UpdateFilter } from 'mongodb'
import type { JsonObject } from '../../../lib/json/types.ts'
import type { CollectionDefinition, ColumnKind } from '../../../lib/store-kit/document-store.ts'
import { currentDefinition } from '../../../lib/store-kit/index.ts'
import type { StoredDefinition } from '../../../lib/store-kit/index.ts'
import { readElements, toBson } from '../documents/bson.ts'
import type { Fields } from '../documents/bson.ts'
import { columnField, columnIdentity } from '../documents/column-fields.ts'
import type { ColumnField } from '../documents/column-fields.ts'
import type { DerivedFields } from '../documents/stored-document.ts'
import { findRaw, inPortions } from '../query/raw-documents.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { indexesOf, maxIndexes } from './indexes.ts'
import type { Index } from './indexes.ts'

/** A definition in force, in `_collections`. */
interface CatalogueEntry {
  _id: string
  definition: Fields
  /** Earlier definitions, parts of which may still exist and be needed: a prepared change can be abandoned. */
  formers?: Fields[]
  /** Names of defined indexes that no list uses: they do not exist, or not all documents contain their fields yet. The next `define` completes them. */
  absent?: string[]
  /** Written by release 0.2.0: columns with values of several types, for which `keys` has texts. */
  varied?: unknown[]
}

/** An entry as it is used. */
export interface KnownEntry {
  definition: CollectionDefinition
  formers: CollectionDefinition[]
  absent: string[]
}

/** The data that the store needs for one collection, computed once from its entry. */
export interface KnownCollection extends DerivedFields {
  definition: CollectionDefinition
  /** The columns of the definition, and those of earlier ones that may still be needed. */
  fields: readonly ColumnField[]
  /** Those of the definition, and those of earlier ones that may still exist. */
  indexes: readonly Index[]
  /** The indexed fields, each with the name of its index; those that lists cannot use are left out. */
  indexOf: ReadonlyMap<string, string>
  /** The indexes of several fields that lists can use. */
  compounds: readonly (Pick<Index, 'name'> & Required<Index>['compound'])[]
  /** The fields with unique values per account. */
  uniqueFields: ReadonlySet<string>
  absent: ReadonlySet<string>
  /** The column at a path by which values are compared as this kind. */
  columnAt(path: readonly string[], kind: ColumnKind): ColumnField | undefined
}

/** How long a definition is used before it is read again; another instance may have changed it. */
export const maxAgeMs = 500
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

  #entries(database: Db): Collection<CatalogueEntry> {
    return database.collection<CatalogueEntry>('_collections')
  }

  /** The data of a collection, refreshed in the background when it is no longer fresh. @throws when it was never defined */
  find(name: string): KnownCollection | Promise<KnownCollection> {
    const known = this.#known.get(name)
    if (known === undefined) return this.refresh(name)
    if (!known.reading && performance.now() - known.readAt > maxAgeMs) {
      known.reading = true
      this.refresh(name).catch(() => {
        known.reading = false // the next use tries again, and reports its own error
      })
    }
    return known.collection
  }

  forget(name: string): void {
    this.#known.delete(name)
  }

  /** All entries, read in portions. */
  async all(): Promise<KnownEntry[]> {
    const portions = inPortions(portionSize, (range, options) =>
      this.#connection.run(database => findRaw(this.#entries(database), range, options)),
    )
    const entries: KnownEntry[] = []
    for await (const portion of portions) entries.push(...portion.map(readEntry))
    return entries
  }

  /** The entry in the database, regardless of the cached one. */
  async entry(name: string): Promise<KnownEntry | undefined> {
    const found = await this.#connection.run(database => findRaw(this.#entries(database), { _id: name }, { limit: 1 }))
    return found.map(readEntry)[0]
  }

  /** Put a definition in force. */
  async store(entry: KnownEntry): Promise<void> {
    await this.#connection.run(database =>
      this.#entries(database).replaceOne({ _id: entry.definition.name }, entryForm(entry), { upsert: true }),
    )
    this.#keep(entry, ++this.#order)
  }

  async remove(database: Db, name: string): Promise<void> {
    await this.#entries(database).deleteOne({ _id: name })
  }

  /** Record that lists can use all indexes of a collection but these. */
  async storePresent(name: string, absent: readonly string[]): Promise<KnownCollection> {
    return this.#update(name, { $set: { absent: [...absent] } })
  }

  /** Record that nothing of earlier definitions remains. */
  async complete({ name }: CollectionDefinition): Promise<void> {
    await this.#update(name, { $unset: { formers: '', absent: '' } })
  }

  /** Record that lists cannot use these indexes: before they are dropped, or when they were found missing. */
  async storeAbsent(name: string, absent: readonly string[]): Promise<KnownCollection> {
    return absent.length === 0
      ? this.refresh(name)
      : this.#update(name, { $addToSet: { absent: { $each: [...absent] } } })
  }

  /** Check which indexes of a collection exist, after one was found missing. */
  async noteAbsentIndexes(name: string): Promise<KnownCollection> {
    const known = await this.refresh(name)
    const existing = await this.#connection.run(database => indexNames(database, name))
    return this.storeAbsent(
      name,
      known.indexes.map(index => index.name).filter(index => !existing.has(index)),
    )
  }

  async #update(name: string, update: UpdateFilter<CatalogueEntry>): Promise<KnownCollection> {
    await this.#connection.run(database => this.#entries(database).updateOne({ _id: name }, update))
    return this.refresh(name)
  }

  /** The data of a collection, read now. @throws when it was never defined */
  async refresh(name: string): Promise<KnownCollection> {
    const order = ++this.#order
    const entry = await this.entry(name)
    if (entry === undefined) {
      this.forget(name)
      throw new Error(`the collection ${name} is not defined`)
    }
    return this.#keep(entry, order)
  }

  /** @param order when the entry was requested */
  #keep(entry: KnownEntry, order: number): KnownCollection {
    const { name } = entry.definition
    const before = this.#known.get(name)
    if (before !== undefined && before.order > order) return before.collection
    const text = JSON.stringify(entry)
    const collection = before?.text === text ? before.collection : knownCollection(entry)
    this.#known.set(name, { collection, text, readAt: performance.now(), reading: false, order })
    return collection
  }
}

/** An entry as it is stored. */
export const entryForm = ({ definition, formers, absent }: KnownEntry): Omit<CatalogueEntry, '_id'> => ({
  definition: bsonOf(definition),
  ...(formers.length > 0 && { formers: formers.map(bsonOf) }),
  ...(absent.length > 0 && { absent }),
})

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a definition is made of JSON
const bsonOf = (definition: CollectionDefinition): Fields => toBson(definition as unknown as JsonObject)

const entryNames = new Set(['definition', 'formers', 'absent', 'varied'])

/** Read a stored entry. @param bytes as MongoDB returns it with the option `raw` */
export function readEntry(bytes: Buffer): KnownEntry {
  const elements = readElements(bytes, entryNames)
  const list = (name: string): unknown[] => JSON.parse(elements.get(name) ?? '[]')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the store itself
  const entry = {
    definition: definitionOf(JSON.parse(elements.get('definition') ?? 'null')),
    formers: list('formers').map(definitionOf),
    absent: list('absent'),
  } as KnownEntry
  return elements.has('varied') ? withoutKeys(entry) : entry
}

/** The entry of a collection in which no list uses keys, until the next `define` has made them again. */
function withoutKeys(entry: KnownEntry): KnownEntry {
  const keyed = knownCollection(entry).indexes.filter(({ key }) =>
    Object.keys(key).some(name => name.startsWith('keys.')),
  )
  return { ...entry, absent: [...new Set([...entry.absent, ...keyed.map(({ name }) => name)])] }
}

/** Until format 3 definitions were stored as text. */
const definitionOf = (stored: unknown): CollectionDefinition =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the store itself
  currentDefinition((typeof stored === 'string' ? JSON.parse(stored) : stored) as StoredDefinition)

/** The entry of a definition that has just been made. */
export const newEntry = (definition: CollectionDefinition): KnownEntry => ({ definition, formers: [], absent: [] })

/** The definition in force: as long as indexes of a new one are missing, the one before it. */
export function definitionInForce({ definition, formers, absent }: KnownEntry): CollectionDefinition {
  const isPrepared = indexesOf(definition).every(({ name }) => !absent.includes(name))
  return isPrepared ? definition : (formers.at(-1) ?? definition)
}

/** What the indexes that lists can use contain, by their names. */
export function contentsOf(entry: KnownEntry): Map<string, string | undefined> {
  const { indexes, absent } = knownCollection(entry)
  return new Map(indexes.filter(({ name }) => !absent.has(name)).map(({ name, content }) => [name, content]))
}

export function knownCollection({ definition, formers, absent: absentNames }: KnownEntry): KnownCollection {
  const absent = new Set(absentNames)
  // Of two that have the same name, the one of the definition counts.
  const indexes = [...new Map([...formers, definition].flatMap(indexesOf).map(index => [index.name, index])).values()]
  const isUsable = ({ name }: Index): boolean => !absent.has(name)
  const indexOf = new Map(
    indexes.filter(index => index.unique !== true && isUsable(index)).map(({ field, name }) => [field, name]),
  )
  const unique = indexesOf(definition).filter(index => index.unique === true && isUsable(index))
  const fields = fieldsOf([definition, ...formers])
  const byTarget = new Map(fields.toReversed().map(field => [targetKey(field.column.path, field.column.kind), field]))
  return {
    definition,
    fields,
    indexes,
    absent,
    indexOf,
    compounds: indexes.flatMap(index =>
      index.compound !== undefined && isUsable(index) ? [{ name: index.name, ...index.compound }] : [],
    ),
    uniqueFields: new Set(unique.map(({ field }) => field)),
    columnAt: (path, kind) => byTarget.get(targetKey(path, kind)),
  }
}

const targetKey = (path: readonly string[], kind: ColumnKind): string => JSON.stringify([path, kind])

/** The columns of definitions; of several that share a field with keys, those of the first definition. */
function fieldsOf(definitions: readonly CollectionDefinition[]): ColumnField[] {
  const found = new Map<string, ColumnField>()
  const keys = new Set<string>()
  for (const { columns } of definitions) {
    const more: string[] = []
    for (const column of columns) {
      const field = columnField(column)
      const identity = columnIdentity(column)
      if (found.has(identity) || (field.form !== 'value' && keys.has(field.field ?? ''))) continue
      found.set(identity, field)
      if (field.field !== undefined) more.push(field.field)
    }
    for (const field of more) keys.add(field)
  }
  return [...found.values()]
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
