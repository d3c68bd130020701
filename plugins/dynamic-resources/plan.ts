import { BadRequest, PayloadTooLarge } from '../../kernel/index.ts'
import type {
  Access,
  Caller,
  DocumentDraft,
  DocumentMeta,
  DocumentStore,
  StoredDocument,
  WriteOperation,
} from '../../kernel/index.ts'
import { jsonText } from '../../lib/json/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { metaText, newId } from '../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import type { Events } from '../events/contract.ts'
import type { ResourceChange } from './contract.ts'
import type { Behaviours, SuppliedBehaviour } from './behaviours/behaviours.ts'
import { behaviourFault } from './behaviours/outcome.ts'
import { checkExpected } from './body.ts'
import type { BodyMode } from './body.ts'
import { Pending } from './behaviours/pending.ts'
import { runBehaviour } from './behaviours/run.ts'
import { WriteScope } from './behaviours/scope.ts'
import type { ReferenceRules } from './references/rules.ts'
import type { Source } from './references/sources.ts'
import { newReferences } from './references/values.ts'
import type { NewReferences } from './references/values.ts'

/** A stored resource, read. */
export interface Current {
  id: string
  meta: DocumentMeta
  data: JsonObject
}

/** A change worked out but not written yet. */
export interface Plan {
  /** The resource as it will be. */
  document: StoredDocument
  /** What to write, all or nothing: first the change itself, then its event, then what behaviours add and references need. */
  operations: WriteOperation[]
  /** Types whose resources must not refer to this one when it is written, as it is archived; see `unreferred`. */
  releasedBy?: readonly Source[]
  /** Those who change the same things as its behaviours do should not do so at once: the name of their queue. */
  queue?: string
}

/** What a change is worked out from. */
export interface PlannedChange {
  action: ResourceChange['action']
  type: ResourceType
  caller: Caller
  /** The resource as it is; undefined on create. */
  current: Current | undefined
  data: JsonObject
  /** The id to create under; a new one when absent. */
  id?: string | undefined
  /** Archive it although others refer to it. */
  force?: boolean | undefined
  /** Those of the write that the change is part of, where it has others beside it. */
  rules?: ReferenceRules
  /** What the write that it is part of has changed so far; absent when it is the first. */
  pending?: Pending | undefined
  /** How often it was worked out before. */
  attempt?: number
  /** Read-only values that the service must set itself, see `checkExpected`. */
  expected?: JsonObject | undefined
}

const eventTypes = {
  create: 'Resource.Created',
  update: 'Resource.Updated',
  archive: 'Resource.Deleted',
  restore: 'Resource.Restored',
} as const

/** What {@link planChange} works with. */
export interface Planner {
  store: DocumentStore
  registry: TypeRegistry
  access: Access
  events: Events
  behaviours: Behaviours
  /** How long a behaviour may take, ms. */
  behaviourTimeoutMs: number
  /** Largest text of a resource's properties, bytes. */
  largest: number
  /** Where the properties come from. In a copy no references keep a resource from being archived. */
  mode: BodyMode
  /** What references ask of a write. */
  rules(caller: Caller): ReferenceRules
}

/**
 * Work out a change: run the behaviours of the type, look at what it refers to and who refers to it, then say what to write.
 * @throws what `runBehaviour` throws; `BadRequest` for references to what they may not refer to; `Conflict` when references keep it from being
 * archived; `PayloadTooLarge` when the data would be larger than a body may be
 */
export function planChange(planner: Planner, change: PlannedChange): Plan | Promise<Plan> {
  const { type, current, data } = change
  const id = current?.id ?? change.id ?? newId(type.slug)
  const behaviours = planner.behaviours.of(type)
  if (behaviours.length > 0) return withBehaviours(planner, change, id, behaviours)
  if (change.expected !== undefined) checkExpected(change.expected, data, current?.data)
  const plan = withReferences(planner, change, id, [])
  change.pending?.note(type, { id, meta: nextMeta(change), data })
  return plan
}

