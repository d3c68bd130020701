import { Conflict } from '../../../kernel/index.ts'
import type { Caller, Condition, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import type { Scalar } from '../../../lib/json/index.ts'
import { newestFirst } from '../../../lib/query/index.ts'
import { RecordCollection, holds, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ScopedResource } from '../contract.ts'
import type { ChangedResources } from '../references/changed-resources.ts'

const maxFound = 1000

/**
 * The active resources of the caller's account in which these properties have these values, the oldest first: those in the store and
 * those of the write, as the write leaves them.
 * @param store undefined where it cannot contain resources of the type
 * @throws `Conflict` when the type has no such property, or there are too many
 */
export async function findActive(
  store: DocumentStore | undefined,
  changes: ChangedResources,
  { account_id }: Caller,
  type: ResourceType,
  where: Readonly<Record<string, Scalar>>,
): Promise<ScopedResource[]> {
  const conditions = Object.entries(where).map(([name, value]) => conditionOf(type, name, value))
  const changed = changes.of(type.slug)
  const stored = store === undefined ? [] : await readStored(store, account_id, type, conditions)
  const untouched = stored.filter(({ id }) => changes.get(id) === undefined)
  const fitting = changed.filter(
    ({ id, meta, data }) => meta.status === 'active' && conditions.every(condition => holds(condition, meta, id, data)),
  )
  return [...untouched, ...fitting]
}

async function readStored(
  store: DocumentStore,
  account_id: string,
  type: ResourceType,
  conditions: readonly Condition[],
): Promise<ScopedResource[]> {
  const { documents, next } = await store.list({
    collection: type.collection,
    account_id,
    status: 'active',
    visibility: { all: true },
    conditions,
    words: [],
    sort: { ...newestFirst, direction: 'asc' },
    limit: maxFound,
  })
  if (next !== null) throw new Conflict(`a behaviour would have to look at more than ${maxFound} of ${type.slug}`)
  return documents.map(document => ({ id: document.id, meta: readMeta(document), data: readData(document) }))
}

function conditionOf({ slug, compiled }: ResourceType, name: string, value: Scalar): Condition {
  const column = compiled.resolve([name])
  if (column === undefined && !compiled.open) {
    throw new Conflict(`a behaviour needs the property ${name} of ${slug}, which is not there`)
  }
  const target = { path: [name] }
  const kind = column?.kind ?? 'mixed'
  return value === null
    ? { target, kind, operator: 'exists', operands: [false], field: name }
    : { target, kind, operator: 'eq', operands: [value], field: name }
}

/** A document per claimed name and account, changed by every write that claims it, so that of two simultaneous writes one is refused. */
export const claimRecords = new RecordCollection('claim', { name: '_claims' })

/** The operation that makes a write conflict with every write that claims the name after this call. */
export async function claim(
  store: DocumentStore,
  { id: created_by, account_id }: Caller,
  name: string,
): Promise<WriteOperation> {
  const id = `urn:claim:${encodeURIComponent(account_id)}:${encodeURIComponent(name)}`
  return claimRecords.save(claimRecords.draft(id, {}, { created_by, account_id }), await claimRecords.find(store, id))
}
