import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Db, Document } from 'mongodb'
import type { CollectionDefinition } from '../../../lib/store-kit/document-store.ts'
import { Conflict } from '../../../lib/errors/index.ts'
import type { Catalogue, KnownEntry, Tags } from './catalogue.ts'
import { knownCollection, tagsOf } from './catalogue.ts'
import type { Connection } from '../server/connection.ts'
import { maxAnswerMs } from '../server/connection.ts'
import { ensureCollection } from './ensure-collection.ts'
import { hasCode } from '../server/errors.ts'
import { IndexBuilder } from './index-builder.ts'
import { isOurs } from './indexes.ts'
import { rebuildDerived } from './rebuild-derived.ts'
import type { StoredForm } from '../documents/stored-document.ts'
import { validatorOf } from './validator.ts'

/** Building an index takes time. The connection notices an unreachable server independently of this limit. */
const maxChangeMs = 3_600_000
/** Another instance does the same work: concurrent locks, index builds and `collMod`. */
const busy = [24, 46, 112, 117, 276, 12586, 12587]
const maxAttempts = 40
const pauseMs = 100

/** Makes a change while the store's own transactions wait. */
type Hold = <T>(change: () => Promise<T>) => Promise<T>

/** Changes collections to match their definitions. Every step can be repeated, and can be run by several instances at once. */
export class Definitions {
  readonly #connection: Connection
  readonly #catalogue: Catalogue
  readonly #indexes: IndexBuilder
  readonly #hold: Hold

  constructor(connection: Connection, catalogue: Catalogue, hold: Hold) {
    this.#connection = connection
    this.#catalogue = catalogue
    this.#hold = hold
    this.#indexes = new IndexBuilder(work => this.#change(work))
  }

  /**
   * @throws `UniqueViolation`, `BadRequest` when there would be too many indexes, `Conflict` when there are, because other software created some
   */
  async define(definition: CollectionDefinition, phase: 'prepare' | 'finish' | undefined): Promise<void> {
    const { name } = definition
    const { indexes, ...derived } = knownCollection(definition)
    const before = await this.#catalogue.entry(name)
    if (before !== undefined && (await this.#isInForce(before, definition))) return
    await this.#change(database => ensureCollection(database, name))
    const formers = formersOf(before, definition)
    await this.#validate(name, validatorOf([...formers, definition]))
    const announce = (absent: readonly string[]): Promise<unknown> => this.#catalogue.storeAbsent(name, absent)
    const known = knownCollection(definition, formers).indexes
    const absent = await this.#indexes.add(name, indexes, known, announce)
    await this.#catalogue.store(definition, formers, absent, before === undefined ? tagsOf(derived) : {})
    if (phase === 'prepare') return
    await this.#validate(name, validatorOf([definition]))
    await this.#indexes.settle(name, indexes)
    await this.#catalogue.complete(name)
    if (before === undefined || !isOutdated(before, tagsOf(derived))) return
    await rebuildDerived(this.#connection, name, derived)
    await this.#catalogue.storeTags(name, tagsOf(derived))
  }

  /** Whether a definition is completely in force, with all its indexes. Then nothing is written: most definitions are the same as at the last start. */
  async #isInForce(before: KnownEntry, definition: CollectionDefinition): Promise<boolean> {
    const { indexes, ...derived } = knownCollection(definition)
    const isComplete = before.formers.length + before.absent.length === 0
    if (!isComplete || !isDeepStrictEqual(before.definition, definition)) return false
    if (isOutdated(before, tagsOf(derived))) return false
    const existing = await this.#indexes.names(definition.name)
    const ours = [...existing].filter(isOurs)
    return ours.length === indexes.length && indexes.every(({ name }) => existing.has(name))
  }

  /** @throws `Conflict` when it has documents */
  async drop(name: string): Promise<void> {
    await this.#connection.run(async database => {
      const found = await database
        .collection<StoredForm>(name)
        .findOne({ text: { $exists: true } }, { maxTimeMS: maxAnswerMs })
      if (found !== null) throw new Conflict(`the collection ${name} has documents`)
      await this.#catalogue.entries(database).deleteOne({ _id: name })
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

  /** Make a change to the database; retried when other changes conflict with it. */
  async #change<T>(work: (database: Db) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#hold(() => this.#connection.run(work, maxChangeMs))
      } catch (error) {
        if (attempt === maxAttempts || !hasCode(error, ...busy)) throw error
        await delay(pauseMs)
      }
    }
  }
}

/** Whether what is derived from the documents must be made anew. */
const isOutdated = ({ tags }: KnownEntry, { words_tag, references_tag }: Tags): boolean =>
  (words_tag !== undefined && words_tag !== tags.words_tag) ||
  (references_tag !== undefined && references_tag !== tags.references_tag)

/** The definitions that may still be needed in addition to a new one: an earlier prepared one may never have been completed, nor may this one. */
function formersOf(before: KnownEntry | undefined, definition: CollectionDefinition): CollectionDefinition[] {
  if (before === undefined) return []
  const distinct = new Map([...before.formers, before.definition].map(former => [JSON.stringify(former), former]))
  distinct.delete(JSON.stringify(definition))
  return [...distinct.values()]
}
