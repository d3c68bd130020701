import type { Caller, Condition, SelectQuery, WriteOperation } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { newestFirst } from '../../../lib/query/index.ts'
import { idCondition, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ReferredTo } from '../contract.ts'
import type { CompleteChange } from '../writing/write.ts'
import { isVisible, visibilityOf } from '../reading/scopes.ts'
import { isRestricting } from './found-references.ts'
import { restrictsTarget } from './reference-sources.ts'
import type { ReferenceParts, RuleParts } from './reference-sources.ts'
import { groupPairs } from '../../../lib/json/index.ts'

/*
 * What prevents resources from being archived: active resources in the store that refer to them by `restrict`. Those whose ids are excluded do not count:
 * the resources to be archived, and others that the same write changes.
 */

/** Up to this many resources that refer to others are read; beyond that they are counted. */
const maxRead = 500
const maxIds = 10

/** The resources to which others refer; all of them when the others are too many to be read. One query per referring type. */
export async function referredAmong(
  { store }: ReferenceParts,
  caller: Caller,
  types: readonly ResourceType[],
  ids: readonly string[],
  excluded: readonly string[],
): Promise<ReadonlySet<string>> {
  const referred = new Set<string>()
  for (const type of types.flatMap(rowSets)) {
    const query = queryOf(type, caller, ids, excluded)
    const { documents, next } = await store.list({ ...query, sort: newestFirst, limit: maxRead })
    if (next !== null) return new Set(ids)
    for (const document of documents)
      for (const { id } of type.compiled.referencesIn(readData(document)).filter(isRestricting)) referred.add(id)
  }
  return referred
}

/**
 * Where resources of a type can refer to others: in what is saved, and of a type with drafts in what is public.
 */
const rowSets = (type: ResourceType): ResourceType[] =>
  type.drafts === undefined ? [type] : [type, type.drafts.published]

/** How many resources of a type refer to one, each counted once, and how many of those the caller is allowed to read. */
export async function countReferrers(
  parts: ReferenceParts,
  caller: Caller,
  type: ResourceType,
  id: string,
  excluded: readonly string[],
): Promise<{ readable: number; all: number }> {
  const saved = await countIn(parts, caller, type, id, excluded)
  if (type.drafts === undefined) return saved
  // Those that refer to it in what is public alone.
  const published = queryOf(type.drafts.published, caller, [id], excluded)
  const { documents } = await parts.store.list({ ...published, sort: newestFirst, limit: maxRead })
  const ids = documents.map(document => document.id)
  const both = await parts.store.list({
    ...queryOf(type, caller, [id], excluded),
    conditions: [restrictsTarget(type, [id]), idCondition('in', ...ids)],
    sort: newestFirst,
    limit: maxRead,
  })
  const others = await countIn(parts, caller, type.drafts.published, id, [
    ...excluded,
    ...both.documents.map(one => one.id),
  ])
  return { readable: saved.readable + others.readable, all: saved.all + others.all }
}

async function countIn(
  { store, access }: ReferenceParts,
  caller: Caller,
  type: ResourceType,
  id: string,
  excluded: readonly string[],
): Promise<{ readable: number; all: number }> {
  const query = queryOf(type, caller, [id], excluded)
  const all = await store.count(query)
  if (all === 0) return { readable: 0, all }
  const visibility = await visibilityOf(access, caller, type.slug)
  if (visibility === undefined) return { readable: 0, all }
  return { readable: visibility.all ? all : await store.count({ ...query, visibility }), all }
}

/** The resources that prevent a resource from being archived, property by property. */
export async function listBlockers(
  parts: RuleParts,
  caller: Caller,
  type: ResourceType,
  id: string,
): Promise<ReferredTo[]> {
  const problems: ReferredTo[] = []
  for (const source of await parts.sources.restricting(type.slug)) {
    const seen = new Set<string>()
    for (const set of rowSets(source)) problems.push(...(await listBlockersOf(parts, caller, set, id, seen)))
  }
  return problems
}

/** The resources of a type that refer to one, property by property. @param seen those that were counted already. When they are too many to be read, as one problem. */
async function listBlockersOf(
  { store, access }: ReferenceParts,
  caller: Caller,
  type: ResourceType,
  id: string,
  seen: Set<string>,
): Promise<ReferredTo[]> {
  const visibility = await visibilityOf(access, caller, type.slug)
  const query = queryOf(type, caller, [id], [id, ...seen])
  const { documents, next } = await store.list({ ...query, sort: newestFirst, limit: maxRead })
  for (const document of documents) seen.add(document.id)
  const byName = groupPairs(
    documents.flatMap(document =>
      Array.from(restrictingNames(type, readData(document), id), name => [name, document] as const),
    ),
  )
  if (next !== null) {
    const some = { ...query, sort: newestFirst, limit: maxIds }
    const readable = visibility === undefined ? [] : (await store.list({ ...some, visibility })).documents
    const [property = '', ...others] = byName.keys()
    const ids = readable.map(document => document.id)
    return [
      { kind: 'referred-to', property: others.length === 0 ? property : '', count: await store.count(query), ids },
    ]
  }
  return [...byName].map(([property, found]) => {
    const readable = found.filter(document => isVisible(visibility, document.id, readMeta(document)))
    const ids = readable.slice(0, maxIds).map(document => document.id)
    return { kind: 'referred-to', property, count: found.length, ids }
  })
}

/** The names under which data refer to a resource by `restrict`. */
function restrictingNames({ compiled }: ResourceType, data: JsonObject, id: string): Set<string> {
  const found = compiled.referencesIn(data).filter(one => one.id === id && isRestricting(one))
  return new Set(found.map(({ name }) => name))
}

/** The active resources of a type that prevent others from being archived. */
function queryOf(
  type: ResourceType,
  { account_id }: Caller,
  ids: readonly string[],
  excluded: readonly string[],
): SelectQuery {
  const left = excluded.filter(id => id.startsWith(`urn:${type.slug}:`))
  const conditions: Condition[] = [
    restrictsTarget(type, ids),
    ...(left.length === 0 ? [] : [idCondition('nin', ...left)]),
  ]
  return {
    collection: type.collection,
    account_id,
    status: 'active',
    visibility: { all: true },
    conditions,
    words: [],
  }
}

/**
 * The operations that make changes commit only if no resource refers to what they archive; they must come after all others.
 * @param planned of resources of one type
 */
export function unreferredChecks(planned: readonly CompleteChange[]): WriteOperation[] {
  const released = planned.filter(({ releasedBy }) => releasedBy.length > 0)
  const last = released.at(-1)
  if (last === undefined) return []
  const { account_id } = readMeta(last.document) // the same for all: one caller writes them
  const ids = released.map(({ document }) => document.id)
  return last.releasedBy.flatMap(rowSets).map(type => {
    const conditions = [restrictsTarget(type, ids)]
    return { kind: 'absent', collection: type.collection, account_id, conditions }
  })
}
