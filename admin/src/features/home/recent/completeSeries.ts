import { countLimit, hidden, listResources, slugOf, totalOf, unless } from '../../../api/index.ts'
import { maxSeriesGapMs } from './groupActivities.ts'
import type { Line } from './groupActivities.ts'

/**
 * Complete a line about a series of which not all activities have been read: the number of records, up to a gap of a minute, and the start.
 * Asks the list of the type, in one request.
 */
export async function completeSeries(line: Line): Promise<Line> {
  const isNew = line.event === 'Resource.Created'
  const time = isNew ? 'created_at' : 'updated_at'
  const found = listResources(slugOf(line.urn), {
    [`_filter[meta.${time}][gte]`]: new Date(Date.parse(line.from) - maxSeriesGapMs).toISOString(),
    [`_filter[meta.${time}][lte]`]: line.at,
    ...(isNew && line.actor !== '' && { '_filter[meta.created_by][eq]': line.actor }),
    ...(line.event === 'Resource.Deleted' && { status: 'archived' }),
    sort_by: `meta.${time}`,
    sort_order: 'asc',
    limit: 1,
    count: countLimit,
  })
  const page = await unless(hidden, found, undefined)
  const total = page && totalOf(page)
  if (page === undefined || total === undefined || total.count < line.count) return line
  return { ...line, ...total, from: page.data[0]?.[time] ?? line.from }
}
