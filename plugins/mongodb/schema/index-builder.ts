import type { Db, IndexDescription } from 'mongodb'
import { Conflict, UniqueViolation } from '../../../lib/errors/index.ts'
import { existingIndexes } from './catalogue.ts'
import type { ExistingIndexes } from './catalogue.ts'
import { code, duplicateKey, hasCode } from '../server/errors.ts'
import type { Index } from './indexes.ts'
import { described, isListIndex, isOurs, maxIndexes } from './indexes.ts'

/** A build that takes longer than this is logged, in ms. */
const slowBuildMs = 10_000

/** Makes a change to the database; retried when other changes conflict with it. */
type Change = <T>(work: (database: Db) => Promise<T>) => Promise<T>

/**
 * Builds and drops the indexes of collections. A collection never has more of them than MongoDB allows, including those of the earlier
 * definition: when both do not fit, indexes that only speed up lists are dropped first, and are built again when the old ones are gone.
 */
export class IndexBuilder {
  readonly #change: Change

  constructor(change: Change) {
    this.#change = change
  }

  /** The names of the complete indexes. */
  async names(collection: string): Promise<ReadonlySet<string>> {
    return (await this.#existing(collection)).ready
  }

  #existing(collection: string): Promise<ExistingIndexes> {
    return this.#change(database => existingIndexes(database, collection))
  }

  /**
   * Build missing indexes, as far as there is room in addition to the indexes of earlier definitions, and wait for those that another instance, or
   * an earlier attempt, is building: `createIndexes` joins such a build.
   * @param known the wanted indexes, and those of earlier definitions
   * @param announce called with the indexes that will be dropped, before they are dropped
   * @returns the names of the indexes that do not exist now
   * @throws `UniqueViolation`; dropped indexes then exist again, and built ones are gone
   */
  async add(
    collection: string,
    wanted: readonly Index[],
    known: readonly Index[],
    announce: (absent: readonly string[]) => Promise<unknown>,
  ): Promise<string[]> {
    const { ready, builds } = await this.#existing(collection)
    const missing = wanted.filter(({ name }) => !ready.has(name))
    const unique = missing.filter(index => index.unique === true)
    const others = builds.flat().filter(name => !missing.some(index => index.name === name)).length
    const dropped = namesToDrop(ready, wanted, others + missing.length, others + unique.length)
    if (dropped.length > 0) await announce(dropped)
    for (const name of dropped) await this.#drop(collection, name)
    const kept = ready.size + others - dropped.length
    const built = [...unique, ...missing.filter(index => index.unique !== true)].slice(
      0,
      Math.max(0, maxIndexes - kept),
    )
    try {
      await this.#build(collection, built)
    } catch (error) {
      if (error instanceof UniqueViolation && dropped.length > 0) {
        await this.#build(
          collection,
          known.filter(({ name }) => dropped.includes(name)),
        )
        await announce([])
      }
      throw error
    }
    const there = new Set([...ready, ...built.map(({ name }) => name)])
    for (const name of dropped) there.delete(name)
    return known.map(({ name }) => name).filter(name => !there.has(name))
  }

  /** Drop the indexes that are not wanted, then build the missing ones. @throws `UniqueViolation` */
  async settle(collection: string, wanted: readonly Index[]): Promise<void> {
    const { ready, builds } = await this.#existing(collection)
    const names = new Set(wanted.map(({ name }) => name))
    const isUnwanted = (name: string): boolean => isOurs(name) && !names.has(name)
    for (const name of ready) if (isUnwanted(name)) await this.#drop(collection, name)
    // Of a change that was given up. MongoDB ends a build only as a whole.
    for (const build of builds) if (build.every(isUnwanted)) await this.#drop(collection, build)
    await this.#build(
      collection,
      wanted.filter(({ name }) => !ready.has(name)),
    )
  }

  /** Unique indexes are built one by one, so that a violation names its property; a failed build leaves nothing. */
  async #build(collection: string, indexes: readonly Index[]): Promise<void> {
    const made: Index[] = []
    for (const index of indexes.filter(({ unique }) => unique === true)) {
      try {
        await this.#create(collection, [described(index)])
        made.push(index)
      } catch (error) {
        if (duplicateKey(error) === undefined) throw error
        for (const other of made) await this.#drop(collection, other.name)
        throw new UniqueViolation(index.property ?? '')
      }
    }
    const plain = indexes.filter(index => index.unique !== true).map(described)
    if (plain.length > 0) await this.#create(collection, plain)
  }

  async #create(collection: string, indexes: IndexDescription[]): Promise<void> {
    const names = indexes.map(({ name }) => name).join(', ')
    // A stopped member must not block the build indefinitely: a majority that has the index is enough.
    const work = (database: Db): Promise<unknown> =>
      database.collection(collection).createIndexes(indexes, { commitQuorum: 'majority' })
    const timer = setTimeout(() => {
      process.emitWarning(
        `the indexes ${names} of ${collection} are still being built; MongoDB waits for a majority of the voting members to have them (db.currentOp and rs.status show which)`,
      )
    }, slowBuildMs).unref()
    try {
      await this.#change(work)
    } catch (error) {
      if (!hasCode(error, code.cannotCreateIndex)) throw error
      throw new Conflict(
        `MongoDB cannot make the indexes ${names} of ${collection}: it allows ${maxIndexes} in a collection, those included that others made there, and no unique ones in a sharded collection`,
      )
    } finally {
      clearTimeout(timer)
    }
  }

  async #drop(collection: string, index: string | readonly string[]): Promise<void> {
    const command = { dropIndexes: collection, index, writeConcern: { w: 'majority' } }
    await this.#change(database => database.command(command)).catch((error: unknown) => {
      if (!hasCode(error, code.indexNotFound)) throw error // another instance was faster
    })
  }
}

/**
 * The indexes that must be dropped to make room: first those that no list will need, then, if a unique index needs the place, others that only speed up
 * lists.
 */
function namesToDrop(
  existing: ReadonlySet<string>,
  wanted: readonly Index[],
  missing: number,
  unique: number,
): string[] {
  const names = new Set(wanted.map(({ name }) => name))
  const lists = [...existing].filter(isListIndex)
  const unneeded = lists.filter(name => !names.has(name)).slice(0, Math.max(0, existing.size + missing - maxIndexes))
  const left = existing.size - unneeded.length
  const needed = lists.filter(name => names.has(name)).toReversed()
  return [...unneeded, ...needed.slice(0, Math.max(0, left + unique - maxIndexes))]
}
