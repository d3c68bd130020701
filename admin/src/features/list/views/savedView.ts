import { equal } from '../../../api/json.ts'
import { readView, viewQuery, widthOf, writeView } from '../../../composables/view.ts'
import type { View } from '../../../composables/view.ts'

/** What a saved view holds of a list. */
export interface SavedContent {
  query: Record<string, string | string[]>
  columns: (string | { name: string; width: number })[]
}

/** A saved view as the service gives it; whoever wrote it may have written a query string. */
export interface SavedView {
  id: string
  type_slug: string
  name: string
  shared: boolean
  query: unknown
  columns: readonly (string | { name: string; width?: number | undefined })[]
  owner: string
}

/** What is kept of a list when it is saved: what is asked, and the columns; not the page. */
export function toSaved(view: View): SavedContent {
  const widths = view.widths ?? {}
  return {
    query: viewQuery({ ...view, cursor: '' }),
    columns: view.columns.map(name => {
      const width = widths[name]
      return width === undefined ? name : { name, width }
    }),
  }
}

/** The list that a saved view shows. What it does not understand is left out. */
export function fromSaved({ id, query, columns }: Pick<SavedView, 'id' | 'query' | 'columns'>): View {
  const { sort_by: by, sort_order: order, ...rest } = inWords(query)
  const [sort = ''] = [by].flat()
  const direction = [order].flat()[0]
  const widths = columns.flatMap(column =>
    typeof column === 'string' || column.width === undefined ? [] : [[column.name, widthOf(column.width)] as const],
  )
  return {
    ...readView(rest),
    sort,
    order: direction === 'desc' ? 'desc' : 'asc',
    columns: columns.map(column => (typeof column === 'string' ? column : column.name)),
    cursor: '',
    page: 1,
    ...(widths.length > 0 && { widths: Object.fromEntries(widths) }),
    saved: id.slice(id.lastIndexOf(':') + 1),
  }
}

/** Whether a list differs from the view that it began as. */
export function isChanged(view: View, saved: SavedView): boolean {
  const plain = ({ saved: _saved, size: _size, ...rest }: View): unknown => writeView({ ...rest, cursor: '', page: 1 })
  return !equal(plain(view), plain(fromSaved(saved)))
}

function inWords(query: unknown): Record<string, string | string[]> {
  if (typeof query === 'string') {
    const pairs = new URLSearchParams(query)
    return Object.fromEntries([...new Set(pairs.keys())].map(name => [name, pairs.getAll(name)]))
  }
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]: [string, unknown]) => {
      const values = [value].flat().filter(one => ['string', 'number', 'boolean'].includes(typeof one))
      return values.length === 0 ? [] : [[name, values.map(String)]]
    }),
  )
}
