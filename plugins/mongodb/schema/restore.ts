import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Document } from 'mongodb'
import { release } from '../../../kernel/index.ts'
import { ConfigurationError } from '../../../lib/errors/index.ts'
import type { CollectionDefinition, SnapshotPart, StoredDocument } from '../../../lib/store-kit/document-store.ts'
import { equalDateTimes, readDocument } from '../../../lib/store-kit/index.ts'
import type { EqualValues } from '../../../lib/store-kit/index.ts'
import type { StoredForm, VersionForm } from '../documents/stored-document.ts'
import { encodeDocument, versionForm } from '../documents/stored-document.ts'
import { heartbeats } from '../feed/heartbeat.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { code, duplicateKey, hasCode } from '../server/errors.ts'
import { entryForm, knownCollection, newEntry } from './catalogue.ts'
import { equalValues } from './equal-values.ts'
import { described, indexesOf } from './indexes.ts'
import type { Index } from './indexes.ts'
import { currentFormat, refuseConverting } from './conversion.ts'
import { collectionValidatorOf } from './validator.ts'

/*
 * A restore loads everything into collections of temporary names in the same database. Then a document in `_store` lists them: that single write decides.
 * Before it, the database is as it was. After it, whoever opens the database first finishes the exchange: collections that are not in the list are
 * dropped, and the loaded ones are renamed. Each of these steps can be repeated.
 */

/** The names of collections that are being loaded begin with this. */
const prefix = '_restoring.'
const store = '_store'

/** Written when everything is loaded; deleted when the exchange is complete. */
interface RestoreEntry {
  _id: 'restore'
  collections: string[]
}

/** Loading and building indexes take time. An unreachable server is noticed independently of this limit. */
const maxRestoreMs = 24 * 3_600_000
const insertedAtOnce = 500
/** A running instance writes its heartbeat more often than this, even if nobody uses it. */
const heartbeatWaitMs = 6_500
const heartbeatPollMs = 300
/** Those that are older are of instances that have ended, whatever the difference of the clocks. */
const maxHeartbeatAgeMs = 10 * 60_000

/** A running service uses the database. */
class DatabaseInUse extends ConfigurationError {
  static override readonly code: string = 'store-owned'
}

/** Whether a collection belongs to the content of a store: not a heartbeat, nor what an interrupted restore left. */
const isContent = (name: string): boolean =>
  !name.startsWith(prefix) && !name.startsWith('system.') && name !== heartbeats

/**
 * Fill a database with the parts of a snapshot.
 * @throws ConfigurationError when there is something already and `replace` is not set, or another process uses or converts it
 */
export async function restoreDatabase(
  connection: Connection,
  parts: AsyncIterable<SnapshotPart>,
  replace: boolean,
): Promise<void> {
  await connection.run(async database => {
    await refuseConverting(database)
    await refuseRunning(database)
    if (!replace && (await namesIn(database)).some(isContent)) {
      throw new ConfigurationError(
        `the database ${database.databaseName} is not empty; --replace replaces everything in it`,
      )
    }
    await dropLoaded(database)
    try {
      const loading = new Loading(database)
      for await (const part of parts) await loading.add(part)
      const collections = await loading.finish()
      await refuseConverting(database)
      await refuseRunning(database)
      const entry: RestoreEntry = { _id: 'restore', collections }
      await database.collection<RestoreEntry>(store).replaceOne({ _id: 'restore' }, entry, { upsert: true })
    } catch (error) {
      await dropLoaded(database)
      throw error
    }
    await completeRestore(database)
  }, maxRestoreMs)
}

/** Finish the exchange of a restore that was interrupted after everything was loaded. */
export async function completeRestore(database: Db): Promise<void> {
  const entries = database.collection<RestoreEntry>(store)
  const entry = await entries.findOne({ _id: 'restore' }, { maxTimeMS: maxAnswerMs })
  if (entry === null) return
  const restored = new Set(entry.collections)
  for (const name of await namesIn(database)) {
    const isKept = name.startsWith(prefix) || name.startsWith('system.') || name === store || restored.has(name)
    if (!isKept) await database.dropCollection(name)
  }
  for (const name of restored) {
    await database.renameCollection(prefix + name, name, { dropTarget: true }).catch((error: unknown) => {
      if (!hasCode(error, code.namespaceNotFound)) throw error // it was renamed before the interruption, or by another instance
    })
  }
  const { version, commit } = release
  await database
    .collection<{ _id: 'format' }>(store)
    .replaceOne(
      { _id: 'format' },
      { number: currentFormat, version, ...(commit !== undefined && { commit }) },
      { upsert: true },
    )
  await entries.deleteOne({ _id: 'restore' })
}

