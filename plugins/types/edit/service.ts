import { NotFound, WriteRefused } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { creating, retryOnConflict } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeEdit, TypeEditOptions, TypeEditor, TypeEditOutcome, TypeRule } from '../contract.ts'
import { carryOut, plannedCreation } from './carry-out.ts'
import { changeType } from './change-type.ts'
import type { ChangeOptions, ChangeOutcome } from './change-type.ts'
import { editTypes } from './edit-types.ts'
import { checkOtherTypes, readWanted } from './read-wanted.ts'
import { newType, refuseTaken, taken } from './new-type.ts'
import type { TypeParts } from './new-type.ts'
import type { StoredType } from '../registry/type-record.ts'
import type { TypeBody } from '../schemas.ts'

/** Creates and changes resource types. Changes of this process run one after the other; those of other processes are detected by the version. */
export class TypeService implements TypeEditor {
  readonly #parts: TypeParts
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: TypeParts) {
    this.#parts = parts
  }

  /** The type with this slug, in any status. Throws `NotFound`. */
  async get(slug: string | undefined): Promise<StoredType> {
    const stored = slug === undefined ? undefined : await this.#parts.catalogue.get(slug)
    if (stored === undefined) throw new NotFound('there is no such resource type')
    return stored
  }

  /**
   * Create a type and its collection.
   * @returns undefined after a dry run that found no problem
   * @throws `BadRequest` for a body that is not a valid type, `Conflict` for a slug or collection that is taken
   */
  async create(caller: Caller, body: TypeBody, options: { dryRun: boolean }): Promise<StoredType | undefined> {
    const wanted = readWanted(body, undefined, this.#parts.reserved)
    const { record } = wanted
    return this.#alone(async () => {
      await checkOtherTypes(this.#parts, wanted, undefined)
      await refuseTaken(this.#parts, record)
      if (options.dryRun) return undefined
      const next = await newType(this.#parts, caller, record)
      try {
        await creating(next.id, carryOut(this.#parts, [plannedCreation(this.#parts, caller, next)]))
        return next
      } catch (error) {
        throw error instanceof WriteRefused ? taken(record) : error // another request has just created it
      }
    })
  }

  /** Change the fields of a type that are sent; see {@link changeType}. Throws `NotFound` for a type that never existed. */
  change(caller: Caller, slug: string | undefined, body: TypeBody, options: ChangeOptions): Promise<ChangeOutcome> {
    // When another request changed the type meanwhile, the new attempt also detects a stale If-Match.
    return this.#alone(() =>
      retryOnConflict('this resource type', async () =>
        changeType(this.#parts, caller, await this.get(slug), body, options),
      ),
    )
  }

  /** Create and change several types in one write; see {@link TypeEditor}. */
  edit(
    caller: Caller,
    slugs: readonly string[],
    decide: (current: ReadonlyMap<string, ResourceType>) => TypeEdit | Promise<TypeEdit>,
    options: TypeEditOptions = {},
  ): Promise<TypeEditOutcome> {
    return this.#alone(() => editTypes(this.#parts, caller, slugs, decide, options))
  }

  /** Apply a rule to every change from now on; see {@link TypeEditor}. */
  addRule(rule: TypeRule): void {
    this.#parts.rules.push(rule)
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work)
    this.#last = run.catch(() => undefined) // the caller that awaits the run gets its error
    return run
  }
}
