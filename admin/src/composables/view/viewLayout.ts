import type { LocationQuery } from 'vue-router'

const kinds = ['table', 'board', 'calendar', 'gallery', 'tree'] as const

/** How the resources of a list are laid out. */
export type LayoutKind = (typeof kinds)[number]

/** A layout, by what it goes, and the part of it that is looked at. */
export interface ViewLayout {
  kind: LayoutKind
  /** The columns of a board, the dates of a calendar, the pictures of a gallery, the parents of a tree. */
  property?: string
  /** Where a calendar's entries end. */
  endProperty?: string
  /** Of a calendar: a month where nothing is said. */
  span?: 'week'
  /** A day of the month or week that a calendar shows (`2027-03-04`); today where nothing is said. */
  day?: string
}

const isKind = (text: string): text is LayoutKind => kinds.some(kind => kind === text)

/** What the address bar says of the layout; undefined where it says nothing. */
export function readLayout(query: LocationQuery): ViewLayout | undefined {
  const one = (name: string): string => [query[name] ?? []].flat().find(value => value !== null) ?? ''
  const kind = one('layout')
  if (!isKind(kind)) return undefined
  const day = one('day')
  return {
    kind,
    ...(one('by') !== '' && { property: one('by') }),
    ...(one('until') !== '' && { endProperty: one('until') }),
    ...(one('span') === 'week' && { span: 'week' }),
    ...(/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
  }
}

/** The parameters of the address for a layout. */
export function writeLayout({ kind, property, endProperty, span, day }: ViewLayout): Record<string, string> {
  return {
    layout: kind,
    ...(property !== undefined && { by: property }),
    ...(endProperty !== undefined && { until: endProperty }),
    ...(span !== undefined && { span }),
    ...(day !== undefined && { day }),
  }
}
