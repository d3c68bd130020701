import {
  BadRequest,
  Conflict,
  Forbidden,
  NotUnique,
  OutcomeUnknown,
  StoreUnavailable,
  isClientError,
} from '../../../kernel/index.ts'
import type { Action, Caller, ServiceError, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { createRowBudgets, createValidationBudget } from '../../../lib/json-schema/index.ts'
import type { ValidationBudget } from '../../../lib/json-schema/index.ts'
import { creating, isUrnOf, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ResourceOperation, ResourceWriteOptions, WriteResult } from '../contract.ts'
import { setOf } from '../publishing/sets.ts'
import { shownDocument } from '../reading/secrets.ts'
import { ChangedMeanwhile, writeChanges } from './conflicts.ts'
import type { RefusedWrite, RetryQueue } from './conflicts.ts'
import { describeHolder, describeHolders, findDuplicates } from './find-duplicates.ts'
import type { RefusedValue } from './find-duplicates.ts'
import { planOperation } from './plan-operation.ts'
import type { PlanContext, PlannedOperation } from './plan-operation.ts'
import { arrangeOperations } from './scope.ts'
import { Write } from './write.ts'
import type { CompleteChange, WriteParts } from './write.ts'

/** How operations are done, and for whom. */
export interface WriteRequest {
  parts: WriteParts
  retries: RetryQueue
  caller: Caller
  options: ResourceWriteOptions
  /** What checking the data of one operation may take. */
  budgetOf: () => ValidationBudget
  /** See `Resources.plan`. */
  changedTypes?: readonly ResourceType[]
}

/** The data of a stream have no common time limit. */
export const budgetsFor = ({ ofStream = false }: ResourceWriteOptions): WriteRequest['budgetOf'] =>
  ofStream ? createValidationBudget : createRowBudgets()

/** One operation refuses an atomic write. */
export class OperationRefused extends Error {
  readonly index: number
  override readonly cause: ServiceError

  constructor(index: number, cause: ServiceError) {
    super(cause.message, { cause })
    this.index = index
    this.cause = cause
  }

  /** The error of the whole write, with the index of the operation. */
  get ofWrite(): BadRequest | Forbidden {
    const { index: part, cause } = this
    const { message, code, problems, resource } = cause
    const options = { code, problems, resource, part, cause }
    return cause instanceof Forbidden ? new Forbidden(message, options) : new BadRequest(message, options)
  }
}

/** An operation that has been planned, and its place in the list. */
interface Item extends PlannedOperation {
  index: number
}

/** An operation that the caller is allowed to do, and its index. */
type AllowedOperation = [number, ResourceOperation]

const isAtomic = ({ request }: Pick<Batch, 'request'>): boolean => request.options.atomic !== false

/** An item that changes its resource. */
interface ChangingItem extends Item {
  change: CompleteChange
}

/** The operations of one write, planned in order, each of which sees those before it. */
interface Batch {
  request: WriteRequest
  write: Write
  operations: readonly ResourceOperation[]
  /** By slug. */
  types: ReadonlyMap<string, ResourceType>
  /** The resources that the operations name, by id. */
  stored: PlanContext['stored']
  items: Item[]
  /** By the index of the operation. */
  results: WriteResult[]
  /** What is known of the operations that were sent to the store, by index. */
  outcomes: Map<number, 'written' | 'unknown'>
}

/**
 * Do operations, all or nothing or each independently of the others; see `Resources.write`.
 * @throws OperationRefused for an operation that refuses an atomic write
 */
export function writeOperations(
  request: WriteRequest,
  operations: readonly ResourceOperation[],
): Promise<WriteResult[]> {
  return request.options.atomic === false ? writeIndependently(request, operations) : writeTogether(request, operations)
}

/** Plan operations for a write that the caller makes; see `Resources.plan`. */
export async function planOperations(
  request: WriteRequest,
  operations: readonly ResourceOperation[],
): Promise<WriteOperation[]> {
  const batch = await plan(request, operations, 1)
  await refuseDuplicates(batch)
  const { write, types, items } = batch
  const unchanged = [...types.values()].filter(({ slug }) => !write.changedTypes.has(slug))
  return [
    ...arrangeOperations(items.flatMap(({ change }) => change?.operations ?? [])),
    ...unchanged.map(type => request.parts.registry.check(type)),
  ]
}

/** Do all operations in one transaction; again while something that they were planned from changes meanwhile. */
function writeTogether(request: WriteRequest, operations: readonly ResourceOperation[]): Promise<WriteResult[]> {
  const { retries, options } = request
  const [first] = operations
  if (first === undefined) return Promise.resolve([])
  const work = async (attempt: number): Promise<WriteResult[]> => {
    const batch = await plan(request, operations, attempt)
    if (options.dryRun === true) await refuseDuplicates(batch)
    else await commitTogether(batch)
    return batch.results
  }
  const queue = operations.length === 1 ? queueOf(first) : `${first.type}:many`
  const usuallyConflicts = operations.length === 1 && first.op === 'upsert'
  return usuallyConflicts ? retries.runQueued(queue, work) : retries.run(queue, work)
}

/** The queue of a single operation: those on the same resource are repeated one after the other. */
function queueOf(operation: ResourceOperation): string {
  if (operation.op === 'create') return `${operation.type}:new`
  if (operation.op !== 'upsert') return operation.id
  return `${operation.type}:${operation.key}=${JSON.stringify(operation.data[operation.key])}`
}

async function commitTogether(batch: Batch): Promise<void> {
  const items = changing(batch.items)
  const [only] = items.length === 1 ? items : []
  const written = commit(batch, items)
  const refused = await (only?.current === undefined && only !== undefined
    ? creating(only.change.id, written)
    : written)
  if (refused === undefined) return
  const item = refused.at === undefined ? only : items[refused.at]
  if (refused.meaning instanceof ChangedMeanwhile || item === undefined) {
    throw new ChangedMeanwhile(items.find(({ change }) => change.queue !== undefined)?.change.queue)
  }
  const { meaning } = refused
  if (!(meaning instanceof NotUnique)) return refuse(batch, item.index, meaning)
  const first = await firstNotUnique(batch, items.slice(0, items.indexOf(item) + 1), meaning)
  refuse(batch, item.index, await describeHolder(batch.write, refusedValue(item, first)))
}

/** How many operations share a transaction in a write that is not atomic: writes of others wait for it. */
const groupSize = 100

/**
 * Do operations in order, in groups. When one is refused, those before it are written without it; it is noted as failed, or tried again alone where
 * that can succeed, and the rest continues after it. What behaviours do for an operation can depend on those before it: then each is done alone.
 */
async function writeIndependently(
  request: WriteRequest,
  operations: readonly ResourceOperation[],
): Promise<WriteResult[]> {
  const { parts, options } = request
  const batch = await startBatch(request, operations, 0)
  const allowed = await authorizeAll(batch)
  try {
    if (options.dryRun === true) {
      await planInOrder(batch, allowed)
      await refuseDuplicates(batch)
    } else if ([...batch.types.values()].some(type => parts.behaviours.of(type).length > 0))
      for (const [index] of allowed) await writeAlone(batch, index)
    else {
      await planInOrder(batch, allowed)
      const items = changing(batch.items)
      for (let start = 0; start < items.length; start += groupSize)
        await writeGroup(batch, items.slice(start, start + groupSize))
      await retryAfterRefusals(batch)
    }
  } catch (error) {
    failRest(batch, error)
  }
  await describeFailures(batch)
  return batch.results
}

async function writeGroup(batch: Batch, items: readonly ChangingItem[]): Promise<void> {
  let group = items
  while (group.length > 0) {
    const refused = await commit(batch, group)
    if (refused === undefined) return
    const { at, meaning } = refused
    const item = at === undefined ? undefined : group[at]
    if (at === undefined || item === undefined) {
      for (const { index } of group) await writeAlone(batch, index)
      return
    }
    await writeGroup(batch, group.slice(0, at))
    // Another operation can have been given the key of an upsert, whatever property the store names.
    if (meaning instanceof ChangedMeanwhile || item.change.key !== undefined) await writeAlone(batch, item.index)
    else
      refuse(batch, item.index, meaning instanceof NotUnique ? await firstNotUnique(batch, [item], meaning) : meaning)
    group = group.slice(at + 1)
  }
}

/** Do again alone what planning refused because of other resources, after an operation that it took for done and the store refused. */
async function retryAfterRefusals(batch: Batch): Promise<void> {
  const { operations, items, results } = batch
  const planned = new Set(items.map(({ index }) => index))
  const firstRefused = items.find(({ index }) => results[index]?.error !== undefined)?.index ?? Infinity
  for (const [index, operation] of operations.entries())
    if (index > firstRefused && !planned.has(index) && isBecauseOfOthers(operation, results[index]?.error))
      await writeAlone(batch, index)
}

/** Whether a reference is what refuses an operation. */
const isBecauseOfOthers = ({ op }: ResourceOperation, error: ServiceError | undefined): boolean =>
  op === 'archive' ? error instanceof Conflict : error?.problems.some(({ code }) => code === 'x-resource-type') === true

/** Do one operation of a write that is not atomic in a transaction of its own, planned again from the current state. */
async function writeAlone(batch: Batch, index: number): Promise<void> {
  const { request, operations, results, outcomes } = batch
  const alone = { ...request, options: { ...request.options, atomic: true, authorizes: false } }
  try {
    const [result = {}] = await writeTogether(alone, operations.slice(index, index + 1))
    results[index] = result
    outcomes.set(index, 'written')
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      outcomes.set(index, 'unknown')
      if (error.id !== undefined) results[index] = { id: error.id }
    }
    refuse(batch, index, error instanceof OperationRefused ? error.cause : error)
  }
}

