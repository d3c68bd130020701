import { BadRequest, Conflict, PayloadTooLarge } from '../../../kernel/index.ts'
import type { Caller, DocumentDraft, DocumentMeta, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import type { ValidationFailure } from '../../../lib/json-schema/index.ts'
import { jsonText } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { firstMeta, metaText, newId, nextMeta } from '../../../lib/store-kit/index.ts'
import type { Events } from '../../events/contract.ts'
import type { ResourceType, TypeWithDrafts } from '../../types/contract.ts'
import { checkTargets } from '../publishing/plan-publication.ts'
import { Publications } from '../publishing/publications.ts'
import type { By, PublicationChange } from '../publishing/publications.ts'
import type { ArchivingPlan, ResourceChange, ScopedResource } from '../contract.ts'
import { ReferenceRules } from '../references/reference-rules.ts'
import type { RuleParts } from '../references/reference-sources.ts'
import { Behaviours, behaviourFault, runBehaviour } from './behaviours.ts'
import type { SuppliedBehaviour } from './behaviours.ts'
import { checkData, checkExpected, repeatsStored } from './properties.ts'
import type { BodyMode, ChangedResource } from './properties.ts'
import { CallerRights } from './rights.ts'
import { WriteScope } from './scope.ts'

/** The desired state of a resource. */
export interface Change {
  action: ResourceChange['action']
  type: ResourceType
  /** The current resource; undefined on create. */
  current: ScopedResource | undefined
  data: JsonObject
  /** The id to create under; a new one when absent. */
  id?: string | undefined
  /** When the new resource counts as created; default: now. */
  created_at?: string | undefined
  /** Archive the resource although others refer to it. */
  force?: boolean | undefined
  /** It is only tried, and the resources whose references prevent archiving are listed besides. */
  listsReferrers?: boolean | undefined
  /** Whether the caller named the version to be changed (`If-Match`). */
  conditional?: boolean
  /** Read-only values that the service must set itself, see `checkExpected`. */
  expected?: JsonObject | undefined
  /** See `CheckedData`, from which they are. */
  lacksSecrets?: boolean
  badReferences?: readonly ValidationFailure[] | undefined
  /** The data are those that are public, which the draft gives way to. */
  discards?: boolean
  /** The data become public. */
  publishes?: By
  /** The unique property by which the resource was looked for before it is created. */
  key?: string
}

/** The change that an operation makes to a resource. */
export type WantedChange = Pick<Change, 'action' | 'data' | 'expected' | 'lacksSecrets' | 'badReferences'>

/** A {@link Change} with what {@link Write.plan} adds to it: it can be written. */
export interface CompleteChange extends Change {
  id: string
  /** The data before behaviours changed them; undefined when the type has no behaviours. */
  given?: JsonObject
  /** Name of the queue for changes whose behaviours change the same resources, so that they do not run at once. */
  queue?: string
  /** The resource after the change. */
  document: StoredDocument
  /** What to write, all or nothing: first the change itself, then its event, then what behaviours add and references need. */
  operations: WriteOperation[]
  /** When the resource is archived, the types whose resources must not refer to it; see `unreferredChecks`. Else empty. */
  releasedBy: readonly ResourceType[]
  /** The data that become public, whose values must be unique among what is public. */
  published?: JsonObject
  /** See `PublicationChange`. */
  releases?: readonly WriteOperation[]
}

/** What every {@link Write} needs. */
export interface WriteParts extends RuleParts {
  events: Events
  behaviours: Behaviours
  /** See `Resources.followArchiving`. */
  archivingPlans: ArchivingPlan[]
  /** How long a behaviour can take, ms. */
  behaviourTimeoutMs: number
  /** Largest text of a resource's properties, bytes. */
  maxResourceBytes: number
  /** Where the properties come from. In a copy, references do not prevent archiving. */
  mode: BodyMode
  /** See `ResourceWriteOptions`. */
  expects?: ((id: string) => boolean) | undefined
}

const eventTypes = {
  create: 'Resource.Created',
  update: 'Resource.Updated',
  archive: 'Resource.Deleted',
  restore: 'Resource.Restored',
} as const

/** How deep behaviours can trigger each other. */
const maxDepth = 8

/**
 * One write: planned change by change, each of which sees those before it, then written at once. Its changes, and the behaviours that add to
 * them, share its state.
 */
export class Write {
  readonly parts: WriteParts
  readonly caller: Caller
  /** How often the write was planned before. */
  readonly attempt: number
  /** Types that the write itself creates or changes, by slug. */
  readonly changedTypes: ReadonlyMap<string, ResourceType>
  /** The rules of references, and what the write has changed so far. */
  readonly rules: ReferenceRules
  /** Names that the write claimed, and types whose version it requires. */
  readonly claimed = new Set<string>()
  readonly checked = new Set<string>()
  /** What the write archives, as far as it is known. */
  readonly archived = new Set<string>()
  /** The running behaviours: each was triggered by the one before it. */
  readonly running: SuppliedBehaviour[] = []
  /** What is public of the resources of types with drafts. */
  readonly publications: Publications
  #followed: Promise<ReadonlyMap<string, readonly WriteOperation[]>[]> | undefined
  #rights: CallerRights | undefined
  #depth = 0

  constructor(parts: WriteParts, caller: Caller, attempt = 0, changedTypes: readonly ResourceType[] = []) {
    this.parts = parts
    this.caller = caller
    this.attempt = attempt
    this.changedTypes = new Map(changedTypes.map(type => [type.slug, type]))
    this.rules = new ReferenceRules(parts, caller, parts.expects, parts.mode === 'copy')
    this.publications = new Publications(parts.store)
  }

  /** Whether the write itself creates the type, so that it has no resources yet. */
  isNew({ slug, sequence_no }: ResourceType): boolean {
    return sequence_no === 1 && this.changedTypes.has(slug)
  }

  /** What the caller is allowed to do. */
  get rights(): CallerRights {
    this.#rights ??= new CallerRights(this.parts.access, this.caller)
    return this.#rights
  }

  /** The resource that a body changes, marked if the body repeats what the service sets and the caller is not allowed to read that. */
  async changedBy(body: JsonObject, type: ResourceType, current: ScopedResource): Promise<ChangedResource> {
    if (!repeatsStored(type, body)) return current
    const isRead = await this.rights.allow('odrl:read', type, current.id, current.meta)
    return isRead ? current : { ...current, isUnread: true }
  }

  /**
   * Plan a change: run the behaviours of the type, check references from and to the resource, then add the operations to write.
   * @throws what `runBehaviour` throws; `BadRequest` for invalid references; `Conflict` when references prevent archiving;
   * `PayloadTooLarge` when the data would be larger than a body can be
   */
  async plan(change: Change): Promise<CompleteChange> {
    const { type, current, data } = change
    const id = current?.id ?? change.id ?? newId(type.slug)
    const behaviours = this.parts.behaviours.of(type)
    if (behaviours.length > 0) return this.#planWithBehaviours({ ...change, id }, behaviours)
    if (change.expected !== undefined) checkExpected(change.expected, data, current?.data)
    return this.#complete({ ...change, id }, [])
  }

  /** Plan a change that a behaviour requests. Throws `Conflict` when such changes are nested too deeply. */
  async planFollowing(change: Change): Promise<CompleteChange> {
    if (this.#depth === maxDepth) throw new Conflict('behaviours trigger each other in a loop')
    this.#depth += 1
    try {
      return await this.plan(change)
    } finally {
      this.#depth -= 1
    }
  }

  async #planWithBehaviours(
    change: Change & { id: string },
    behaviours: readonly SuppliedBehaviour[],
  ): Promise<CompleteChange> {
    const { caller, parts } = this
    const { type, action, current, id, force = false } = change
    const note = (data: JsonObject): void => {
      this.rules.changes.note([writeOf(change, { id, meta: metaAfter(change, caller), data })])
    }
    const further: WriteOperation[] = []
    let { data } = change
    let changedBy: SuppliedBehaviour | undefined
    let isUsed = false
    for (const supplied of behaviours) {
      const resourceChange = { action, type, id, caller, force, before: current?.data ?? null, data }
      const scope = new WriteScope({ write: this, own: type, ownId: id, supplied })
      const limits = { running: this.running, timeoutMs: parts.behaviourTimeoutMs, note }
      const outcome = await runBehaviour(supplied, resourceChange, scope, limits)
      if (outcome.data !== data) changedBy = supplied
      data = outcome.data
      further.push(...outcome.operations)
      isUsed ||= scope.isUsed
    }
    if (change.expected !== undefined) checkExpected(change.expected, data, current?.data)
    note(data)
    const complete = (left: JsonObject): Promise<CompleteChange> => {
      const { badReferences } = left === change.data ? change : checkData(type, left, { before: current?.data })
      return this.#complete({ ...change, data: left, badReferences }, further)
    }
    const planned =
      changedBy === undefined ? await complete(data) : await completeOrBlame(changedBy, complete, data, change.data)
    const queue = isUsed ? { queue: `behaviours of ${caller.account_id}` } : {}
    return { ...planned, given: change.data, ...queue }
  }

  /** Add what references require and the operations of the change. @param added operations of its behaviours */
  async #complete(change: Change & { id: string }, added: WriteOperation[]): Promise<CompleteChange> {
    const turn = yieldIfLong()
    if (turn !== undefined) await turn
    const { rules, parts } = this
    const { type, action, current, data, id, force, listsReferrers, badReferences } = change
    const releases = action === 'archive' && force !== true && listsReferrers !== true && parts.mode !== 'copy'
    rules.changes.note(added)
    const checks = await rules.check(type, id, current?.data, data, badReferences)
    const targets = action === 'restore' ? await rules.restore(type, data, id) : []
    const releasedBy = releases ? await rules.release(type, id) : []
    const meta = metaAfter(change, this.caller)
    const text = this.#textOf(data)
    const write = writeOf(change, { id, meta, data, text })
    const event = parts.events.record({
      type: eventTypes[action],
      subject: id,
      caller: this.caller,
      account_id: meta.account_id,
      type_slug: type.slug,
      sequence_no: meta.sequence_no,
    })
    const drafts = type.drafts && (await this.#publicationOf(type, type.drafts, change, meta, text))
    const followed = type.drafts && action === 'archive' ? await this.#planArchiving(id, meta) : []
    rules.changes.note([write]) // nothing refuses it any more
    const document = drafts?.document ?? { id, meta: metaText(meta), data: text }
    const operations = [write, event, ...(drafts?.operations ?? []), ...followed, ...added, ...checks, ...targets]
    return { ...change, document, operations, releasedBy }
  }

  /** What a change does to the sets of rows of a type with drafts. Archiving ends the publication. */
  async #publicationOf(
    type: ResourceType,
    drafts: TypeWithDrafts,
    { action, id, data, current, discards = false, publishes }: Change & { id: string },
    meta: DocumentMeta,
    text: string,
  ): Promise<Pick<PublicationChange, 'document' | 'operations'>> {
    const before = current && (await this.publications.stateOf(drafts, current.id, current.meta.sequence_no))
    if (before === undefined) this.publications.begin(id)
    const checks = publishes === undefined ? [] : await this.#checkPublished(type, id, before !== undefined, data)
    const isContent = action === 'create' || data !== current?.data
    const resource = { id, meta, data }
    const options = { isContent, discards, publication: publishes }
    const change = await this.publications.changed(drafts, resource, text, options)
    if (publishes !== undefined)
      return {
        ...change,
        operations: [...change.operations, this.#publicationEvent('Published', resource, type), ...checks],
      }
    if (before?.published_no === undefined || before.published_no === null || change.state.published_no !== null)
      return change
    const ended = this.#publicationEvent(
      'Unpublished',
      { ...resource, meta: { ...meta, sequence_no: before.published_no } },
      type,
    )
    return { ...change, operations: [...change.operations, ended] }
  }

  /** Check what drafts may lack; of a resource that was there also the references that the change leaves as they are. */
  async #checkPublished(type: ResourceType, id: string, isThere: boolean, data: JsonObject): Promise<WriteOperation[]> {
    const { badReferences } = checkData(type, data, { mode: this.parts.mode, isPublished: true })
    return isThere ? checkTargets(this, type, id, data, badReferences) : []
  }

  async #planArchiving(id: string, { account_id }: DocumentMeta): Promise<WriteOperation[]> {
    if (!this.archived.has(id)) {
      this.archived.add(id) // by a behaviour or a reference
      this.#followed = undefined
    }
    this.#followed ??= Promise.all(this.parts.archivingPlans.map(plan => plan([...this.archived], account_id)))
    return (await this.#followed).flatMap(planned => planned.get(id) ?? [])
  }

  #publicationEvent(
    what: 'Published' | 'Unpublished',
    { id, meta }: ScopedResource,
    { slug }: ResourceType,
  ): WriteOperation {
    return this.parts.events.record({
      type: `Resource.${what}`,
      subject: id,
      caller: this.caller,
      account_id: meta.account_id,
      type_slug: slug,
      sequence_no: meta.sequence_no,
    })
  }

  #textOf(data: JsonObject): string {
    const { maxResourceBytes } = this.parts
    const text = jsonText(data)
    if (text.length * 3 > maxResourceBytes && Buffer.byteLength(text) > maxResourceBytes) {
      throw new PayloadTooLarge(`the resource is larger than ${maxResourceBytes} bytes`)
    }
    return text
  }
}

