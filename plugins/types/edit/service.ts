import { isDeepStrictEqual } from 'node:util'
import { NotFound, checkPreconditions } from '../../../kernel/index.ts'
import type { Caller, PendingUpgrade, Preconditions } from '../../../kernel/index.ts'
import { creating } from '../../../lib/store-kit/index.ts'
import type {
  ResourceType,
  TypeEdit,
  TypeEditOptions,
  TypeEditor,
  TypeEditOutcome,
  TypeProblem,
  TypeRule,
} from '../contract.ts'
import { typeId } from '../registry/slugs.ts'
import { planColumns, upgradeColumns } from '../registry/upgrade-columns.ts'
import type { StoredType } from '../registry/type-record.ts'
import type { TypeBody } from '../schemas.ts'
import { editTypes, problemsOf } from './edit-types.ts'
import type { Edit, EditOptions } from './edit-types.ts'
import type { TypeParts } from './new-type.ts'
import type { PlannedType } from './write-types.ts'
import type { DraftCounts } from '../registry/sets.ts'

export interface ChangeOptions extends Preconditions, Pick<TypeEditOptions, 'signal' | 'admit' | 'onProgress'> {
  /** See `TypeEditOptions`. */
  convert: boolean
  force: boolean
  /** Check everything, change nothing. */
  dryRun: boolean
  /** The change may have been made already by a process that stopped before it recorded that: then it succeeds. */
  isRepeated?: boolean
}

/** The type after the change, after a dry run the one that it would be; and the problems that the change has with existing resources. */
export interface ChangeOutcome {
  type: StoredType
  problems: readonly TypeProblem[]
  /** Of a type that gets `x-drafts`: what becomes of its resources. */
  drafts?: DraftCounts | undefined
}

/** Creates and changes resource types. Changes of a type in this process run one after the other; those of other processes are detected by the version. */
export class TypeService implements TypeEditor {
  readonly #parts: TypeParts
  /** The last change of each slug that is in progress. */
  readonly #last = new Map<string, Promise<unknown>>()

  readonly #warn: (message: string) => void

  constructor(parts: TypeParts, warn: (message: string) => void) {
    this.#parts = parts
    this.#warn = warn
  }

  /** The type with this slug, in any status. Throws `NotFound`. */
  async get(slug: string | undefined): Promise<StoredType> {
    const stored = slug === undefined ? undefined : await this.#parts.catalogue.get(slug)
    if (stored === undefined) throw noSuchType()
    return stored
  }

  /**
   * Create a type and its collection.
   * @returns the type; after a dry run the type that it would be
   * @throws `BadRequest` for a body that is not a valid type, `Conflict` for a slug or collection that is taken
   */
  async create(caller: Caller, body: TypeBody, { dryRun }: { dryRun: boolean }): Promise<StoredType> {
    const edit = (): Edit => ({ types: [body] })
    const planned = this.#edit(caller, [], edit, { dryRun, single: true }, [body.slug ?? ''])
    const [created] = await creating(typeId(body.slug ?? ''), planned)
    if (created === undefined) throw noSuchType()
    return created.next
  }

  /**
   * Change the fields of a type.
   * @param edit returns the fields that change; called again when the type changed meanwhile
   * @throws `NotFound` for a type that never existed, `BadRequest` for fields that are not valid, `Conflict` where a rule refuses the change or
   * existing resources conflict with it, `PreconditionFailed`
   */
  async change(
    caller: Caller,
    currentSlug: string | undefined,
    edit: (current: ResourceType) => TypeBody,
    { ifMatch, ifNoneMatch, convert, force, dryRun, isRepeated = false, ...running }: ChangeOptions,
  ): Promise<ChangeOutcome> {
    if (currentSlug === undefined) throw noSuchType()
    const editOf: DraftTypes = types => {
      const current = types.get(currentSlug)
      if (current === undefined) throw noSuchType()
      const wanted = edit(current)
      if (!(isRepeated && isMade(current, wanted)))
        checkPreconditions({ ifMatch, ifNoneMatch }, { id: current.id, sequenceNo: current.sequence_no })
      return { types: [{ ...wanted, currentSlug }] }
    }
    const options = { convert, force, dryRun, thorough: dryRun, single: true, ...running }
    const [planned] = await this.#edit(caller, [currentSlug], editOf, options)
    if (planned === undefined) throw noSuchType()
    return { type: planned.next, problems: planned.problems, drafts: planned.drafts?.() }
  }

  /** Create and change several types in one write; see {@link TypeEditor}. */
  async edit(
    caller: Caller,
    slugs: readonly string[],
    draft: (current: ReadonlyMap<string, ResourceType>) => TypeEdit | Promise<TypeEdit>,
    options: TypeEditOptions = {},
  ): Promise<TypeEditOutcome> {
    const planned = await this.#edit(caller, slugs, draft, options)
    const slugsOf = (types: readonly PlannedType[]): string[] => types.map(({ next }) => next.data.slug)
    return {
      created: slugsOf(planned.filter(({ current }) => current === undefined)),
      updated: slugsOf(planned.filter(({ current, next }) => current !== undefined && next !== current)),
      problems: problemsOf(planned),
    }
  }

  /** Apply a rule to every change from now on; see {@link TypeEditor}. */
  addRule(rule: TypeRule): void {
    this.#parts.rules.push(rule)
  }

  planUpgrades(): Promise<PendingUpgrade[]> {
    return planColumns(this.#parts)
  }

  runUpgrades(options: { force: boolean }): Promise<void> {
    return upgradeColumns(this.#parts, options, this.#warn)
  }

  /** Edits of a type in this process run one after the other. @param queues the slugs whose edits it waits for */
  #edit(
    caller: Caller,
    slugs: readonly string[],
    draft: DraftTypes,
    options: EditOptions,
    queues = slugs,
  ): Promise<PlannedType[]> {
    const before = queues.flatMap(slug => this.#last.get(slug) ?? [])
    const run = Promise.all(before).then(() => editTypes(this.#parts, caller, slugs, draft, options))
    const last = run
      .catch(() => undefined) // the caller that awaits the run gets its error
      .then(() => {
        for (const slug of queues) if (this.#last.get(slug) === last) this.#last.delete(slug)
      })
    for (const slug of queues) this.#last.set(slug, last)
    return run
  }
}

/** Whether a type already has every field as a change sets it. */
const isMade = (current: ResourceType, wanted: TypeBody): boolean =>
  Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(value, Reflect.get(current, name)))

/** Returns the drafts for the types as they are. */
type DraftTypes = (current: ReadonlyMap<string, ResourceType>) => Edit | Promise<Edit>

const noSuchType = (): NotFound => new NotFound('there is no such resource type')
