import { totalOf } from '../../../api/index.ts'
import type { JsonObject, Page, Resource } from '../../../api/index.ts'

const withTotal = (page: Page<Resource>, by: number): Page<Resource> => {
  const { total } = page
  return total === undefined || totalOf(page)?.isMore === true ? page : { ...page, total: total + by }
}

/** A page without a row. */
export function withoutRow(page: Page<Resource>, id: string): Page<Resource> {
  return withTotal({ ...page, data: page.data.filter(one => one.id !== id) }, -1)
}

/** A page with a row more. @param labels what its references are called */
export function withRow(
  page: Page<Resource>,
  row: Resource,
  at: number,
  labels: Page<Resource>['labels'],
): Page<Resource> {
  const data = [...page.data.slice(0, at), row, ...page.data.slice(at)]
  return withTotal({ ...page, data, ...((page.labels ?? labels) && { labels: { ...labels, ...page.labels } }) }, 1)
}

/** A resource with other values; null takes one away. */
export function withValues(row: Resource, changes: JsonObject): Resource {
  const [node, ...others] = row.data['@graph']
  const kept = Object.entries({ ...node, ...changes }).filter(([, value]) => value !== null)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both keep id and type
  const changed = Object.fromEntries(kept) as typeof node
  return { ...row, data: { '@graph': [changed, ...others] } }
}
