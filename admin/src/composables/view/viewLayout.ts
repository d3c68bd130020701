import type { LocationQuery } from 'vue-router'

/** A layout, the properties that it uses, and the part of it that is shown. */
export interface ViewLayout {
  /** Its name in the registry of layouts. */
  kind: string
  /** The property that defines the columns of a board, the dates of a calendar, the pictures of a gallery, or the parents of a tree. */
  property?: string
  /** The property that contains the end of a calendar entry. */
  endProperty?: string
  /** Span of a calendar; a month when absent. */
  span?: 'week'
  /** A day in the month or week that a calendar shows (`2027-03-04`); today when absent. */
  day?: string
}

/** Read the layout from the query of the address; undefined when it contains none. */
export function readLayout(query: LocationQuery): ViewLayout | undefined {
  const one = (name: string): string => [query[name] ?? []].flat().find(value => value !== null) ?? ''
  const kind = one('layout')
  if (kind === '') return undefined
  const day = one('day')
  return {
    kind,
    ...(one('by') !== '' && { property: one('by') }),
    ...(one('until') !== '' && { endProperty: one('until') }),
    ...(one('span') === 'week' && { span: 'week' }),
    ...(/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
  }
}

/** Write a layout as query parameters of the address. */
export function writeLayout({ kind, property, endProperty, span, day }: ViewLayout): Record<string, string> {
  return {
    layout: kind,
    ...(property !== undefined && { by: property }),
    ...(endProperty !== undefined && { until: endProperty }),
    ...(span !== undefined && { span }),
    ...(day !== undefined && { day }),
  }
}
