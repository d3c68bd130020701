import { Conflict, NotFound, PreconditionFailed, ValidationFailed, checkPreconditions } from '../../../kernel/index.ts'
import type { WriteOperation } from '../../../kernel/index.ts'
import { referenceMessage } from '../../../lib/json-schema/index.ts'
import type { ValidationBudget } from '../../../lib/json-schema/index.ts'
import { pointerOf } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { PublicationState } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeWithDrafts } from '../../types/contract.ts'
import type { DiscardOperation, PublishOperation, ScopedResource, UnpublishOperation } from '../contract.ts'
import { groupBySlug } from '../references/found-references.ts'
import { checkData } from '../writing/properties.ts'
import type { CompleteChange, Write } from '../writing/write.ts'
import type { PublicContent, PublicationChange } from './publications.ts'

/** The sets of a type. @throws `Conflict` for a type without drafts */
export function requireDrafts({ slug, drafts }: ResourceType): TypeWithDrafts {
  if (drafts === undefined) throw new Conflict(`the type ${slug} has no drafts (x-drafts): what is written is public`)
  return drafts
}

/** The part of an entity tag that names the context of JSON-LD, at its end: it does not change what is published. */
const linkedDataTag = /\.ld\d+(?=(?:-{1,2}[a-z]+)?")/g

/** Check the preconditions of publishing, unpublishing and discarding: all of the entity tag. */
export function checkPublication(
  operation: PublishOperation | UnpublishOperation | DiscardOperation,
  { id, meta }: ScopedResource,
  { counter }: PublicationState,
): void {
  const ofJson = (tags: string | undefined): string | undefined => tags?.replaceAll(linkedDataTag, '')
  const [ifMatch, ifNoneMatch] = [ofJson(operation.ifMatch), ofJson(operation.ifNoneMatch)]
  checkPreconditions({ ifMatch, ifNoneMatch }, { id, sequenceNo: meta.sequence_no, variant: `p${counter}` })
  if (ifMatch !== undefined && ifMatch.trim() !== '*' && !ifMatch.includes(`.p${counter}`))
    throw new PreconditionFailed('If-Match names no publication: it must be the whole ETag of the resource')
}

/**
 * Plan to publish a version, or to end the publication of a resource.
 * @returns undefined when that is so already
 * @throws `NotFound` for a version that does not exist; `ValidationFailed` for one that the type does not allow
 */
export async function planPublication(
  write: Write,
  type: ResourceType,
  operation: PublishOperation | UnpublishOperation,
  current: ScopedResource,
  budget: ValidationBudget,
): Promise<CompleteChange | undefined> {
  const drafts = requireDrafts(type)
  const { id, meta } = current
  const state = await write.publications.stateOf(drafts, id, meta.sequence_no)
  checkPublication(operation, current, state)
  if (operation.op === 'unpublish') {
    if (state.published_no === null) return undefined
    const change = await write.publications.unpublish(drafts, current)
    return completed(write, type, operation, current, change, state.published_no, {})
  }
  const number = operation.sequence_no ?? meta.sequence_no
  if (state.published_no === number) return undefined
  const content = await contentOf(write, type, current, number)
  const { badReferences } = checkData(type, content.data, { budget, isPublished: true })
  const checks = await checkTargets(write, type, id, content.data, badReferences)
  const change = await write.publications.publish(drafts, current, content, write.caller)
  return completed(write, type, operation, current, change, number, content.data, checks)
}

async function contentOf(
  { parts: { store } }: Write,
  { collection }: ResourceType,
  { id, meta, data }: ScopedResource,
  number: number,
): Promise<PublicContent> {
  if (number === meta.sequence_no) return { meta, data, number }
  const version = number > meta.sequence_no ? undefined : await store.version(collection, id, number)
  if (version === undefined) throw new NotFound('sequence_no: the resource has no such version')
  return { meta: readMeta(version), data: readData(version), number }
}

/**
 * Check that everything that a version refers to exists.
 * @returns operations that require the targets to be there when the write commits
 */
export async function checkTargets(
  { parts: { store, registry, expects }, caller, rules }: Write,
  { compiled }: ResourceType,
  id: string,
  data: JsonObject,
  bad: ReturnType<typeof checkData>['badReferences'],
): Promise<WriteOperation[]> {
  const references = compiled.referencesIn(data).filter(one => one.id !== id && expects?.(one.id) !== true)
  const active = new Map<string, WriteOperation>()
  for (const [slug, ids] of groupBySlug(references.map(one => one.id))) {
    const target = await registry.find(slug)
    if (target?.status !== 'active') continue
    const stored = await store.getMany(target.collection, ids)
    const metas = new Map(stored.map(document => [document.id, readMeta(document)]))
    for (const to of ids) {
      const meta = rules.changes.get(to)?.meta ?? metas.get(to)
      if (meta?.account_id !== caller.account_id || meta.status !== 'active') continue
      active.set(to, { kind: 'check', collection: target.collection, id: to, status: 'active' })
    }
  }
  const failures = references
    .filter(one => !active.has(one.id) || !one.type_slugs.includes(one.id.split(':')[1] ?? ''))
    .map(({ name, path, type_slugs }) => ({
      field: name,
      pointer: pointerOf(path),
      code: 'x-resource-type',
      message: referenceMessage(type_slugs),
    }))
  if (failures.length + bad.length > 0)
    throw new ValidationFailed([...bad, ...failures], ({ field, message }) => `${field}: ${message}`)
  return [...active.values()]
}

function completed(
  { parts: { events }, caller }: Write,
  type: ResourceType,
  { op }: PublishOperation | UnpublishOperation,
  current: ScopedResource,
  { operations, releases, document }: PublicationChange,
  sequence_no: number,
  data: JsonObject,
  checks: readonly WriteOperation[] = [],
): CompleteChange {
  const event = events.record({
    type: op === 'publish' ? 'Resource.Published' : 'Resource.Unpublished',
    subject: current.id,
    caller,
    account_id: current.meta.account_id,
    type_slug: type.slug,
    sequence_no,
  })
  return {
    action: 'update',
    type,
    current,
    id: current.id,
    data: current.data,
    document,
    published: data,
    releases,
    operations: [...operations, event, ...checks],
    releasedBy: [],
  }
}
