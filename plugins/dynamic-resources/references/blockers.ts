import type { Caller, Condition, SelectQuery, StoredDocument, WriteOperation } from '../../../kernel/index.ts'
import { newestFirst } from '../../../lib/query/index.ts'
import { idCondition, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ReferredTo } from '../contract.ts'
import type { Plan } from '../service/plan-change.ts'
import { idsAt } from './found-references.ts'
import { isVisible, visibilityOf } from '../reading/scopes.ts'
import { namesInEntry } from './reference-index.ts'
import { referrerConditions, refersFrom } from './reference-sources.ts'
import type { ReferenceParts, ReferenceSource, RuleParts } from './reference-sources.ts'

/*
 * What prevents resources from being archived: active resources in the store that refer to them by `restrict`. Those whose ids are excluded do not count:
 * the resources to be archived, and others that the same write changes.
 */

/** Up to this many resources that refer to others are read; beyond that they are counted. */
const maxRead = 500
const maxIds = 10

/** The resources to which others refer; all of them when the others are too many to be read. One query per referring property. */
export async function referredAmong(
  { store }: ReferenceParts,
  caller: Caller,
  sources: readonly ReferenceSource[],
  ids: readonly string[],
  excluded: readonly string[],
): Promise<ReadonlySet<string>> {
  const referred = new Set<string>()
  for (const source of sources) {
    for (const place of source.places) {
      const query = queryOf(source, caller, refersFrom(source, place.path, ids), excluded)
      const { documents, next } = await store.list({ ...query, sort: newestFirst, limit: maxRead })
      if (next !== null) return new Set(ids)
      for (const document of documents) for (const id of idsAt(readData(document), place)) referred.add(id)
    }
  }
  return referred
}

/** How many resources of a source refer to one, and how many of those the caller is allowed to read. */
export async function countReferrers(
  { store, access }: ReferenceParts,
  caller: Caller,
  source: ReferenceSource,
  id: string,
  excluded: readonly string[],
): Promise<{ readable: number; all: number }> {
  const visibility = await visibilityOf(access, caller, source.type.slug)
  let all = 0
  let readable = 0
  for (const conditions of referrerConditions(source, id)) {
    const query = queryOf(source, caller, conditions, excluded)
    const count = await store.count(query)
    all += count
    if (count === 0 || visibility === undefined) continue
    readable += visibility.all ? count : await store.count({ ...query, visibility })
  }
  return { readable, all }
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
    problems.push(...(await listBlockersFrom(parts, caller, source, id)))
  }
  return problems
}

/** The resources of a source that refer to one, property by property. */
async function listBlockersFrom(
  { store, access }: ReferenceParts,
  caller: Caller,
  source: ReferenceSource,
  id: string,
): Promise<ReferredTo[]> {
  const visibility = await visibilityOf(access, caller, source.type.slug)
  const problems: ReferredTo[] = []
  const add = (property: string, count: number, ids: string[]): void => {
    problems.push({ kind: 'referred-to', property, count, ids })
  }
  for (const { name, path } of source.places) {
    const query = queryOf(source, caller, refersFrom(source, path, [id]), [id])
    const { documents, next } = await store.list({ ...query, sort: newestFirst, limit: maxRead })
    if (next !== null) {
      const some = { ...query, sort: newestFirst, limit: maxIds }
      const readable = visibility === undefined ? [] : (await store.list({ ...some, visibility })).documents
      add(
        name,
        await store.count(query),
        readable.map(document => document.id),
      )
      continue
    }
    const byName = new Map<string, StoredDocument[]>()
    for (const document of documents) {
      const names = source.indexed ? namesInEntry(readData(document), id) : [name]
      for (const one of names) byName.set(one, [...(byName.get(one) ?? []), document])
    }
    for (const [property, found] of byName) {
      const readable = found.filter(document => isVisible(visibility, document.id, readMeta(document)))
      add(
        property,
        found.length,
        readable.slice(0, maxIds).map(document => document.id),
      )
    }
  }
  return problems
}

function queryOf(
  { type, collection }: ReferenceSource,
  { account_id }: Caller,
  conditions: Condition[],
  excluded: readonly string[],
): SelectQuery {
  const left = excluded.filter(id => id.startsWith(`urn:${type.slug}:`))
  return {
    collection,
    account_id,
    status: 'active',
    visibility: { all: true },
    conditions: left.length === 0 ? conditions : [...conditions, idCondition('nin', ...left)],
    words: [],
  }
}

/**
 * The operations that make plans commit only if no resource refers to what they archive; they must come after all others.
 * @param plans of resources of one type
 */
export function unreferredChecks(plans: readonly Plan[]): WriteOperation[] {
  const released = plans.filter(({ releasedBy }) => releasedBy.length > 0)
  const last = released.at(-1)
  if (last === undefined) return []
  const { account_id } = readMeta(last.document) // the same for all: one caller writes them
  const ids = released.map(({ document }) => document.id)
  return last.releasedBy.flatMap(source =>
    source.places.map(({ path }) => {
      const conditions = refersFrom(source, path, ids)
      return { kind: 'absent', collection: source.collection, account_id, conditions } as const
    }),
  )
}