async function withBehaviours(
  planner: Planner,
  change: PlannedChange,
  id: string,
  behaviours: readonly SuppliedBehaviour[],
): Promise<Plan> {
  const { type, action, caller, current } = change
  const rules = change.rules ?? planner.rules(caller)
  const pending = change.pending ?? new Pending(rules, change.attempt)
  const note = (data: JsonObject): void => {
    pending.note(type, { id, meta: nextMeta(change), data })
    rules.note([writeOf(change, { id, meta: nextMeta(change), data })])
  }
  const further: WriteOperation[] = []
  let { data } = change
  let changedBy: SuppliedBehaviour | undefined
  let isUsed = false
  for (const supplied of behaviours) {
    const told = { action, type, id, caller, before: current?.data ?? null, data }
    const scope = new WriteScope({ planner, caller, pending, own: type, ownId: id, supplied, planChange })
    const limits = { pending, timeoutMs: planner.behaviourTimeoutMs, note }
    const outcome = await runBehaviour(supplied, told, scope, limits)
    if (outcome.data !== data) changedBy = supplied
    data = outcome.data
    further.push(...outcome.operations)
    isUsed ||= scope.isUsed
  }
  if (change.expected !== undefined) checkExpected(change.expected, data, current?.data)
  note(data)
  const complete = (left: JsonObject): Plan | Promise<Plan> =>
    withReferences(planner, { ...change, data: left, rules }, id, further)
  const plan = await blaming(
    changedBy,
    () => complete(data),
    () => complete(change.data),
  )
  return isUsed ? { ...plan, queue: `behaviours of ${caller.account_id}` } : plan
}

/**
 * Complete a change that behaviours have worked on. What is refused only since then is the fault of the plugin whose behaviour changed the data last.
 * @param before completes it as it came in
 */
async function blaming(
  changedBy: SuppliedBehaviour | undefined,
  complete: () => Plan | Promise<Plan>,
  before: () => Plan | Promise<Plan>,
): Promise<Plan> {
  try {
    return await complete()
  } catch (error) {
    const concernsData = error instanceof BadRequest || error instanceof PayloadTooLarge
    if (changedBy === undefined || !concernsData) throw error
    await before()
    throw behaviourFault(changedBy, `it leaves data that cannot be stored: ${error.message}`, error)
  }
}

function withReferences(
  planner: Planner,
  change: PlannedChange,
  id: string,
  added: WriteOperation[],
): Plan | Promise<Plan> {
  const { type, action, caller, current, data, force } = change
  const releases = action === 'archive' && force !== true && planner.mode !== 'copy'
  const written = data === current?.data ? [] : newReferences(type, current?.data ?? null, data)
  const restores = action === 'restore' && type.compiled.referredTypes.length > 0
  if (!releases && !restores && written.length === 0 && type.compiled.referencesByPath) {
    return complete(planner, change, id, added)
  }
  const rules = change.rules ?? planner.rules(caller)
  rules.note(added)
  const meta = nextMeta(change)
  return withRules(rules, change, { id, meta, data }, { written, releases, restores }).then(
    ({ operations, releasedBy }) => ({
      ...complete(planner, change, id, [...added, ...operations], meta),
      releasedBy,
    }),
  )
}

async function withRules(
  rules: ReferenceRules,
  { type }: PlannedChange,
  resource: Current,
  asked: { written: readonly NewReferences[]; releases: boolean; restores: boolean },
) {
  const { id, data } = resource
  const checks = asked.written.length === 0 ? [] : await rules.check(type, asked.written, id)
  const targets = asked.restores ? await rules.restore(type, data, id) : []
  const releasedBy = asked.releases ? await rules.release(type, id) : []
  const entry = await rules.index(type, resource)
  return { operations: [...entry, ...checks, ...targets], releasedBy }
}

function complete(
  { events, largest }: Planner,
  change: PlannedChange,
  id: string,
  added: WriteOperation[],
  meta: DocumentMeta = nextMeta(change),
): Plan {
  const { type, caller, data } = change
  const text = jsonText(data)
  if (text.length * 3 > largest && Buffer.byteLength(text) > largest) {
    throw new PayloadTooLarge(`the resource is larger than ${largest} bytes`)
  }
  const write = writeOf(change, { id, meta, data, text })
  const event = events.record({
    type: eventTypes[change.action],
    subject: id,
    caller,
    account_id: meta.account_id,
    type_slug: type.slug,
    sequence_no: meta.sequence_no,
  })
  return { document: { id, meta: metaText(meta), data: text }, operations: [write, event, ...added] }
}

function writeOf({ type: { collection }, current }: PlannedChange, document: DocumentDraft): WriteOperation {
  if (current === undefined) return { kind: 'insert', collection, document }
  return { kind: 'replace', collection, document, expected: current.meta.sequence_no }
}

function nextMeta({ action, type, caller, current }: PlannedChange): DocumentMeta {
  const now = new Date().toISOString()
  if (current === undefined) {
    return {
      type_slug: type.slug,
      status: 'active',
      created_by: caller.id,
      account_id: caller.account_id,
      sequence_no: 1,
      created_at: now,
      updated_at: now,
    }
  }
  const { status, sequence_no } = current.meta
  const next = action === 'archive' ? 'archived' : action === 'restore' ? 'active' : status
  return { ...current.meta, status: next, sequence_no: sequence_no + 1, updated_at: now }
}
