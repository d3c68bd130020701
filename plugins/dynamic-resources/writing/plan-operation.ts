import {
  BadRequest,
  Conflict,
  NotUnique,
  PreconditionFailed,
  checkPreconditions,
  namesState,
} from '../../../kernel/index.ts'
import type { Preconditions, StoredDocument } from '../../../kernel/index.ts'
import type { ValidationBudget } from '../../../lib/json-schema/index.ts'
import { equalJson } from '../../../lib/json/index.ts'
import { isUrnOf, presentResource, readDocument } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type {
  CopiedPublication,
  CreateOperation,
  EditOperation,
  PublishOperation,
  ResourceOperation,
  ScopedResource,
  UnpublishOperation,
  UpsertOperation,
} from '../contract.ts'
import { setOf } from '../publishing/sets.ts'
import { idInUse, notFound, stateOf } from './conflicts.ts'
import { describeHolder, findHolder, keyValue } from './find-duplicates.ts'
import { planPublication, checkPublication, requireDrafts } from '../publishing/plan-publication.ts'
import { checkData, keepReadOnly, readProperties, savedBy } from './properties.ts'
import type { CompleteChange, Write, WantedChange } from './write.ts'

/** What {@link planOperation} needs in addition to the operation. */
export interface PlanContext {
  /** The write that the operation is part of. */
  write: Write
  /** The resources that the operations of the write name, by id. */
  stored: ReadonlyMap<string, StoredDocument>
  /** Continue where a rule would refuse the change. */
  force: boolean
  /** What checking the data of one operation may take. */
  budgetOf: () => ValidationBudget
}

/** An operation, and what it changes; without a change where it leaves the resource as it is. */
export interface PlannedOperation {
  operation: ResourceOperation
  type: ResourceType
  /** The resource before; undefined for a new one. */
  current: ScopedResource | undefined
  change: CompleteChange | undefined
  /** The resource as editors see it, where a type with drafts leaves it as it is. */
  shown?: StoredDocument | undefined
}

/** Plan one operation. @throws what refuses it */
export async function planOperation(
  context: PlanContext,
  type: ResourceType,
  operation: ResourceOperation,
): Promise<PlannedOperation> {
  const { write, force } = context
  const current = await currentOf(context, type, operation)
  if (operation.op === 'publish' || operation.op === 'unpublish') return publication(context, type, operation, current)
  if (operation.op === 'discard') {
    if (current === undefined) throw notFound()
    checkPublication(
      operation,
      current,
      await write.publications.stateOf(requireDrafts(type), current.id, current.meta.sequence_no),
    )
  } else if (operation.op !== 'create') await checkState(write, type, operation, current)
  if (operation.op === 'upsert' && current?.meta.status === 'archived' && operation.restore !== true)
    throw await describeHolder(write, { type, error: new NotUnique(operation.key), data: operation.data })
  const wanted = await readOperation(context, type, operation, current)
  if (wanted === undefined)
    return { operation, type, current, change: undefined, shown: await shownDraft(write, type, current) }
  if (operation.op === 'create' && operation.published !== undefined && type.drafts !== undefined)
    return { operation, type, current, change: await planCopied(write, type, operation, wanted, operation.published) }
  const change = await write.plan({
    ...wanted,
    type,
    current,
    force,
    ...(operation.op === 'create'
      ? { id: operation.id, created_at: operation.created_at }
      : { conditional: namesState(operation) }),
    ...(operation.op === 'upsert' && current === undefined && { key: operation.key }),
    ...(operation.op === 'archive' && { listsReferrers: operation.listsReferrers }),
    ...(operation.op === 'discard' && { discards: true }),
    ...('publish' in operation && operation.publish === true && { publishes: { by: write.caller.id } }),
  })
  return { operation, type, current, change }
}

/** A resource of a copy with what is public of it: two versions of one write, where they differ. */
async function planCopied(
  write: Write,
  type: ResourceType,
  { id, created_at }: CreateOperation,
  wanted: WantedChange,
  { data: sent, ...publishes }: CopiedPublication,
): Promise<CompleteChange> {
  const { data, badReferences } = checkData(type, sent, { mode: write.parts.mode, isPublished: true })
  const first = await write.plan({
    action: 'create',
    type,
    current: undefined,
    data,
    badReferences,
    id,
    created_at,
    publishes,
  })
  const current = write.rules.changes.get(first.id)
  if (current === undefined || equalJson(data, wanted.data)) return first
  const second = await write.plan({ ...wanted, action: 'update', type, current })
  return { ...second, current: undefined, operations: [...first.operations, ...second.operations] }
}

async function publication(
  { write, budgetOf }: PlanContext,
  type: ResourceType,
  operation: PublishOperation | UnpublishOperation,
  current: ScopedResource | undefined,
): Promise<PlannedOperation> {
  if (current === undefined) throw notFound()
  const change = await planPublication(write, type, operation, current, budgetOf())
  // Its unique values are those of what is public.
  const set = setOf(type)
  return {
    operation,
    type: set,
    current,
    change: change && { ...change, type: set },
    shown: await shownDraft(write, type, current),
  }
}

async function shownDraft(
  { publications }: Write,
  type: ResourceType,
  current: ScopedResource | undefined,
): Promise<StoredDocument | undefined> {
  const { drafts } = type
  if (drafts === undefined || current === undefined) return undefined
  return presentResource('draft', current, await publications.stateOf(drafts, current.id, current.meta.sequence_no))
}

