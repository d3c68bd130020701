import { totalOf } from '../../../api/index.ts'
import type { Page, Resource } from '../../../api/index.ts'

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