/**
 * Note how far the operations came when the store failed.
 * @throws the error itself when it affects all of them: nothing was written, or it is no error of the store
 */
function failRest({ operations, results, outcomes }: Batch, error: unknown): void {
  const isOfStore = error instanceof StoreUnavailable || error instanceof OutcomeUnknown
  if (!isOfStore || outcomes.size === 0) throw error
  for (const [index, operation] of operations.entries()) {
    if (results[index]?.error !== undefined || outcomes.get(index) === 'written') continue
    const id = results[index]?.id ?? idOf(operation)
    results[index] = {
      ...(id !== undefined && { id }),
      error:
        outcomes.get(index) === 'unknown'
          ? new OutcomeUnknown({ id })
          : new StoreUnavailable(`not done: the store failed (${error.code})`),
    }
  }
}

/** Read what the operations name. @throws `OperationRefused` for an operation on the resource of an earlier one */
async function startBatch(
  request: WriteRequest,
  operations: readonly ResourceOperation[],
  attempt: number,
): Promise<Batch> {
  const { parts, caller, changedTypes = [] } = request
  refuseRepeated(operations)
  const write = new Write(parts, caller, attempt, changedTypes)
  const types = new Map<string, ResourceType>()
  for (const [index, { type: slug }] of operations.entries()) {
    try {
      if (!types.has(slug)) types.set(slug, await typeOf(write, slug))
    } catch (error) {
      throw isAtomic({ request }) && isClientError(error) ? new OperationRefused(index, error) : error
    }
  }
  const stored = await readStored(write, types, operations)
  return { request, write, operations, types, stored, items: [], results: [], outcomes: new Map() }
}

