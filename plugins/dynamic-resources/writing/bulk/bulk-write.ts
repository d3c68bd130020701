import { NotUnique, OutcomeUnknown, StoreUnavailable, etagOf, isClientError } from '../../../../kernel/index.ts'
import type { Caller, StoredDocument } from '../../../../kernel/index.ts'
import type { ValidationBudget } from '../../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../../lib/json/index.ts'
import { readData, readMeta } from '../../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../../types/contract.ts'
import type { BulkOperation, BulkOptions, BulkResult } from '../../contract.ts'
import { checkWellFormed, refusalOf } from './bulk-operation.ts'
import type { Item } from './bulk-operation.ts'
import { ChangedMeanwhile, writeChanges } from '../conflicts.ts'
import type { RefusedWrite } from '../conflicts.ts'
import { describeHolders } from '../find-duplicates.ts'
import type { CompleteChange } from '../write.ts'
import type { ResourceService } from '../service.ts'

/** How many operations share a transaction in a bulk write that is not atomic, and in an import: writes of others wait for it. */
const groupSize = 100

/**
 * Write all operations in one transaction.
 * @throws what {@link fail} throws for the operation that was refused; {@link ChangedMeanwhile} when something changed meanwhile
 */
export async function writeTogether(bulk: Bulk, planned: readonly PlannedItem[]): Promise<void> {
  const refused = await write(bulk, planned)
  if (refused === undefined) return
  const at = refused.at === undefined ? undefined : planned[refused.at]
  if (refused.meaning instanceof ChangedMeanwhile || at === undefined) {
    throw new ChangedMeanwhile(planned.find(({ change }) => change.queue !== undefined)?.change.queue)
  }
  const { meaning } = refused
  const [described = meaning] = meaning instanceof NotUnique ? await describe(bulk, [{ ...at, error: meaning }]) : []
  fail(bulk, at.item, described)
}

/** The errors of operations whose values are not unique, with the resources that have the values as far as the caller can read them. */
export const describe = (
  { service, caller, type }: Bulk,
  refused: readonly (PlannedItem & { error: NotUnique })[],
): Promise<NotUnique[]> =>
  describeHolders(
    service,
    caller,
    type,
    refused.map(({ change, error }) => ({ error, data: readData(change.document) })),
  )

/**
 * Write the operations of a bulk write that is not atomic, in order, in groups. When one is refused, the operations before it are written
 * without it; it is noted as failed, or tried again alone where that can succeed, and the rest continues after it.
 */
export async function writeInGroups(bulk: Bulk, planned: readonly PlannedItem[]): Promise<void> {
  try {
    for (let start = 0; start < planned.length; start += groupSize) {
      await writeGroup(bulk, planned.slice(start, start + groupSize))
    }
  } catch (error) {
    failRest(
      bulk,
      planned.map(({ item }) => item),
      error,
    )
  }
}

async function writeGroup(bulk: Bulk, planned: readonly PlannedItem[]): Promise<void> {
  let group = planned
  while (group.length > 0) {
    const refused = await write(bulk, group)
    if (refused === undefined) return
    const { at, meaning } = refused
    const { item } = (at === undefined ? undefined : group[at]) ?? {}
    if (at === undefined || item === undefined) return eachAlone(bulk, group)
    await writeGroup(bulk, group.slice(0, at))
    if (meaning instanceof ChangedMeanwhile) await alone(bulk, item)
    else fail(bulk, item, meaning)
    group = group.slice(at + 1)
  }
}

async function eachAlone(bulk: Bulk, planned: readonly PlannedItem[]): Promise<void> {
  for (const { item } of planned) await alone(bulk, item)
}

/** Do each operation alone, one after the other: what behaviours do for an operation can depend on those before it. */
export async function writeEach(bulk: Bulk, items: readonly Item[]): Promise<void> {
  try {
    for (const item of items) await alone(bulk, item)
  } catch (error) {
    failRest(bulk, items, error)
  }
}

/**
 * Note how far the operations came when the store failed.
 * @throws the error itself when it affects all of them: nothing was written, or it is no error of the store
 */
