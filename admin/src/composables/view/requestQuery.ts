import { readRelative } from '../../../../lib/query/filters/dates.ts'
import type { ResourceType } from '../../api/index.ts'
import { columnsOf, propertiesIn, propertiesOf } from '../../schema/index.ts'
import type { Property } from '../../schema/index.ts'
import { useTypes } from '../../stores/types.ts'
import { ownZone, startOfDay } from '../../ui/fields/zone.ts'
import { viewQuery } from './view.ts'
import type { Filter, View } from './view.ts'

/**
 * A view as a query of the API. Days relative to today, which a view keeps as they are, become days of the clock that the admin shows, and on a property
 * with times the moments at which they begin: the API itself counts them in UTC.
 */
export function requestQuery(view: View, slug: string): Record<string, string | string[]> {
  const types = useTypes()
  const resolveDays = (filter: Filter): Filter => ({
    ...filter,
    values: filter.values.map(value => {
      const day = dayOf(value)
      if (day === undefined) return value
      const kind = propertyAt(filter.field, types.get(slug), types.get)?.kind
      return kind === 'date' ? day : kind === 'date-time' ? startOfDay(day, ownZone()) : value
    }),
  })
  return viewQuery({
    ...view,
    filters: view.filters.map(resolveDays),
    groups: view.groups.map(group => group.map(resolveDays)),
  })
}

/** A day relative to today: sign, amount, unit. */
export const relative = /^today(?:([+-])(\d{1,6})([dwmy]))?$/

/** The day (`2027-03-04`) that a relative one means by the clock of this browser. */
function dayOf(text: string): string | undefined {
  const now = new Date()
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return relative.test(text) ? readRelative(text, 'date', today) : undefined
}

/** The property that a dotted name of a filter leads to, through objects and one reference. */
function propertyAt(
  path: string,
  type: ResourceType | undefined,
  typeOf: (slug: string) => ResourceType | undefined,
): Property | undefined {
  if (type === undefined) return undefined
  const column = columnsOf(type).find(({ key }) => key === path || (path.startsWith('meta.') && `meta.${key}` === path))
  if (column !== undefined) return column.items ?? column
  let found: Property | undefined
  for (const name of path.split('.')) {
    const target = found?.refersTo === undefined ? undefined : typeOf(found.refersTo)?.schema
    const inside =
      found === undefined || target !== undefined ? propertiesOf(target ?? type.schema) : propertiesIn(found.part)
    const next = inside.find(property => property.name === name)
    found = next?.items ?? next
  }
  return found
}