/** The type as the write leaves it; read again after a refused write, because it can be what changed. */
async function typeOf({ parts: { registry }, attempt, changedTypes }: Write, slug: string): Promise<ResourceType> {
  const changed = changedTypes.get(slug)
  if (changed !== undefined) return changed
  if (attempt > 0) await registry.reload(slug)
  return registry.active(slug)
}

/**
 * Plan operations in order. What refuses one of them refuses an atomic write; otherwise it is noted.
 * @param attempt raised when they are planned again because something changed meanwhile
 */
async function plan(request: WriteRequest, operations: readonly ResourceOperation[], attempt: number): Promise<Batch> {
  const batch = await startBatch(request, operations, attempt)
  await planInOrder(batch, await authorizeAll(batch))
  return batch
}

/** Plan operations, each of which sees those before it. */
async function planInOrder(batch: Batch, allowed: readonly AllowedOperation[]): Promise<void> {
  const { request, write, types, stored, items, results } = batch
  const { force = false, dryRun = false, secrets } = request.options
  const context: PlanContext = { write, stored, force, budgetOf: request.budgetOf }
  if (allowed.length > 1) await prepare(batch, allowed)
  for (const [index, operation] of allowed) {
    const type = types.get(operation.type)
    if (type === undefined) continue
    const turn = yieldIfLong() // others can be validated in the same turn of the event loop
    if (turn !== undefined) await turn
    try {
      const item = { ...(await planOperation(context, type, operation)), index }
      items.push(item)
      const document = item.change?.document ?? item.shown ?? stored.get(item.current?.id ?? '')
      const id = dryRun ? idOf(operation) : document?.id
      results[index] = {
        ...(id !== undefined && { id }),
        ...(!dryRun &&
          document && { document: shownDocument(type, document, secrets), isNew: item.current === undefined }),
        ...(item.change?.lacksSecrets === true && { lacksSecrets: true }),
      }
    } catch (error) {
      // the store would refuse an earlier operation first
      if (isAtomic(batch) && isClientError(error)) await refuseDuplicates(batch)
      refuse(batch, index, error)
    }
  }
}

