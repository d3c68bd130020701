import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Db, Document } from 'mongodb'
import type { CollectionDefinition } from '../../../lib/store-kit/document-store.ts'
import { Conflict } from '../../../lib/errors/index.ts'
import { columnIdentity } from '../documents/column-fields.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import type { Catalogue, KnownEntry } from './catalogue.ts'
import { contentsOf, knownCollection, maxAgeMs, newEntry } from './catalogue.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { ensureCollection } from './ensure-collection.ts'
import { fillDerived } from './fill.ts'
import { hasCode } from '../server/errors.ts'
import { IndexBuilder } from './index-builder.ts'
import { indexesOf, isOurs } from './indexes.ts'
import { validatorOf } from './validator.ts'

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
    indexesOf(definition, before?.varied)
    if (before !== undefined && (await this.#isInForce(before, definition))) return
    await this.#change(database => ensureCollection(database, name))
    const formers = formersOf(before, definition)
    await this.#validate(name, validatorOf([...formers, definition]))
    await this.#prepare(definition, before, formers, phase)
    if (phase === 'prepare') return
    await this.#validate(name, validatorOf([definition]))
    const varied = (await this.#catalogue.entry(name))?.varied
    await this.#indexes.settle(name, indexesOf(definition, varied))
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
    const { varied } = before ?? newEntry(definition)
    const usable = before === undefined ? new Map<string, string | undefined>() : contentsOf(before)
    const { indexes } = knownCollection({ definition, formers, absent: [], varied })
    const absent = indexes.filter(one => !existing.has(one.name) || usable.get(one.name) !== one.content)
    await this.#catalogue.store({ definition, formers, absent: absent.map(one => one.name), varied })
    try {
      await this.#complete(name, needsFilling(before, definition, usable), phase === 'prepare')
      const known = await this.#catalogue.refresh(name)
      const announce = (dropped: readonly string[]): Promise<unknown> => this.#catalogue.storeAbsent(name, dropped)
      const wanted = indexesOf(definition, (await this.#catalogue.entry(name))?.varied)
      const missing = await this.#indexes.add(name, wanted, known.indexes, announce)
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

  /** Complete the documents of a collection, until no column turns out to be varied any more. */
  async #complete(name: string, needs: 'nothing' | 'check' | 'keys', isShared: boolean): Promise<void> {
    if (needs === 'nothing' || !(await this.#hasDocuments(name))) return
    // Other instances write by the definition that they read last.
    if (needs === 'keys' && isShared) await delay(maxAgeMs + pauseMs)
    let known = await this.#catalogue.refresh(name)
    for (let isChecked = needs === 'check'; ; isChecked = false) {
      const { varied } = await fillDerived(this.#connection, known, { isChecked })
      if (varied.length > 0) {
        known = await this.#catalogue.storeVaried(name, varied)
        continue
      }
      const now = await this.#catalogue.refresh(name)
      if (now === known) return
      known = now // a writer found one
    }
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
    const { varied, documents } = await fillDerived(this.#connection, known, { signal })
    if (varied.length > 0) {
      await this.#catalogue.storeVaried(name, varied)
      await this.define(known.definition, undefined)
    }
    return documents
  }

  /** Whether a definition is completely in force, with all its indexes. Then nothing is written: most definitions are the same as at the last start. */
  async #isInForce(before: KnownEntry, definition: CollectionDefinition): Promise<boolean> {
    const isComplete = before.formers.length + before.absent.length === 0
    if (!isComplete || !isDeepStrictEqual(before.definition, definition)) return false
    const indexes = indexesOf(definition, before.varied)
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

/** What the documents need for a definition. @param usable the indexes that lists can use so far, see `contentsOf` */
function needsFilling(
  before: KnownEntry | undefined,
  definition: CollectionDefinition,
  usable: ReadonlyMap<string, string | undefined>,
): 'nothing' | 'check' | 'keys' {
  if (before === undefined) return 'nothing'
  // The fields of an index of several ones have indexes of their own too.
  const changed = indexesOf(definition, before.varied).filter(
    one => one.compound === undefined && usable.get(one.name) !== one.content,
  )
  if (changed.some(({ field, content }) => content !== undefined && !field.startsWith('data.'))) return 'keys'
  const known = new Set([before.definition, ...before.formers].flatMap(({ columns }) => columns.map(columnIdentity)))
  const isNew = definition.columns.some(column => !known.has(columnIdentity(column)))
  return isNew || changed.some(({ content }) => content !== undefined) ? 'check' : 'nothing'
}

/** The definitions that may still be needed in addition to a new one: an earlier prepared one may never have been completed, nor may this one. */
function formersOf(before: KnownEntry | undefined, definition: CollectionDefinition): CollectionDefinition[] {
  if (before === undefined) return []
  const distinct = new Map([...before.formers, before.definition].map(former => [JSON.stringify(former), former]))
  distinct.delete(JSON.stringify(definition))
  return [...distinct.values()]
}
