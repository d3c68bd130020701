import type { Caller, DocumentStore, Page, SelectQuery, StoredDocument } from '../../../kernel/index.ts'
import {
  invalidParameter,
  countMatches,
  newestFirst,
  quote,
  readPageParameters,
  requestDeadline,
} from '../../../lib/query/index.ts'
import type { CursorScope, QueryPair } from '../../../lib/query/index.ts'
import { compareText, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ResourcePage, TypedDocument } from './contract.ts'
import { maxTextBytes } from './list.ts'
import type { ListRoutes } from './list.ts'
import { readRelatedRequest, relatedParameters } from './related.ts'
import { visibilityOf } from './scopes.ts'
import { referrerConditions } from '../references/reference-sources.ts'
import type { ReferenceSource } from '../references/reference-sources.ts'

/** Bytes of a page of one place, when there are many places. */
const minBytesOfSource = 1024 * 1024

/** Resources of one type that refer to another one from one place, and from none of those before it. */
interface Stream {
  source: ReferenceSource
  query: SelectQuery
}

/**
 * A page of the active resources that refer to one and that the caller is allowed to read, the newest first. Each place in each type that can
 * refer to it is a separate list, which an index serves; the pages of these lists are merged.
 * @param languages the languages of the reader, the preferred one first
 * @throws `NotFound`, `BadRequest` for parameters that are wrong
 */
export async function listReferrers(
  { reader, service, store, registry, cursors, maxPageBytes }: ListRoutes,
  caller: Caller,
  type: ResourceType,
  id: string,
  pairs: readonly QueryPair[],
  languages: readonly string[],
): Promise<ResourcePage> {
  const deadline = requestDeadline()
  const { limit, cursor, count, others } = readPageParameters(pairs, ['type_slug', ...relatedParameters])
  const slug = others.get('type_slug')
  await service.find(caller, type, id, 'active')
  if (slug !== undefined && (await registry.find(slug)) === undefined) {
    throw invalidParameter(`type_slug: there is no resource type ${quote(slug)}`)
  }
  const sources = (await service.sources.of(type.slug)).filter(one => slug === undefined || one.type.slug === slug)
  const related = readRelatedRequest(
    sources.map(source => source.type),
    others,
    'json',
    languages,
  )
  const streams = (await Promise.all(sources.map(source => streamsOf(service, caller, source, id)))).flat()
  const scope: CursorScope = {
    account_id: caller.account_id,
    list: `referrers ${id}`,
    sort: newestFirst,
    conditions: [],
    words: [],
    further: slug === undefined ? [] : [slug],
  }
  const after = cursor === undefined ? {} : { after: cursors.read(scope, cursor) }
  const maxBytes = maxTextBytes(maxPageBytes, 'json') / (related === undefined ? 1 : 2)
  // All pages together are not much larger than the merged page.
  const ofEach = { sort: newestFirst, limit, maxBytes: Math.max(minBytesOfSource, maxBytes / streams.length), deadline }
  const pages = await Promise.all(streams.map(({ query }) => store.list({ ...query, ...after, ...ofEach })))
  const { found, more } = merge(streams, pages, limit)
  const { referrers, isCut } = await readReferrers(store, found, maxBytes)
  const last = referrers.at(-1)?.found ?? found.at(-1)
  const next = (more || isCut) && last !== undefined ? { key: last.key, id: last.document.id } : null
  const countAll = async (options: { max?: number }): Promise<number> => {
    const totals = await Promise.all(streams.map(({ query }) => store.count({ ...query, deadline }, options)))
    return totals.reduce((sum, one) => sum + one, 0)
  }
  return {
    resources: referrers,
    related: related && (await reader.related(reader.callerScope(caller), referrers, related, { deadline })),
    cursor: cursors.write(scope, next),
    total: await countMatches(count, referrers.length + (next === null ? 0 : 1), countAll),
  }
}

/** A resource that refers to another one, and where it was found. */
interface ReadReferrer extends TypedDocument {
  found: FoundReferrer
}

/** How many entries of the index are replaced by their resources at once. */
const portionSize = 50

/** The resources that were found, up to the number of bytes of a page; at least one. A resource archived meanwhile is left out. */
async function readReferrers(
  store: DocumentStore,
  found: readonly FoundReferrer[],
  maxBytes: number,
): Promise<{ referrers: ReadReferrer[]; isCut: boolean }> {
  const referrers: ReadReferrer[] = []
  let bytes = 0
  for (let at = 0; at < found.length; at += portionSize) {
    for (const referrer of await readPortion(store, found.slice(at, at + portionSize))) {
      const { meta, data } = referrer.document
      bytes += meta.length + Buffer.byteLength(data)
      if (bytes > maxBytes && referrers.length > 0) return { referrers, isCut: true }
      referrers.push(referrer)
    }
  }
  return { referrers, isCut: false }
}

async function readPortion(store: DocumentStore, found: readonly FoundReferrer[]): Promise<ReadReferrer[]> {
  const idsOf = new Map<string, string[]>()
  for (const { source, document } of found) {
    const { collection } = source.type
    if (source.indexed) idsOf.set(collection, [...(idsOf.get(collection) ?? []), document.id])
  }
  const read = await Promise.all([...idsOf].map(([collection, ids]) => store.getMany(collection, ids)))
  const active = read.flat().filter(document => readMeta(document).status === 'active')
  const byId = new Map(active.map(document => [document.id, document]))
  return found.flatMap(one => {
    const document = one.source.indexed ? byId.get(one.document.id) : one.document
    return document === undefined ? [] : [{ type: one.source.type, document, found: one }]
  })
}

async function streamsOf(
  { access }: ListRoutes['service'],
  caller: Caller,
  source: ReferenceSource,
  id: string,
): Promise<Stream[]> {
  const visibility = await visibilityOf(access, caller, source.type.slug)
  if (visibility === undefined) return []
  const query = { collection: source.collection, account_id: caller.account_id, status: 'active', words: [] } as const
  return referrerConditions(source, id).map(conditions => ({ source, query: { ...query, visibility, conditions } }))
}

interface FoundReferrer {
  source: ReferenceSource
  /** The resource, or its entry in the index. */
  document: StoredDocument
  /** The sort key. */
  key: string
}

/** Merge the first resources of several pages in the same order, up to where a page ended early, so that none is missing in between. */
function merge(
  streams: readonly Stream[],
  pages: readonly Page[],
  limit: number,
): { found: FoundReferrer[]; more: boolean } {
  const ends = new Set(pages.flatMap(({ documents, next }) => (next === null ? [] : documents.slice(-1))))
  const all = pages.flatMap(({ documents }, index) => {
    const source = streams[index]?.source
    if (source === undefined) return []
    return documents.map(document => ({ source, document, key: readMeta(document).created_at }))
  })
  all.sort((a, b) => compareText(b.key, a.key) || compareText(b.document.id, a.document.id))
  const end = all.findIndex(({ document }) => ends.has(document))
  const known = end === -1 ? all.length : end + 1
  return { found: all.slice(0, Math.min(limit, known)), more: all.length > limit || end !== -1 }
}