const idOf = (operation: ResourceOperation): string | undefined => ('id' in operation ? operation.id : undefined)

function refuseRepeated(operations: readonly ResourceOperation[]): void {
  const seen = new Set<string>()
  for (const [index, operation] of operations.entries()) {
    const id = idOf(operation)
    if (id === undefined) continue
    if (seen.has(id)) throw new OperationRefused(index, new BadRequest('id: occurs more than once'))
    seen.add(id)
  }
}

/** What reads what is public before it changes. */
const isOfPublic: ReadonlySet<string> = new Set(['publish', 'unpublish', 'discard', 'archive'])

/** The resources that operations name, in one query for each type. */
async function readStored(
  write: Write,
  types: Batch['types'],
  operations: readonly ResourceOperation[],
): Promise<Map<string, StoredDocument>> {
  const { store } = write.parts
  const stored = new Map<string, StoredDocument>()
  for (const type of types.values()) {
    if (write.isNew(type)) continue
    const isFirst = write.attempt === 0 && type.drafts === undefined
    const ids = operations.flatMap(operation => {
      const id = operation.type === type.slug ? idOf(operation) : undefined
      if (id !== undefined && operation.op === 'archive') write.archived.add(id)
      const read = operation.op === 'edit' && isFirst ? operation.read : undefined
      if (read !== undefined) stored.set(read.id, read)
      return id !== undefined && read === undefined && isUrnOf(type.slug, id) ? [id] : []
    })
    const documents = ids.length === 0 ? [] : await store.getMany(type.collection, ids)
    for (const document of documents) stored.set(document.id, document)
    const changesPublic = operations.some(
      operation =>
        operation.type === type.slug &&
        (isOfPublic.has(operation.op) || ('publish' in operation && operation.publish === true)),
    )
    if (type.drafts !== undefined && ids.length > 0)
      await write.publications.prepare(type.drafts, ids, ids.length > 1 && changesPublic)
  }
  return stored
}

/** The action that an operation requires. */
export const actionOf = ({ op }: Pick<ResourceOperation, 'op'>): Action =>
  op === 'archive' ? 'odrl:delete' : 'odrl:modify'

/** Whether an operation changes what is public, which also requires `odrl:distribute`. */
const isPublication = (operation: ResourceOperation): boolean =>
  operation.op === 'publish' ||
  operation.op === 'unpublish' ||
  ('publish' in operation && operation.publish === true) ||
  ('published' in operation && operation.published !== undefined)

/**
 * The operations that the caller is allowed to do, by their index. Rights are checked first, for all of them, so that a forbidden operation is found
 * before a faulty one.
 */
async function authorizeAll(batch: Batch): Promise<AllowedOperation[]> {
  const { request, write, types, stored, operations } = batch
  const { parts, caller, options } = request
  if (options.authorizes !== true) return [...operations.entries()]
  const mayChooseIds = options.ownIds === true || (await parts.access.isAdministrator(caller))
  const allowed: AllowedOperation[] = []
  for (const [index, operation] of operations.entries()) {
    const [type, id] = [types.get(operation.type), idOf(operation)]
    if (type === undefined) continue
    try {
      if (operation.op === 'create' || id === undefined) {
        await write.rights.requireCreate(type)
        if (isPublication(operation)) await parts.access.authorize(caller, 'odrl:distribute', type.slug)
        if (id !== undefined && !mayChooseIds)
          throw new Forbidden('id: only an administrator may choose the id of a new resource')
      } else {
        const document = stored.get(id)
        const meta = document && readMeta(document)
        const known = meta?.account_id === caller.account_id ? meta : undefined
        await write.rights.require(actionOf(operation), type, id, known)
        if (isPublication(operation)) await write.rights.require('odrl:distribute', type, id, known)
      }
      allowed.push([index, operation])
    } catch (error) {
      refuse(batch, index, error)
    }
  }
  return allowed
}

