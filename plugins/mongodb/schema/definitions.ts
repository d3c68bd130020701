import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Db, Document } from 'mongodb'
import type { CollectionDefinition } from '../../../lib/store-kit/document-store.ts'
import { Conflict } from '../../../lib/errors/index.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { Catalogue, KnownEntry } from './catalogue.ts'
import { contentsOf, knownCollection, maxAgeMs } from './catalogue.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { ensureCollection } from './ensure-collection.ts'
import { fillDerived } from './fill.ts'
import { hasCode } from '../server/errors.ts'
import { IndexBuilder } from './index-builder.ts'
import { indexesOf, isOurs } from './indexes.ts'
import { collectionValidatorOf } from './validator.ts'

/** Building an index takes time. The connection notices an unreachable server independently of this limit. */
const maxChangeMs = 3_600_000
/** Another instance does the same work: concurrent locks, index builds and `collMod`. */
const busy = [24, 46, 112, 117, 276, 12586, 12587]
const maxAttempts = 40
const pauseMs = 100

/** Changes collections to match their definitions. Every step can be repeated, and can be run by several instances at once. */
export class Definitions {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #indexes: IndexBuilder

  constructor(connection: Connection, catalogue: Catalogue) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#indexes = new IndexBuilder(work => this.#change(work))
  }

  /**
   * @throws `UniqueViolation`, `BadRequest` when there would be too many indexes, `Conflict` when there are, because other software created some
   */
  async define(given: CollectionDefinition, phase: 'prepare' | 'finish' | undefined): Promise<void> {
    const definition: CollectionDefinition = JSON.parse(JSON.stringify(given)) // as it is read back
    const { name } = definition
    const before = await this.#catalogue.entry(name)
    indexesOf(definition) // throws when there are too many
    if (before !== undefined && (await this.#isInForce(before, definition))) return
    await this.#change(database => ensureCollection(database, name))
    const formers = formersOf(before, definition)
    await this.#validate(name, collectionValidatorOf([...formers, definition]))
    await this.#prepare(definition, before, formers, phase)
    if (phase === 'prepare') return
    await this.#validate(name, collectionValidatorOf([definition]))
    await this.#indexes.settle(name, indexesOf(definition))
    await this.#catalogue.complete(definition)
  }

  /**
   * Put a definition in force in addition to the earlier ones: from now on writers write what it needs. Then complete the documents and build the indexes
   * that are missing; until then no list uses these.
   */
  async #prepare(
    definition: CollectionDefinition,
    before: KnownEntry | undefined,
    formers: CollectionDefinition[],
    phase: 'prepare' | 'finish' | undefined,
  ): Promise<void> {
    const { name } = definition
    const existing = await this.#indexes.names(name)
    const usable = before === undefined ? new Map<string, string | undefined>() : contentsOf(before)
    const { indexes } = knownCollection({ definition, formers, absent: [] })
    const absent = indexes.filter(one => !existing.has(one.name) || usable.get(one.name) !== one.content)
    await this.#catalogue.store({ definition, formers, absent: absent.map(one => one.name) })
    try {
      if (before !== undefined && needsFilling(definition, usable)) await this.#complete(name, phase === 'prepare')
      const known = await this.#catalogue.refresh(name)
      const announce = (dropped: readonly string[]): Promise<unknown> => this.#catalogue.storeAbsent(name, dropped)
      const missing = await this.#indexes.add(name, indexesOf(definition), known.indexes, announce)
      await this.#catalogue.storePresent(name, missing)
    } catch (error) {
      // The documents may contain what the new definition needs instead of what the earlier one does.
      if (before !== undefined) {
        const changed = indexes.filter(one => usable.has(one.name) && usable.get(one.name) !== one.content)
        const names = new Set([...before.absent, ...changed.map(one => one.name)])
        await this.#catalogue.store({ ...before, absent: [...names] })
      }
      throw error
    }
  }

  /** Make what the documents of a collection need. */
  async #complete(name: string, isShared: boolean): Promise<void> {
    if (!(await this.#hasDocuments(name))) return
    if (isShared) await delay(maxAgeMs + pauseMs) // other instances write by the definition that they read last
    await fillDerived(this.#connection, await this.#catalogue.refresh(name))
  }

  async #hasDocuments(name: string): Promise<boolean> {
    const found = await this.#connection.run(database =>
      database.collection<StoredForm>(name).findOne({}, { projection: { _id: 1 }, maxTimeMS: maxAnswerMs }),
    )
    return found !== null
  }

  /**
   * Make the keys, words and references of all documents, after changes by other tools.
   * @returns the number of documents
   */
  async reindex(name: string, signal?: AbortSignal): Promise<number> {
    const known = await this.#catalogue.refresh(name)
    return fillDerived(this.#connection, known, { signal })
  }

  /** Whether a definition is completely in force, with all its indexes. Then nothing is written: most definitions are the same as at the last start. */
  async #isInForce(before: KnownEntry, definition: CollectionDefinition): Promise<boolean> {
    const isComplete = before.formers.length + before.absent.length === 0
    if (!isComplete || !isDeepStrictEqual(before.definition, definition)) return false
    const indexes = indexesOf(definition)
    const existing = await this.#indexes.names(definition.name)
    const ours = [...existing].filter(isOurs)
    return ours.length === indexes.length && indexes.every(({ name }) => existing.has(name))
  }

  /** @throws `Conflict` when it has documents */
  async drop(name: string): Promise<void> {
    await this.#connection.run(async database => {
      const found = await database
        .collection<StoredForm>(name)
        .findOne({ data: { $exists: true } }, { projection: { _id: 1 }, maxTimeMS: maxAnswerMs })
      if (found !== null) throw new Conflict(`the collection ${name} has documents`)
      await this.#catalogue.remove(database, name)
      await database.dropCollection(name)
    })
    this.#catalogue.forget(name)
  }

  async #validate(name: string, validator: Document): Promise<void> {
    const now: Document | null = await this.#change(database =>
      database.listCollections({ name }, { maxTimeMS: maxAnswerMs }).next(),
    )
    if (isDeepStrictEqual(now?.['options']?.validator, validator)) return
    const rule = { collMod: name, validator, validationLevel: 'moderate', validationAction: 'error' }
    await this.#change(database => database.command(rule))
  }

  /**
   * Make a change to the database; retried when other changes conflict with it. MongoDB makes it wait for the transactions that use the collection, and
   * aborts those that begin meanwhile, which are repeated.
   */
  async #change<T>(work: (database: Db) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#connection.run(work, maxChangeMs)
      } catch (error) {
        if (attempt === maxAttempts || !hasCode(error, ...busy)) throw error
        await delay(pauseMs)
      }
    }
  }
}

/**
 * Whether documents may lack what indexes of a definition contain. The fields of an index of several ones have indexes of their own too.
 * @param usable the indexes that lists can use so far, see `contentsOf`
 */
const needsFilling = (definition: CollectionDefinition, usable: ReadonlyMap<string, string | undefined>): boolean =>
  indexesOf(definition).some(
    ({ name, content, compound }) => compound === undefined && content !== undefined && usable.get(name) !== content,
  )

/** The definitions that may still be needed in addition to a new one: an earlier prepared one may never have been completed, nor may this one. */
function formersOf(before: KnownEntry | undefined, definition: CollectionDefinition): CollectionDefinition[] {
  if (before === undefined) return []
  const distinct = new Map([...before.formers, before.definition].map(former => [JSON.stringify(former), former]))
  distinct.delete(JSON.stringify(definition))
  return [...distinct.values()]
}
