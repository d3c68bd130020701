import { PayloadTooLarge, jsonText, metaText, newId } from '../../kernel/index.ts'
import type {
  Behaviour,
  Caller,
  DocumentMeta,
  Events,
  JsonObject,
  ResourceChange,
  ResourceType,
  StoredDocument,
  WriteOperation,
} from '../../kernel/index.ts'

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
  /** What to write, all or nothing: first the change itself, then its event, then what behaviours add. */
  operations: WriteOperation[]
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
}

const eventTypes = {
  create: 'Resource.Created',
  update: 'Resource.Updated',
  archive: 'Resource.Deleted',
  restore: 'Resource.Restored',
} as const

/** What {@link planChange} works with. */
export interface Planner {
  events: Events
  behaviours: ReadonlyMap<string, readonly Behaviour[]>
  /** Largest text of a resource's properties, bytes. */
  largest: number
}

/**
 * Work out a change: run the behaviours of the type, then say what to write.
 * @throws what a behaviour throws; `PayloadTooLarge` when the data would be larger than a body may be
 */
export function planChange(planner: Planner, change: PlannedChange): Plan | Promise<Plan> {
  const { type, action, caller, current, data } = change
  const id = current?.id ?? change.id ?? newId(type.slug)
  const behaviours = planner.behaviours.get(type.slug)
  if (behaviours === undefined) return complete(planner, change, id, [])
  const told: ResourceChange = { action, type, id, caller, before: current?.data ?? null, data }
  return runBehaviours(behaviours, told).then(added => complete(planner, { ...change, data: told.data }, id, added))
}

async function runBehaviours(behaviours: readonly Behaviour[], change: ResourceChange): Promise<WriteOperation[]> {
  const added: WriteOperation[] = []
  for (const behaviour of behaviours) added.push(...((await behaviour.before?.(change)) ?? []))
  return added
}

function complete({ events, largest }: Planner, change: PlannedChange, id: string, added: WriteOperation[]): Plan {
  const { type, caller, current, data } = change
  const meta = nextMeta(change)
  const text = jsonText(data)
  if (text.length * 3 > largest && Buffer.byteLength(text) > largest) {
    throw new PayloadTooLarge(`the resource is larger than ${largest} bytes`)
  }
  const document = { id, meta, data }
  const write: WriteOperation =
    current === undefined
      ? { kind: 'insert', collection: type.collection, document }
      : { kind: 'replace', collection: type.collection, document, expected: current.meta.sequence_no }
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
