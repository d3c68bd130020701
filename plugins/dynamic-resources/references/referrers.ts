import { BadRequest, compareText, newestFirst, quote, readMeta, readPageParameters } from '../../../kernel/index.ts'
import type {
  Caller,
  Condition,
  CursorScope,
  Page,
  Position,
  QueryPair,
  ResourceType,
  SelectQuery,
  StoredDocument,
} from '../../../kernel/index.ts'
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
  total: number | undefined
}

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
  const pages = await Promise.all(
    streams.map(({ query }) => store.list({ ...query, ...after, sort: newestFirst, limit })),
  )
  const { referrers, next } = merge(streams, pages, limit)
  const totals = count ? await Promise.all(streams.map(({ query }) => store.count(query))) : undefined
  return { referrers, cursor: cursors.write(scope, next), total: totals?.reduce((sum, one) => sum + one, 0) }
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

/** The first of several pages in the same order. */
function merge(
  streams: readonly Stream[],
  pages: readonly Page[],
  limit: number,
): { referrers: Referrer[]; next: Position | null } {
  const all = pages.flatMap(({ documents }, index) => {
    const type = streams[index]?.type
    return type === undefined ? [] : documents.map(document => ({ type, document, key: readMeta(document).created_at }))
  })
  all.sort((a, b) => compareText(b.key, a.key) || compareText(b.document.id, a.document.id))
  const shown = all.slice(0, limit)
  const last = shown.at(-1)
  const more = all.length > limit || pages.some(({ next }) => next !== null)
  return { referrers: shown, next: more && last !== undefined ? { key: last.key, id: last.document.id } : null }
}