/**
 * Complete a change whose data behaviours have changed. What is refused only because of their changes is the fault of the plugin whose behaviour
 * changed the data last.
 * @param data the data as the behaviours left them
 * @param before the data of the request
 */
async function completeOrBlame(
  changedBy: SuppliedBehaviour,
  complete: (data: JsonObject) => Promise<CompleteChange>,
  data: JsonObject,
  before: JsonObject,
): Promise<CompleteChange> {
  try {
    return await complete(data)
  } catch (error) {
    if (!(error instanceof BadRequest || error instanceof PayloadTooLarge)) throw error
    await complete(before)
    throw behaviourFault(changedBy, `it leaves data that cannot be stored: ${error.message}`, error)
  }
}

function writeOf({ type: { collection }, current }: Change, document: DocumentDraft): WriteOperation {
  if (current === undefined) return { kind: 'insert', collection, document }
  return { kind: 'replace', collection, document, expected: current.meta.sequence_no }
}

/** The standard columns after a change. */
function metaAfter({ action, type, current, created_at }: Change, caller: Caller): DocumentMeta {
  if (current === undefined) {
    const meta = firstMeta({ type_slug: type.slug, created_by: caller.id, account_id: caller.account_id })
    return created_at === undefined ? meta : { ...meta, created_at }
  }
  if (action === 'archive') return nextMeta(current.meta, { status: 'archived' })
  return nextMeta(current.meta, action === 'restore' ? { status: 'active' } : {})
}

/** The parts for copies from another service: behaviours have already run there. Events have `copy: true`. */
export const partsForCopies = (parts: WriteParts): WriteParts => ({
  ...parts,
  mode: 'copy',
  behaviours: new Behaviours(),
  events: { record: event => parts.events.record({ ...event, copy: true }) },
})
