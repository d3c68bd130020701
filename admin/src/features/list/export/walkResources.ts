import { listResources } from '../../../api/index.ts'
import type { Query, Resource } from '../../../api/index.ts'

/**
 * Reads every resource that matches a query, page by page, in the order of creation; a resource that changes meanwhile is still read once.
 * @param query filters, search words, status; the sort is ignored
 * @param limit resources per page, at most 1,000
 */
export async function* walkResources(
  slug: string,
  { sort_by: _by, sort_order: _order, cursor: _cursor, ...query }: Query,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Resource[]> {
  let cursor: string | undefined
  do {
    const page = await listResources(slug, { ...query, limit, cursor }, signal)
    if (page.data.length > 0) yield page.data
    cursor = page.cursor === '' ? undefined : page.cursor
  } while (cursor !== undefined && !signal.aborted)
}

/** The rows of a loaded list, in parts of this size. */
export async function* inParts<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield await Promise.resolve(items.slice(at, at + size))
}