async function namesIn(database: Db): Promise<string[]> {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray()
  return collections.map(({ name }) => name)
}

async function dropLoaded(database: Db): Promise<void> {
  for (const name of await namesIn(database)) if (name.startsWith(prefix)) await database.dropCollection(name)
}

/** @throws DatabaseInUse when an instance sends heartbeats */
export async function refuseRunning(database: Db): Promise<void> {
  const beats = async (): Promise<Map<string, unknown>> => {
    const seen = { $gte: new Date(Date.now() - maxHeartbeatAgeMs) }
    const found = await database
      .collection<{ _id: string; at?: number; seen: Date }>(heartbeats)
      .find({ seen })
      .toArray()
    return new Map(found.map(({ _id, at }) => [_id, at]))
  }
  const before = await beats()
  if (before.size === 0) return
  for (let waited = 0; waited < heartbeatWaitMs; waited += heartbeatPollMs) {
    await delay(heartbeatPollMs)
    for (const [id, at] of await beats()) {
      if (before.get(id) === at) continue
      throw new DatabaseInUse(`the database ${database.databaseName} is in use by a running service; stop it first`)
    }
  }
}

/** Loads the parts of a snapshot into collections of temporary names. */
class Loading {
  readonly #database: Db
  readonly #names: string[] = []
  #definition: CollectionDefinition | undefined

  constructor(database: Db) {
    this.#database = database
  }

  async add(part: SnapshotPart): Promise<void> {
    if (part.kind === 'collection') {
      await this.#complete()
      this.#definition = part.definition
      await this.#create(part.definition.name)
    } else if (part.kind === 'documents') await this.#insert(part.documents)
    else if (part.kind === 'versions') await this.#insertVersions(part.documents)
    else {
      const forms = part.ids.map((_id): StoredForm => ({ _id, removed: true }))
      await this.#insertMany(this.#current.name, forms)
    }
  }

  /** @returns the names that the collections will have */
  async finish(): Promise<string[]> {
    await this.#complete()
    for (const name of ['_collections', '_versions']) await this.#create(name)
    return this.#names
  }

  get #current(): CollectionDefinition {
    if (this.#definition === undefined) throw new TypeError('a snapshot begins with a collection')
    return this.#definition
  }

  async #create(name: string): Promise<void> {
    if (this.#names.includes(name)) return
    await this.#database.createCollection(prefix + name)
    this.#names.push(name)
  }

  async #insertMany(name: string, forms: readonly { _id: string }[]): Promise<void> {
    for (let start = 0; start < forms.length; start += insertedAtOnce) {
      const some: Document[] = forms.slice(start, start + insertedAtOnce)
      await this.#database.collection(prefix + name).insertMany(some, { ordered: false })
    }
  }

  async #insert(documents: readonly StoredDocument[]): Promise<void> {
    const known = knownCollection(newEntry(this.#current))
    const forms: StoredForm[] = []
    for (const document of documents) {
      forms.push((await encodeDocument(readDocument(document), known)).form)
    }
    await this.#insertMany(this.#current.name, forms)
  }

  async #insertVersions(states: readonly StoredDocument[]): Promise<void> {
    const { name } = this.#current
    await this.#create('_versions')
    const forms = states.map((state): VersionForm => versionForm(name, readDocument(state)))
    await this.#insertMany('_versions', forms)
  }

  async #build(indexes: readonly Index[]): Promise<void> {
    const collection = this.#database.collection<{ _id: string }>(prefix + this.#current.name)
    try {
      await collection.createIndexes(indexes.map(described))
    } catch (error) {
      if (duplicateKey(error) === undefined) throw error
      const found: EqualValues[] = []
      for (const { property, field, partialFilterExpression = {} } of indexes)
        if (property !== undefined)
          found.push(...(await equalValues(collection, property, partialFilterExpression, `$${field}`)))
      throw found.length === 0 ? error : equalDateTimes('restore', found)
    }
  }

  /** Stored documents need not match the validator: it applies to later changes. */
  async #complete(): Promise<void> {
    if (this.#definition === undefined) return
    const { name } = this.#definition
    await this.#build(indexesOf(this.#definition))
    const rule = {
      validator: collectionValidatorOf([this.#definition]),
      validationLevel: 'moderate',
      validationAction: 'error',
    }
    await this.#database.command({ collMod: prefix + name, ...rule })
    await this.#create('_collections')
    await this.#insertMany('_collections', [{ _id: name, ...entryForm(newEntry(this.#definition)) }])
    this.#definition = undefined
  }
}
