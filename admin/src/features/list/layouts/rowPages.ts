import type { EntryKey, UseInfiniteQueryData } from '@pinia/colada'
import { totalOf } from '../../../api/index.ts'
import type { Labels, Page, Resource } from '../../../api/index.ts'

/** How many rows of a column or level are read at first, and with each press. */
export const pageSize = 50

/** The pages of resources that were read, as the cache contains them. */
export type RowPages = UseInfiniteQueryData<Page<Resource>, string>

/** A list of rows that a layout shows, under its key in the cache; undefined where it has not been read. */
export interface ShownList {
  key: EntryKey
  read: RowPages | undefined
}

/** The rows of pages. A row that another user moved to a later page between two reads is only there. */
export function rowsOf(pages: readonly Page<Resource>[] = []): Resource[] {
  const rows = pages.flatMap(({ data }) => data)
  const last = new Map(rows.map(({ id }, at) => [id, at]))
  return rows.filter(({ id }, at) => last.get(id) === at)
}

const noLabels: Labels = {}

/** The labels of all pages: of one page the same object each time, since all rows that show labels depend on it. */
export const labelsOf = ([first, ...others]: readonly Page<Resource>[] = []): Labels =>
  others.length === 0
    ? (first?.labels ?? noLabels)
    : Object.assign({}, first?.labels, ...others.map(({ labels }) => labels))

/** The same pages with changed rows. */
export const mapRows = ({ pages, pageParams }: RowPages, change: (row: Resource) => Resource): RowPages => ({
  pages: pages.map(page => ({ ...page, data: page.data.map(change) })),
  pageParams,
})

/**
 * The same pages with other rows, all on the first page until they are read again.
 * @param added the number of rows that the list has more
 * @param labels of the added rows
 */
export const withRows = (read: RowPages, data: Resource[], added: number, labels?: Labels): RowPages => ({
  pages: read.pages.map((page, at) =>
    at > 0
      ? { ...page, data: [] }
      : { ...withTotal(page, added), data, ...(labels !== undefined && { labels: withLabels(page.labels, labels) }) },
  ),
  pageParams: read.pageParams,
})

/** Labels with those that they lack; the same object where they lack none, since all rows that show labels depend on it. */
const withLabels = (known: Labels = noLabels, added: Labels): Labels =>
  Object.keys(added).every(id => Object.hasOwn(known, id)) ? known : { ...added, ...known }

/** A page with its total changed, where the page has a total. */
function withTotal(page: Page<Resource>, by: number): Page<Resource> {
  const { total } = page
  return total === undefined || totalOf(page)?.isMore === true ? page : { ...page, total: total + by }
}