function failRest({ results, outcomes }: Bulk, items: readonly Item[], error: unknown): void {
  const isOfStore = error instanceof StoreUnavailable || error instanceof OutcomeUnknown
  if (!isOfStore || outcomes.size === 0) throw error
  for (const { index, id } of items) {
    if (results[index]?.error !== undefined || outcomes.get(index) === 'written') continue
    const created = results[index]?.id ?? id
    const isUnknown = outcomes.get(index) === 'unknown'
    results[index] = {
      ...(created === undefined ? {} : { id: created }),
      error: isUnknown
        ? new OutcomeUnknown({ id: created })
        : new StoreUnavailable(`not done: the store failed (${error.code})`),
    }
  }
}

/** Do an operation as a single request. */
async function alone(bulk: Bulk, item: Item): Promise<void> {
  try {
    if (item.operation.op === 'create' && item.id !== undefined) checkWellFormed(bulk.type, item.id)
    const document = await single(bulk, item)
    succeed(bulk, item, document.id, document)
    bulk.outcomes.set(item.index, 'written')
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      bulk.outcomes.set(item.index, 'unknown')
      if (error.id !== undefined) succeed(bulk, item, error.id)
    }
    fail(bulk, item, error)
  }
}

function single(
  { service, caller, type: { slug }, force, beside: besideAll, budgetOf }: Bulk,
  { operation, id = '' }: Item,
): Promise<StoredDocument> {
  const data: JsonObject = operation.data ?? {}
  const beside = besideAll === undefined ? undefined : (document: StoredDocument) => besideAll([document])
  const { if_match: ifMatch, restore = false } = operation
  const budget = budgetOf()
  const options = { ifMatch, restore, beside, budget }
  switch (operation.op) {
    case 'create':
      return service.create(caller, slug, data, id === '' ? { beside, budget } : { id, beside, budget })
    case 'update':
      return service.replace(caller, slug, id, data, options)
    case 'patch':
      return service.patch(caller, slug, id, data, options)
    case 'delete':
      return service.archive(caller, slug, id, { ...options, force })
    case 'restore':
      return service.restore(caller, slug, id, { beside })
  }
}

/** Write one transaction. @returns undefined when all of it is written */
async function write(
  { service, type, beside, outcomes }: Bulk,
  planned: readonly PlannedItem[],
): Promise<RefusedWrite | undefined> {
  if (planned.length === 0) return undefined
  const note = (outcome: 'written' | 'unknown'): void => {
    for (const { item } of planned) outcomes.set(item.index, outcome)
  }
  try {
    const changes = planned.map(({ change }) => change)
    const refused = await writeChanges(service, type, changes, beside)
    if (refused === undefined) note('written')
    return refused
  } catch (error) {
    if (error instanceof OutcomeUnknown) note('unknown')
    throw error
  }
}

/** A bulk write in progress. */
export interface Bulk {
  service: ResourceService
  type: ResourceType
  caller: Caller
  /** All or nothing; else the operations are independent. */
  atomic: boolean
  /** Archive resources although others refer to them. */
  force: boolean
  /** New resources can have the ids that the operations give, for any caller. */
  ownIds: boolean
  beside: BulkOptions['beside']
  /** What checking one operation may take. */
  budgetOf: () => ValidationBudget
  /** What is known of the operations that were sent to the store, by index. */
  outcomes: Map<number, 'written' | 'unknown'>
  /** Results by the index of the operation. */
  results: BulkResult[]
}

/** A planned operation that has not failed so far. */
export interface PlannedItem {
  item: Item
  change: CompleteChange
}

/** Note that an operation is done. A create in a dry run has no id. */
export function succeed({ results }: Bulk, item: Item, id: string | undefined, document?: StoredDocument): void {
  results[item.index] =
    document === undefined ? { ...(id !== undefined && { id }) } : resultOf(item.operation.op, document)
}

/** The result of an operation that is done. */
export const resultOf = (op: BulkOperation['op'] | undefined, document: StoredDocument): BulkResult => ({
  id: document.id,
  ...(op !== 'delete' && { etag: etagOf(document.id, readMeta(document).sequence_no) }),
})

/** Note why an operation failed. In an atomic bulk write this refuses the whole write, and is thrown. */
export function fail({ atomic, results }: Bulk, { index, id }: Item, error: unknown): void {
  if (!isClientError(error)) throw error
  if (atomic) throw refusalOf(index, error)
  results[index] = { ...(id === undefined ? {} : { id }), error }
}