/** The part of an entity tag that publication changes, at its end. */
const publicationTag = /\.p\d+(?=(?:\.ld\d+)?(?:-{1,2}[a-z]+)?")/g

/** Check the preconditions of a change of the content, for which only the version counts. */
async function checkState(
  write: Write,
  type: ResourceType,
  { ifMatch, ifNoneMatch }: Preconditions,
  current: ScopedResource | undefined,
): Promise<void> {
  if (type.drafts === undefined) return checkPreconditions({ ifMatch, ifNoneMatch }, current && stateOf(type, current))
  const plain = (tags: string | undefined): string | undefined => tags?.replaceAll(publicationTag, '')
  try {
    checkPreconditions({ ifMatch: plain(ifMatch), ifNoneMatch: plain(ifNoneMatch) }, current && stateOf(type, current))
  } catch (error) {
    if (!(error instanceof PreconditionFailed) || current === undefined) throw error
    const { id, meta } = current
    const { published_no } = await write.publications.stateOf(type.drafts, id, meta.sequence_no)
    if (published_no === null || ifMatch?.includes(`${id}.${published_no}.p`) !== true) throw error
    throw new PreconditionFailed(
      'If-Match names the published version, and there is a newer draft: read it with perspective=draft',
    )
  }
}

/** The resource that an operation changes; undefined for a new one. @throws `NotFound` when there is none that it can change */
async function currentOf(
  { write, stored }: PlanContext,
  type: ResourceType,
  operation: ResourceOperation,
): Promise<ScopedResource | undefined> {
  if (operation.op === 'create') return checkChosenId(type, operation, stored)
  if (operation.op === 'upsert') return readCurrent(await holderOf(write, type, operation))
  const { op, id } = operation
  const current = write.rules.changes.get(id) ?? readCurrent(stored.get(id))
  if (current === undefined || current.meta.account_id !== write.caller.account_id) throw notFound()
  const restores = op === 'restore' || ('restore' in operation && (operation.restore ?? false))
  if (current.meta.status !== 'active' && !restores) throw notFound()
  return current
}

const holderOf = ({ parts, caller }: Write, type: ResourceType, { key, data }: UpsertOperation) =>
  findHolder(parts.store, type, caller.account_id, key, keyValue(type, key, data))

const readCurrent = (document: StoredDocument | undefined): ScopedResource | undefined =>
  document && readDocument(document)

function checkChosenId({ slug }: ResourceType, { id }: CreateOperation, stored: PlanContext['stored']): undefined {
  if (id === undefined) return
  if (!isUrnOf(slug, id))
    throw new BadRequest(
      `id: is no id of the type; write urn:${slug}:… with 1 to 128 letters, digits, - . _ ~, not beginning with - . _`,
    )
  if (stored.has(id)) throw idInUse()
}

/**
 * The change that an operation requests; undefined where it leaves the resource as it is.
 * @throws `BadRequest` naming what is wrong with the data, `Conflict` for a resource that is active already
 */
async function readOperation(
  { write, budgetOf }: PlanContext,
  type: ResourceType,
  operation: ResourceOperation,
  current: ScopedResource | undefined,
): Promise<WantedChange | undefined> {
  const before = current?.data ?? {}
  switch (operation.op) {
    case 'archive':
      return { action: 'archive', data: before }
    case 'restore':
      if (current?.meta.status === 'active') throw new Conflict('the resource is active already')
      return { action: 'restore', data: before }
    case 'publish':
    case 'unpublish':
      return undefined // see `publication`
    case 'discard':
      return current && readDiscard(write, type, current)
    case 'edit':
      return current && readEdit(type, operation, current)
    case 'create':
    case 'replace':
    case 'patch':
    case 'upsert': {
      const { mode } = write.parts
      const changed = current && (await write.changedBy(operation.data, type, current))
      const { data: sent, expected } = readProperties(type, operation.data, mode, changed)
      const { secrets } = type.compiled
      const budget = budgetOf()
      const isPatch = operation.op === 'patch'
      // The rows of an export lack what is secret, in arrays too, which a patch replaces as a whole.
      const kept = current === undefined || (isPatch && mode === 'request') ? sent : secrets.keep(before, sent, isPatch)
      const merged = isPatch ? savedBy(type).merge(before, kept, budget) : kept
      const checked = checkData(type, merged, { budget, mode, before: current?.data, isMerge: isPatch })
      if (current === undefined) return { action: 'create', expected, ...checked }
      const action = current.meta.status === 'archived' ? 'restore' : 'update'
      return { action, expected, ...checked, ...(!isPatch && { data: keepReadOnly(type, before, checked.data) }) }
    }
  }
}

/** @throws `Conflict` for a resource of which nothing is public */
async function readDiscard(
  write: Write,
  type: ResourceType,
  { id, meta, data }: ScopedResource,
): Promise<WantedChange | undefined> {
  const drafts = requireDrafts(type)
  const { publication } = await write.publications.stateOf(drafts, id, meta.sequence_no)
  if (publication === 'draft') throw new Conflict('the resource is not published: there is nothing to go back to')
  if (publication === 'published') return undefined
  const published = await write.publications.publishedRow(drafts, id)
  return { action: 'update', ...checkData(type, published.data, { before: data, isMerge: true }) }
}

function readEdit(type: ResourceType, { edit }: EditOperation, current: ScopedResource): WantedChange | undefined {
  const edited = edit(current.data, type, current.meta)
  if (edited === undefined) return undefined
  const action = edited.archive === true ? 'archive' : 'update'
  if (edited.data === current.data) return { action, data: current.data }
  return { action, ...checkData(type, edited.data, { before: current.data, isMerge: true }) }
}
