import type { Caller, Page, SelectQuery } from '../../../kernel/index.ts'
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
import { refersTo } from '../references/reference-sources.ts'

/** Bytes of a page of one type, when there are many types. */
const minBytesOfSource = 1024 * 1024

/** The resources of one type that refer to another one. */
interface Stream {
  type: ResourceType
  query: SelectQuery
}

/**
 * A page of the active resources that refer to one and that the caller is allowed to read, the newest first. Each type that can refer to it is a
 * separate list, which an index serves; the pages of these lists are merged.
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
    throw invalidParameter(`type_slug: there is no resource type ${quote(slug)}`, 'type_slug')
  }
  const sources = (await service.sources.of(type.slug)).filter(one => slug === undefined || one.slug === slug)
  const related = readRelatedRequest(sources, others, 'json', languages)
  const streams = (await Promise.all(sources.map(source => streamOf(service, caller, source, id)))).flat()
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
  const referrers = cut(found, maxBytes)
  const last = referrers.at(-1)
  const next =
    (more || referrers.length < found.length) && last !== undefined ? { key: last.key, id: last.document.id } : null
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

/** A resource that refers to another one. */
interface Referrer extends TypedDocument {
  /** The sort key. */
  key: string
}

/** The first of the resources that have no more than a number of bytes; at least one. */
function cut(found: readonly Referrer[], maxBytes: number): Referrer[] {
  let bytes = 0
  const end = found.findIndex(({ document: { meta, data } }, at) => {
    bytes += meta.length + Buffer.byteLength(data)
    return bytes > maxBytes && at > 0
  })
  return found.slice(0, end === -1 ? undefined : end)
}

async function streamOf(
  { access }: ListRoutes['service'],
  caller: Caller,
  type: ResourceType,
  id: string,
): Promise<Stream[]> {
  const visibility = await visibilityOf(access, caller, type.slug)
  if (visibility === undefined) return []
  const { account_id } = caller
  const conditions = [refersTo(type, [id])]
  const query = {
    collection: type.collection,
    account_id,
    status: 'active',
    words: [],
    visibility,
    conditions,
  } as const
  return [{ type, query }]
}

/** Merge the first resources of several pages in the same order, up to where a page ended early, so that none is missing in between. */
function merge(
  streams: readonly Stream[],
  pages: readonly Page[],
  limit: number,
): { found: Referrer[]; more: boolean } {
  const ends = new Set(pages.flatMap(({ documents, next }) => (next === null ? [] : documents.slice(-1))))
  const all = pages.flatMap(({ documents }, index) => {
    const type = streams[index]?.type
    if (type === undefined) return []
    return documents.map(document => ({ type, document, key: readMeta(document).created_at }))
  })
  all.sort((a, b) => compareText(b.key, a.key) || compareText(b.document.id, a.document.id))
  const end = all.findIndex(({ document }) => ends.has(document))
  const known = end === -1 ? all.length : end + 1
  return { found: all.slice(0, Math.min(limit, known)), more: all.length > limit || end !== -1 }
}
