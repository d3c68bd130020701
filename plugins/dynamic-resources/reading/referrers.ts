import { Forbidden } from '../../../kernel/index.ts'
import type { Caller, Page } from '../../../kernel/index.ts'
import {
  invalidParameter,
  countMatches,
  newestFirst,
  quote,
  readPageParameters,
  requestDeadline,
  readPerspective,
} from '../../../lib/query/index.ts'
import type { CursorScope, QueryPair } from '../../../lib/query/index.ts'
import { compareText, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ResourcePage, TypedDocument } from './contract.ts'
import { maxTextBytes, selectResources } from './list.ts'
import type { ListRoutes, Selection } from './list.ts'
import { readRelatedRequest, relatedParameters } from './related.ts'
import { refersTo } from '../references/reference-sources.ts'
import { insteadOf } from '../../../lib/errors/index.ts'

/** Bytes of a page of one type, when there are many types. */
const minBytesOfSource = 1024 * 1024

/**
 * A page of the active resources that refer to one and that the caller is allowed to read, the newest first. Each type that can refer to it is a
 * separate list, which an index serves; the pages of these lists are merged.
 * @param languages the languages of the reader, the preferred one first
 * @throws `NotFound`, `BadRequest` for parameters that are wrong
 */
export async function listReferrers(
  lists: ListRoutes,
  caller: Caller,
  type: ResourceType,
  id: string,
  pairs: readonly QueryPair[],
  languages: readonly string[],
): Promise<ResourcePage> {
  const { reader, service, registry, cursors, maxPageBytes } = lists
  const deadline = requestDeadline()
  const { limit, cursor, count, others } = readPageParameters(pairs, ['type_slug', 'perspective', ...relatedParameters])
  const slug = others.get('type_slug')
  const perspective = readPerspective(others.get('perspective'))
  await service.find(caller, type, id, 'active', perspective)
  if (slug !== undefined && (await registry.find(slug)) === undefined) {
    throw invalidParameter(`type_slug: there is no resource type ${quote(slug)}`, 'type_slug')
  }
  const sources = (await service.sources.of(type.slug)).filter(one => slug === undefined || one.slug === slug)
  const related = readRelatedRequest(sources, others, 'json', languages)
  const scope = reader.callerScope(caller, perspective)
  const selections = (
    await Promise.all(
      sources.map(source =>
        ifVisible(selectResources(lists, scope, source, { conditions: [refersTo(source, [id])], deadline })),
      ),
    )
  ).flat()
  const cursorScope: CursorScope = {
    account_id: caller.account_id,
    list: `referrers ${id}`,
    sort: newestFirst,
    conditions: [],
    words: [],
    further: [...(slug === undefined ? [] : [slug]), ...(perspective === 'draft' ? [perspective] : [])],
  }
  const after = cursor === undefined ? {} : { after: cursors.read(cursorScope, cursor) }
  const maxBytes = maxTextBytes(maxPageBytes, 'json') / (related === undefined ? 1 : 2)
  // All pages together are not much larger than the merged page.
  const range = { ...after, limit, maxBytes: Math.max(minBytesOfSource, maxBytes / selections.length) }
  const pages = await Promise.all(selections.map(selection => selection.list(range)))
  const { found, more } = merge(selections, pages, limit)
  const referrers = cut(found, maxBytes)
  const last = referrers.at(-1)
  const next =
    (more || referrers.length < found.length) && last !== undefined ? { key: last.key, id: last.document.id } : null
  const countAll = async (options: { max?: number }): Promise<number> => {
    const totals = await Promise.all(selections.map(selection => selection.count(options)))
    return totals.reduce((sum, one) => sum + one, 0)
  }
  return {
    resources: referrers,
    related: related && (await reader.related(scope, referrers, related, { deadline })),
    cursor: cursors.write(cursorScope, next),
    total: await countMatches(
      count,
      { found: referrers.length, isFirst: cursor === undefined, hasMore: next !== null },
      countAll,
    ),
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

/** A selection; none where the caller can see nothing of the type. */
export const ifVisible = (selecting: Promise<Selection>): Promise<Selection[]> =>
  selecting.then(selection => [selection]).catch(insteadOf(Forbidden, []))

/** Merge the first resources of several pages in the same order, up to where a page ended early, so that none is missing in between. */
function merge(
  selections: readonly Selection[],
  pages: readonly Page[],
  limit: number,
): { found: Referrer[]; more: boolean } {
  const ends = new Set(pages.flatMap(({ documents, next }) => (next === null ? [] : documents.slice(-1))))
  const all = pages.flatMap(({ documents }, index) => {
    const type = selections[index]?.type
    if (type === undefined) return []
    return documents.map(document => ({ type, document, key: readMeta(document).created_at }))
  })
  all.sort((a, b) => compareText(b.key, a.key) || compareText(b.document.id, a.document.id))
  const end = all.findIndex(({ document }) => ends.has(document))
  const known = end === -1 ? all.length : end + 1
  return { found: all.slice(0, Math.min(limit, known)), more: all.length > limit || end !== -1 }
}
