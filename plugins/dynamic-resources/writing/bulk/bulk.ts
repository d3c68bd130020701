import { Forbidden, NotUnique, isClientError } from '../../../../kernel/index.ts'
import type { Caller, StoredDocument } from '../../../../kernel/index.ts'
import { yieldIfLong } from '../../../../lib/event-loop/index.ts'
import { createRowBudgets, createValidationBudget } from '../../../../lib/json-schema/index.ts'
import { isUrnOf, readMeta } from '../../../../lib/store-kit/index.ts'
import type { BulkOperation, BulkOptions, BulkResult } from '../../contract.ts'
import type { CallerRights } from '../rights.ts'
import { Write } from '../write.ts'
import { actionOf, planItem, readItems } from './bulk-operation.ts'
import type { Item, PlanContext } from './bulk-operation.ts'
import { describe, fail, succeed, writeEach, writeInGroups, writeTogether } from './bulk-write.ts'
import type { Bulk, PlannedItem } from './bulk-write.ts'
import type { ManyChanges } from '../../references/reference-rules.ts'
import type { ResourceService } from '../service.ts'
import { findDuplicates } from '../find-duplicates.ts'

/**
 * Run the operations of a bulk write in order, atomically or independently; see `Resources.bulk`.
 * @param attempt raised when the bulk write is run again because something changed meanwhile
 */
export async function runBulk(
  service: ResourceService,
  caller: Caller,
  typeSlug: string,
  operations: readonly BulkOperation[],
  { atomic, dryRun, force = false, ownIds = false, ofStream = false, beside }: BulkOptions,
  attempt: number,
): Promise<BulkResult[]> {
  const type = await service.type(typeSlug, attempt)
  const items = readItems(type.slug, operations)
  const budgetOf = ofStream ? createValidationBudget : createRowBudgets()
  const bulk: Bulk = {
    service,
    type,
    caller,
    atomic,
    force,
    ownIds,
    beside,
    budgetOf,
    outcomes: new Map(),
    results: [],
  }
  const stored = await readStored(bulk, items)
  const write = new Write(service.parts, caller, attempt)
  const allowed = await authorizeAll(bulk, write.rights, items, stored)
  if (!atomic && !dryRun && service.parts.behaviours.of(type).length > 0) {
    await writeEach(bulk, allowed)
    return bulk.results
  }
  const planned = await planAll(bulk, allowed, stored, write)
  for (const { item, change } of planned) {
    if (dryRun) succeed(bulk, item, item.id)
    else succeed(bulk, item, change.id, change.document)
    if (change.lacksSecrets === true) bulk.results[item.index] = { ...bulk.results[item.index], lacksSecrets: true }
  }
  if (dryRun) await checkUnique(bulk, planned)
  else if (atomic) await writeTogether(bulk, planned)
  else await writeInGroups(bulk, planned)
  await describeFailures(bulk, planned)
  return bulk.results
}

/**
 * The operations that the caller is allowed to do; the others are noted as failed. Rights are checked first, for all operations, so that a
 * forbidden operation is found before a faulty one.
 * @param stored the resources that operations name
 */
async function authorizeAll(
  bulk: Bulk,
  rights: CallerRights,
  items: readonly Item[],
  stored: ReadonlyMap<string, StoredDocument>,
): Promise<Item[]> {
  const { service, caller, type } = bulk
  const mayChooseIds = bulk.ownIds || (await service.access.isAdministrator(caller))
  const allowed: Item[] = []
  for (const item of items) {
    const { operation, id = '' } = item
    try {
      if (operation.op === 'create') {
        await rights.requireCreate(type)
        if (item.id !== undefined && !mayChooseIds) {
          throw new Forbidden('id: only an administrator may choose the id of a new resource')
        }
      } else {
        const document = stored.get(id)
        const meta = document === undefined ? undefined : readMeta(document)
        await rights.require(actionOf(operation), type, id, meta?.account_id === caller.account_id ? meta : undefined)
      }
      allowed.push(item)
    } catch (error) {
      fail(bulk, item, error)
    }
  }
  return allowed
}

async function planAll(
  bulk: Bulk,
  items: readonly Item[],
  stored: ReadonlyMap<string, StoredDocument>,
  write: Write,
): Promise<PlannedItem[]> {
  const { type, force, budgetOf } = bulk
  await write.rules.prepare({ type, stored: storedOf(items, stored), ...askedFor(items) })
  const context: PlanContext = { type, stored, write, force, budgetOf }
  const planned: PlannedItem[] = []
  for (const item of items) {
    await yieldIfLong()
    try {
      planned.push({ item, change: await planItem(context, item) })
    } catch (error) {
      // the store would refuse an earlier operation first
      if (bulk.atomic && isClientError(error)) await checkUnique(bulk, planned)
      fail(bulk, item, error)
    }
  }
  return planned
}

function askedFor(items: readonly Item[]): Pick<ManyChanges, 'archived' | 'written'> {
  return {
    archived: items.flatMap(({ id, operation }) => (id !== undefined && operation.op === 'delete' ? [id] : [])),
    written: items.flatMap(({ operation: { data } }) => (data === undefined ? [] : [data])),
  }
}

const storedOf = (items: readonly Item[], stored: ReadonlyMap<string, StoredDocument>): StoredDocument[] =>
  items.flatMap(({ id = '' }) => stored.get(id) ?? [])

/** The resources that operations name, in one query. */
async function readStored({ service, type }: Bulk, items: readonly Item[]): Promise<Map<string, StoredDocument>> {
  const ids = items.flatMap(({ id }) => (id !== undefined && isUrnOf(type.slug, id) ? [id] : []))
  const documents = ids.length === 0 ? [] : await service.store.getMany(type.collection, ids)
  return new Map(documents.map(document => [document.id, document]))
}

/** Note all operations whose values are not unique; an atomic bulk write throws for the first of them. */
async function checkUnique(bulk: Bulk, planned: readonly PlannedItem[]): Promise<void> {
  const duplicates = await findDuplicates(bulk.service.store, bulk.type, bulk.caller.account_id, planned)
  const [first] = duplicates
  if (bulk.atomic && first !== undefined) {
    const [error = first.error] = await describe(bulk, [{ ...first.planned, error: first.error }])
    fail(bulk, first.planned.item, error)
  }
  for (const { planned: one, error } of duplicates) fail(bulk, one.item, error)
}

/** Add the resources that have values which are not unique to the results, all at once. */
async function describeFailures(bulk: Bulk, planned: readonly PlannedItem[]): Promise<void> {
  const refused = planned.flatMap(one => {
    const { error } = bulk.results[one.item.index] ?? {}
    return error instanceof NotUnique && error.resource === undefined ? [{ ...one, error }] : []
  })
  for (const [at, error] of (await describe(bulk, refused)).entries()) {
    const { item } = refused[at] ?? {}
    if (item !== undefined) bulk.results[item.index] = { ...bulk.results[item.index], error }
  }
}