/** Read at once what the rules of references need for several operations. */
async function prepare({ write, types, stored }: Batch, allowed: readonly AllowedOperation[]): Promise<void> {
  for (const type of types.values()) {
    const operations = allowed.flatMap(([, operation]) => (operation.type === type.slug ? [operation] : []))
    await write.rules.prepare({
      type,
      stored: operations.flatMap(operation => stored.get(idOf(operation) ?? '') ?? []),
      archived: operations.flatMap(operation => (operation.op === 'archive' ? [operation.id] : [])),
      written: operations.flatMap(operation => ('data' in operation ? [operation.data] : [])),
    })
  }
}

const changing = (items: readonly Item[]): ChangingItem[] =>
  items.flatMap(item => (item.change === undefined ? [] : [{ ...item, change: item.change }]))

/** Write one transaction. @returns undefined when all of it is written */
async function commit(
  { request, write, outcomes }: Batch,
  items: readonly ChangingItem[],
): Promise<RefusedWrite | undefined> {
  if (items.length === 0) return undefined
  const { secrets, extraOperations } = request.options
  const note = (outcome: 'written' | 'unknown'): void => {
    for (const { index } of items) outcomes.set(index, outcome)
  }
  try {
    const changes = items.map(({ change }) => change)
    const extra = (await extraOperations?.(changes.map(one => shownDocument(one.type, one.document, secrets)))) ?? []
    const refused = await writeChanges(write, changes, extra)
    if (refused === undefined) note('written')
    return refused
  } catch (error) {
    if (error instanceof OutcomeUnknown) note('unknown')
    throw error
  }
}

/**
 * Note why an operation is not done.
 * @throws `OperationRefused` in an atomic write; errors that are none of the caller
 */
function refuse(batch: Batch, index: number, error: unknown): void {
  const { operations, results } = batch
  if (!isClientError(error)) throw error
  if (isAtomic(batch)) throw new OperationRefused(index, error)
  const operation = operations[index]
  const id = operation && idOf(operation)
  results[index] = { ...(id !== undefined && { id }), error }
}

/** Note all operations whose values are not unique; an atomic write is refused because of the first of them. */
async function refuseDuplicates(batch: Batch): Promise<void> {
  const planned = changing(batch.items)
  for (const { planned: one, error } of await findDuplicates(batch.write, [...planned, ...planned.flatMap(publicOf)]))
    refuse(batch, one.index, isAtomic(batch) ? await describeHolder(batch.write, refusedValue(one, error)) : error)
}

/**
 * Why the last of these items, done in order, is not unique: for the first property of the schema. Stores name different ones of several.
 * @param error what the store says
 */
async function firstNotUnique({ write }: Batch, items: readonly ChangingItem[], error: NotUnique): Promise<NotUnique> {
  const last = items.at(-1)
  const unique = last?.type.compiled.columns.filter(column => column.unique) ?? []
  if (unique.length < 2) return error
  const duplicates = await findDuplicates(write, items)
  return duplicates.find(({ planned }) => planned === last)?.error ?? error
}

/** What a change of the content makes public in the same write: its values must be unique there too. */
function publicOf(item: ChangingItem): ChangingItem[] {
  const { type, change } = item
  if (change.publishes === undefined || type.drafts === undefined) return []
  return [{ ...item, type: setOf(type), change: { ...change, published: readData(change.document) } }]
}

const refusedValue = ({ type, change }: ChangingItem, error: NotUnique): RefusedValue => ({
  type,
  error,
  data: change.published ?? readData(change.document),
})

/** Add the resources that have values which are not unique to the results, all at once. */
async function describeFailures(batch: Batch): Promise<void> {
  const refused = changing(batch.items).flatMap(item => {
    const { error } = batch.results[item.index] ?? {}
    return error instanceof NotUnique && error.resource === undefined
      ? [{ item, value: refusedValue(item, error) }]
      : []
  })
  const values = refused.map(({ value }) => value)
  for (const [at, error] of (await describeHolders(batch.write, values)).entries()) {
    const { index = 0 } = refused[at]?.item ?? {}
    batch.results[index] = { ...batch.results[index], error }
  }
}
