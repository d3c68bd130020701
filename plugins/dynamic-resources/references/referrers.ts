import {
  BadRequest,
  compareText,
  countMatches,
  newestFirst,
  quote,
  readMeta,
  readPageParameters,
  requestDeadline,
} from '../../../kernel/index.ts'
import type {
  Caller,
  Condition,
  CursorScope,
  Page,
  QueryPair,
  ResourceType,
  SelectQuery,
  StoredDocument,
  Total,
} from '../../../kernel/index.ts'
import { fitDocuments } from '../list.ts'
import type { ListParts } from '../list.ts'
import { visibilityOf } from './readable.ts'
import type { Source } from './sources.ts'
import { refersTo } from './values.ts'

/** A resource that refers to another one, and its type. */
export interface Referrer {
  type: ResourceType
  document: StoredDocument
}

export interface ReferrerPage {
  referrers: Referrer[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
  /** Bytes of its text, at most. */
  bytes: number
}

/** Bytes of a page of one place, if there are many places. */
const leastShare = 1024 * 1024

/** Resources of one type that refer to another one from one place, and from none of those before it. */
interface Stream {
  type: ResourceType
  query: SelectQuery
}

/**
 * A page of the active resources that refer to one and that the caller may read, the newest first. Each place in each type that can refer to
 * it is a list of its own, which an index serves; the pages of these are merged.
 * @throws `NotFound`, `BadRequest` for parameters that are wrong
 */
export async function listReferrers(
  { service, cursors }: ListParts,
  caller: Caller,
  type: ResourceType,
  id: string,
  pairs: readonly QueryPair[],
): Promise<ReferrerPage> {
  const deadline = requestDeadline()
  const { limit, cursor, count, others } = readPageParameters(pairs, ['type_slug'])
  const slug = others.get('type_slug')
  await service.find(caller, type, id, 'active')
  const { store, registry } = service.parts
  if (slug !== undefined && (await registry.find(slug)) === undefined) {
    throw new BadRequest(`type_slug: there is no resource type ${quote(slug)}`)
  }
  const sources = (await service.sources.of(type.slug)).filter(one => slug === undefined || one.type.slug === slug)
  const streams = (await Promise.all(sources.map(source => streamsOf(service.parts, caller, source, id)))).flat()
  const scope: CursorScope = {
    account_id: caller.account_id,
    list: `referrers ${id}`,
    sort: newestFirst,
    conditions: [],
    words: [],
    further: slug === undefined ? [] : [slug],
  }
  const after = cursor === undefined ? {} : { after: cursors.read(scope, cursor) }
  const maxBytes = service.parts.maxPageBytes
  // All pages together are not much larger than the one that becomes of them.
  const ofEach = { sort: newestFirst, limit, maxBytes: Math.max(leastShare, maxBytes / streams.length), deadline }
  const pages = await Promise.all(streams.map(({ query }) => store.list({ ...query, ...after, ...ofEach })))
  const { referrers, more } = merge(streams, pages, limit)
  const fitting = fitDocuments(referrers, { form: 'json', maxBytes })
  const shown = referrers.slice(0, fitting.count)
  const last = shown.at(-1)
  const isMore = more || shown.length < referrers.length
  const next = isMore && last !== undefined ? { key: last.key, id: last.document.id } : null
  const countAll = async (options: { max?: number }): Promise<number> => {
    const totals = await Promise.all(streams.map(({ query }) => store.count({ ...query, deadline }, options)))
    return totals.reduce((sum, one) => sum + one, 0)
  }
  return {
    referrers: shown,
    cursor: cursors.write(scope, next),
    total: await countMatches(count, shown.length + (next === null ? 0 : 1), countAll),
    bytes: fitting.bytes,
  }
}

async function streamsOf(
  { access }: ListParts['service']['parts'],
  caller: Caller,
  { type, places }: Source,
  id: string,
): Promise<Stream[]> {
  const visibility = await visibilityOf(access, caller, type.slug)
  if (visibility === undefined) return []
  return places.map(({ path }, index) => {
    const earlier = places.slice(0, index).map((place): Condition => ({
      ...refersTo(type, place.path, [id]),
      operator: 'nin',
    }))
    const conditions = [refersTo(type, path, [id]), ...earlier]
    const query = { collection: type.collection, account_id: caller.account_id, status: 'active', words: [] } as const
    return { type, query: { ...query, visibility, conditions } }
  })
}

/** The first of several pages in the same order, as far as nothing of a page that ended early is missing between them. */
function merge(
  streams: readonly Stream[],
  pages: readonly Page[],
  limit: number,
): { referrers: (Referrer & { key: string })[]; more: boolean } {
  const ends = new Set(pages.flatMap(({ documents, next }) => (next === null ? [] : documents.slice(-1))))
  const all = pages.flatMap(({ documents }, index) => {
    const type = streams[index]?.type
    return type === undefined ? [] : documents.map(document => ({ type, document, key: readMeta(document).created_at }))
  })
  all.sort((a, b) => compareText(b.key, a.key) || compareText(b.document.id, a.document.id))
  const end = all.findIndex(({ document }) => ends.has(document))
  const known = end === -1 ? all.length : end + 1
  return { referrers: all.slice(0, Math.min(limit, known)), more: all.length > limit || end !== -1 }
}
