import { shortId } from '../../../api/content/resources.ts'
import { equal } from '../../../api/transport/json.ts'
import type { SavedLayout } from '../../../api/content/views.ts'
import { filterParameter, readFilterParameter } from '../../../../../lib/query/filters/filter-parameter.ts'
import { readView, viewQuery, widthOf, writeView } from '../../../composables/view/view.ts'
import type { Filter, View } from '../../../composables/view/view.ts'
import type { ViewLayout } from '../../../composables/view/viewLayout.ts'

/** The parts of a list that a saved view contains. */
interface SavedContent {
  query: Record<string, string | string[]>
  columns: (string | { name: string; width: number })[]
  layout: SavedLayout
}

/** A saved view as the service returns it; its author may have stored the query as a query string. */
export interface SavedView {
  id: string
  type_slug: string
  name: string
  /** The name in other languages. */
  titles?: Record<string, string> | undefined
  shared: boolean
  query: unknown
  columns: readonly (string | { name: string; width?: number | undefined })[]
  layout: SavedLayout
  /** The list of the type opens with this view. */
  default: boolean
  owner: string
  /** Columns and parameters of the query that the type does not understand any more. */
  stale?: readonly string[] | undefined
}

/** What is stored when a list is saved: the query, the columns and the layout; not the page, nor the day of a calendar. */
export function toSaved(view: View): SavedContent {
  const widths = view.widths ?? {}
  return {
    query: viewQuery({ ...view, cursor: '' }),
    columns: view.columns.map(name => {
      const width = widths[name]
      return width === undefined ? name : { name, width }
    }),
    layout: layoutToSave(view.layout),
  }
}

/** The list that a saved view shows, without the parts that are not understood. */
export function fromSaved({
  id,
  query,
  columns,
  layout,
  stale = [],
}: Pick<SavedView, 'id' | 'query' | 'columns' | 'layout' | 'stale'>): View {
  const { sort_by: by, sort_order: order, ...rest } = inWords(query)
  const [sort = ''] = [by].flat()
  const direction = [order].flat()[0]
  const widths = columns.flatMap(column =>
    typeof column === 'string' || column.width === undefined ? [] : [[column.name, widthOf(column.width)] as const],
  )
  const whole: View = {
    ...readView(rest),
    sort,
    order: direction === 'desc' ? 'desc' : 'asc',
    columns: columns.map(column => (typeof column === 'string' ? column : column.name)),
    cursor: '',
    page: 1,
    ...(layout.kind !== 'table' && { layout: layoutOfSaved(layout) }),
    ...(widths.length > 0 && { widths: Object.fromEntries(widths) }),
    saved: shortId(id),
  }
  return withoutStale(whole, stale)
}

/** A view without the columns, filters and order that the type does not understand any more. @param stale as the service names them */
export function withoutStale(view: View, stale: readonly string[]): View {
  const isStale = (name: string): boolean => stale.includes(name)
  const isKnown = ({ field, operator }: Filter, group?: number): boolean =>
    !isStale(filterParameter(field, operator, group)) && !(operator === 'eq' && isStale('filter_field'))
  const groups = view.groups.map((group, at) => group.filter(filter => isKnown(filter, at)))
  return {
    ...view,
    filters: view.filters.filter(filter => isKnown(filter)),
    groups: groups.filter(group => group.length > 0),
    columns: view.columns.filter(name => !isStale(name)),
    ...(isStale('sort_by') && { sort: '', order: 'asc' }),
  }
}

/** The names of the properties, as the view knows them, that the type does not have any more, or that do not fit the layout of the view. */
export function staleParts({ query, layout, stale = [] }: Pick<SavedView, 'query' | 'layout' | 'stale'>): string[] {
  const words = inWords(query)
  const { kind: _kind, ...arranging } = layout
  const namesOf = (name: string): string | string[] => {
    if (name === 'layout') return Object.values(arranging)
    const named = name === 'sort_by' || name === 'filter_field' ? [words[name]].flat()[0] : undefined
    return named ?? readFilterParameter(name)?.field ?? name
  }
  return [...new Set(stale.flatMap(namesOf))]
}

/** Whether a list differs from the view with which it started. */
export function isChanged(view: View, saved: SavedView): boolean {
  const plain = ({ saved: _saved, size: _size, layout, ...rest }: View): unknown => [
    writeView({ ...rest, cursor: '', page: 1 }),
    layoutToSave(layout),
  ]
  return !equal(plain(view), plain(fromSaved(saved)))
}

/** A layout in the format of the API. */
function layoutToSave({ kind, property, endProperty }: ViewLayout = { kind: 'table' }): SavedLayout {
  if (kind === 'table') return { kind }
  if (kind === 'gallery') return { kind, ...(property !== undefined && { property }) }
  if (property === undefined) return { kind: 'table' }
  if (kind === 'calendar') return { kind, property, ...(endProperty !== undefined && { end_property: endProperty }) }
  return kind === 'board' || kind === 'tree' ? { kind, property } : { kind: 'table' } // the service stores no other layouts
}

function layoutOfSaved(layout: SavedLayout): ViewLayout {
  if (layout.kind === 'table') return layout
  const { kind, property } = layout
  const endProperty = layout.kind === 'calendar' ? layout.end_property : undefined
  return { kind, ...(property !== undefined && { property }), ...(endProperty !== undefined && { endProperty }) }
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
