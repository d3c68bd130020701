import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Db, Document, IndexDescription } from 'mongodb'
import type { CollectionDefinition } from '../../contracts/document-store.ts'
import { Conflict, UniqueViolation } from '../../errors.ts'
import type { Catalogue, KnownEntry } from './catalogue.ts'
import { knownCollection } from './catalogue.ts'
import type { Connection } from './connection.ts'
import { ensureCollection } from './ensure-collection.ts'
import { code, duplicateKey, hasCode } from './failures.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Index } from './indexes.ts'
import { described, isOurs } from './indexes.ts'
import { rebuildWords } from './rebuild-words.ts'
import type { StoredForm } from './stored-form.ts'
import { validatorOf } from './validator.ts'

/** Building an index takes its time. A server that is away is noticed by the connection, whatever this says. */
const longest = 3_600_000
/** Another instance is at the same work: locks, index builds and `collMod` beside each other. */
const busy = [24, 46, 112, 117, 276, 12586, 12587]
const attempts = 40
const pause = 100

/** Brings collections to their definitions. Every step may be repeated, and may be done by several instances at once. */
export class Definitions {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #writes: GroupCommit

  constructor(connection: Connection, catalogue: Catalogue, writes: GroupCommit) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#writes = writes
  }

  /** @throws `UniqueViolation`, `BadRequest` when there would be too many indexes */
  async define(definition: CollectionDefinition, phase: 'prepare' | 'finish' | undefined): Promise<void> {
    const { name } = definition
    const { indexes, words } = knownCollection(definition)
    const before = await this.#catalogue.entry(name)
    await this.#change(database => ensureCollection(database, name))
    const formers = formersOf(before, definition)
    await this.#validate(name, validatorOf([...formers, definition]))
    await this.#index(name, indexes)
    await this.#catalogue.store(definition, formers, before === undefined ? words?.tag : undefined)
    if (phase === 'prepare') return
    await this.#validate(name, validatorOf([definition]))
    await this.#dropIndexes(name, new Set(indexes.map(index => index.name)))
    await this.#catalogue.forgetFormers(name)
    if (words === undefined || before === undefined || before.wordsTag === words.tag) return
    await rebuildWords(this.#connection, name, words)
    await this.#catalogue.storeWordsTag(name, words.tag)
  }

  /** @throws `Conflict` when it has documents */
  async drop(name: string): Promise<void> {
    await this.#connection.run(async database => {
      const found = await database.collection<StoredForm>(name).findOne({ text: { $exists: true } })
      if (found !== null) throw new Conflict(`the collection ${name} has documents`)
      await this.#catalogue.entries(database).deleteOne({ _id: name })
      await database.dropCollection(name)
    })
    this.#catalogue.forget(name)
  }

  async #validate(name: string, validator: Document): Promise<void> {
    await this.#change(async database => {
      const [now] = await database.listCollections({ name }).toArray()
      if (isDeepStrictEqual((now as { options?: Document } | undefined)?.options?.['validator'], validator)) return
      await database.command({ collMod: name, validator, validationLevel: 'moderate', validationAction: 'error' })
    })
  }

  /** The unique ones one by one, so that a violation tells its property; a build that fails leaves nothing. */
  async #index(name: string, indexes: readonly Index[]): Promise<void> {
    const existing = await this.#indexNames(name)
    const missing = indexes.filter(index => !existing.has(index.name))
    const plain = missing.filter(index => index.unique !== true).map(described)
    if (plain.length > 0) await this.#build(name, plain)
    const made: Index[] = []
    for (const index of missing.filter(({ unique }) => unique === true)) {
      try {
        await this.#build(name, [described(index)])
        made.push(index)
      } catch (error) {
        if (duplicateKey(error) === undefined) throw error
        for (const other of made) await this.#dropIndex(name, other.name)
        throw new UniqueViolation(index.property ?? '')
      }
    }
  }

  async #build(name: string, indexes: IndexDescription[]): Promise<void> {
    await this.#change(database => this.#writes.beside(() => database.collection(name).createIndexes(indexes)))
  }

  async #dropIndexes(name: string, wanted: ReadonlySet<string>): Promise<void> {
    for (const index of await this.#indexNames(name)) {
      if (isOurs(index) && !wanted.has(index)) await this.#dropIndex(name, index)
    }
  }

  async #dropIndex(name: string, index: string): Promise<void> {
    await this.#change(database => database.collection(name).dropIndex(index)).catch((error: unknown) => {
      if (!hasCode(error, code.indexNotFound)) throw error // another instance was faster
    })
  }

  async #indexNames(name: string): Promise<Set<string>> {
    const indexes = await this.#change(database => database.collection(name).listIndexes().toArray())
    return new Set(indexes.map(index => String((index as { name?: unknown }).name)))
  }

  /** Make a change to the database; again when others are in the way. */
  async #change<T>(work: (database: Db) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#connection.run(work, longest)
      } catch (error) {
        if (attempt === attempts || !hasCode(error, ...busy)) throw error
        await delay(pause)
      }
    }
  }
}

/** The definitions that may still be needed beside a new one: what was prepared before may never have come to be, nor this one. */
function formersOf(before: KnownEntry | undefined, definition: CollectionDefinition): CollectionDefinition[] {
  if (before === undefined) return []
  const distinct = new Map([...before.formers, before.definition].map(former => [JSON.stringify(former), former]))
  distinct.delete(JSON.stringify(definition))
  return [...distinct.values()]
}
