import { BadRequest, PayloadTooLarge } from '../../../kernel/index.ts'
import type { Caller, DocumentDraft, DocumentMeta, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { jsonText } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { firstMeta, metaText, newId, nextMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { Events } from '../../events/contract.ts'
import type { ResourceChange, ScopedResource } from '../contract.ts'
import { Behaviours } from '../behaviours/behaviours.ts'
import type { SuppliedBehaviour } from '../behaviours/behaviours.ts'
import { behaviourFault, runBehaviour } from '../behaviours/run-behaviour.ts'
import { checkExpected } from './properties.ts'
import type { BodyMode } from './properties.ts'
import type { PendingWrite } from '../behaviours/pending-write.ts'
import { WriteScope } from '../behaviours/write-scope.ts'
import type { RuleParts } from '../references/reference-sources.ts'

/** A change that is planned but not written yet. */
export interface Plan {
  /** The resource after the change. */
  document: StoredDocument
  /** What to write, all or nothing: first the change itself, then its event, then what behaviours add and references need. */
  operations: WriteOperation[]
  /** When the resource is archived, the types whose resources must not refer to it; see `unreferredChecks`. Else empty. */
  releasedBy: readonly ResourceType[]
  /** Name of the queue for changes whose behaviours change the same resources, so that they do not run at once. */
  queue?: string
  /** The data before behaviours changed them; undefined when the type has no behaviours. */
  given?: JsonObject
}

/** What a change is planned from. */
export interface PlannedChange {
  action: ResourceChange['action']
  type: ResourceType
  caller: Caller
  /** The current resource; undefined on create. */
  current: ScopedResource | undefined
  data: JsonObject
  /** The id to create under; a new one when absent. */
  id?: string | undefined
  /** Archive the resource although others refer to it. */
  force?: boolean | undefined
  /** The write that the change is part of. */
  pending: PendingWrite
  /** Read-only values that the service must set itself, see `checkExpected`. */
  expected?: JsonObject | undefined
}

/** The desired state of a resource. */
export type DecidedChange = Pick<PlannedChange, 'action' | 'data' | 'expected'>

const eventTypes = {
  create: 'Resource.Created',
  update: 'Resource.Updated',
  archive: 'Resource.Deleted',
  restore: 'Resource.Restored',
} as const

/** What {@link planChange} needs. */
export interface Planner extends RuleParts {
  events: Events
  behaviours: Behaviours
  /** How long a behaviour can take, ms. */
  behaviourTimeoutMs: number
  /** Largest text of a resource's properties, bytes. */
  maxResourceBytes: number
  /** Where the properties come from. In a copy, references do not prevent archiving. */
  mode: BodyMode
}

/**
 * Plan a change: run the behaviours of the type, check references from and to the resource, then return the operations to write.
 * @throws what `runBehaviour` throws; `BadRequest` for invalid references; `Conflict` when references prevent archiving;
 * `PayloadTooLarge` when the data would be larger than a body can be
 */
export async function planChange(planner: Planner, change: PlannedChange): Promise<Plan> {
  const { type, current, data } = change
  const id = current?.id ?? change.id ?? newId(type.slug)
  const behaviours = planner.behaviours.of(type)
  if (behaviours.length > 0) return planWithBehaviours(planner, change, id, behaviours)
  if (change.expected !== undefined) checkExpected(change.expected, data, current?.data)
  return planWithReferences(planner, change, id, [])
}

async function planWithBehaviours(
  planner: Planner,
  change: PlannedChange,
  id: string,
  behaviours: readonly SuppliedBehaviour[],
): Promise<Plan> {
  const { type, action, caller, current, pending } = change
  const note = (data: JsonObject): void => {
    pending.rules.changes.note([writeOf(change, { id, meta: metaAfter(change), data })])
  }
  const further: WriteOperation[] = []
  let { data } = change
  let changedBy: SuppliedBehaviour | undefined
  let isUsed = false
  for (const supplied of behaviours) {
    const resourceChange = { action, type, id, caller, before: current?.data ?? null, data }
    const scope = new WriteScope({ planner, caller, pending, own: type, ownId: id, supplied, planChange })
    const limits = { pending, timeoutMs: planner.behaviourTimeoutMs, note }
    const outcome = await runBehaviour(supplied, resourceChange, scope, limits)
    if (outcome.data !== data) changedBy = supplied
    data = outcome.data
    further.push(...outcome.operations)
    isUsed ||= scope.isUsed
  }
  if (change.expected !== undefined) checkExpected(change.expected, data, current?.data)
  note(data)
  const complete = (left: JsonObject): Promise<Plan> =>
    planWithReferences(planner, { ...change, data: left }, id, further)
  const plan = changedBy === undefined ? await complete(data) : await blaming(changedBy, complete, data, change.data)
  const complemented = { ...plan, given: change.data }
  return isUsed ? { ...complemented, queue: `behaviours of ${caller.account_id}` } : complemented
}

/**
 * Complete a change whose data behaviours have changed. What is refused only because of their changes is the fault of the plugin whose behaviour
 * changed the data last.
 * @param data the data as the behaviours left them
 * @param before the data of the request
 */
async function blaming(
  changedBy: SuppliedBehaviour,
  complete: (data: JsonObject) => Promise<Plan>,
  data: JsonObject,
  before: JsonObject,
): Promise<Plan> {
  try {
    return await complete(data)
  } catch (error) {
    if (!(error instanceof BadRequest || error instanceof PayloadTooLarge)) throw error
    await complete(before)
    throw behaviourFault(changedBy, `it leaves data that cannot be stored: ${error.message}`, error)
  }
}

/** Complete a change with the operations that its references require. */
async function planWithReferences(
  planner: Planner,
  change: PlannedChange,
  id: string,
  added: WriteOperation[],
): Promise<Plan> {
  const turn = yieldIfLong()
  if (turn !== undefined) await turn
  const { type, action, current, data, force } = change
  const releases = action === 'archive' && force !== true && planner.mode !== 'copy'
  const { rules } = change.pending
  rules.changes.note(added)
  const meta = metaAfter(change)
  const checks = await rules.check(type, id, current?.data, data)
  const targets = action === 'restore' ? await rules.restore(type, data, id) : []
  const releasedBy = releases ? await rules.release(type, id) : []
  const { document, write, event } = operationsOf(planner, change, id, meta)
  rules.changes.note([write])
  return { document, operations: [write, event, ...added, ...checks, ...targets], releasedBy }
}

/** The resource after a change, the operation that writes it, and the operation of its event. */
function operationsOf(
  { events, maxResourceBytes }: Planner,
  change: PlannedChange,
  id: string,
  meta: DocumentMeta,
): { document: StoredDocument; write: WriteOperation; event: WriteOperation } {
  const { type, caller, data } = change
  const text = jsonText(data)
  if (text.length * 3 > maxResourceBytes && Buffer.byteLength(text) > maxResourceBytes) {
    throw new PayloadTooLarge(`the resource is larger than ${maxResourceBytes} bytes`)
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
  return { document: { id, meta: metaText(meta), data: text }, write, event }
}

function writeOf({ type: { collection }, current }: PlannedChange, document: DocumentDraft): WriteOperation {
  if (current === undefined) return { kind: 'insert', collection, document }
  return { kind: 'replace', collection, document, expected: current.meta.sequence_no }
}

/** The standard columns after a change. */
function metaAfter({ action, type, caller, current }: PlannedChange): DocumentMeta {
  if (current === undefined) {
    return firstMeta({ type_slug: type.slug, created_by: caller.id, account_id: caller.account_id })
  }
  if (action === 'archive') return nextMeta(current.meta, { status: 'archived' })
  return nextMeta(current.meta, action === 'restore' ? { status: 'active' } : {})
}

/** A planner for copies from another service: behaviours have already run there. Events say that the change is a copy. */
export const plannerForCopies = (planner: Planner): Planner => ({
  ...planner,
  behaviours: new Behaviours(),
  events: { record: event => planner.events.record({ ...event, copy: true }) },
})
