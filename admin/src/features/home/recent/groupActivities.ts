import { slugOf } from '../../../api/content/resources.ts'

/** An event in the history of a resource or a type. */
export interface Activity {
  /** Unique in its list. */
  key: string
  urn: string
  /** Time, ISO 8601. */
  at: string
  /** Name of an event (`Resource.Updated`); empty for a resource that is only known to have changed. */
  event: string
  /** URN of the user; empty when unknown. */
  actor: string
  /** There may be earlier ones like it, which were not read. */
  isLast: boolean
}

/** A line of the list: one activity, or a series of the same kind by one user. */
export interface Line extends Activity {
  /** Number of resources; more than one for a series. */
  count: number
  /** There are more than `count`. */
  isMore: boolean
}

/** Activities that are further apart do not belong to one series. */
const maxSeriesGapMs = 60_000
/** Minimum number of resources in a series. */
const minSeriesSize = 4

const millis = (at: string): number => Date.parse(at)

interface Group {
  items: Activity[]
  urns: Set<string>
}

/**
 * Combine activities into lines: changes of the same kind to many records of one type by one user, at most a minute apart, become one line.
 * Any other resource has one line, for its latest activity.
 * @param activities newest first
 */
export function groupActivities(activities: readonly Activity[]): Line[] {
  const groups: Group[] = []
  for (const item of activities) {
    const group = groups.find(({ items }) => items.slice(-1).some(last => isSameSeries(last, item)))
    if (group === undefined) groups.push({ items: [item], urns: new Set([item.urn]) })
    else {
      group.items.push(item)
      group.urns.add(item.urn)
    }
  }
  const seenUrns = new Set<string>()
  return groups
    .flatMap(({ items, urns }): Line[] => {
      const [first] = items
      if (first !== undefined && urns.size >= minSeriesSize && first.event !== '')
        return [{ ...first, count: urns.size, isMore: items.some(({ isLast }) => isLast) }]
      return items.map(item => ({ ...item, count: 1, isMore: false }))
    })
    .toSorted((a, b) => millis(b.at) - millis(a.at))
    .filter(({ urn, count }) => count > 1 || (!seenUrns.has(urn) && seenUrns.add(urn).has(urn)))
}

const isSameSeries = (later: Activity, earlier: Activity): boolean =>
  later.event === earlier.event &&
  later.actor === earlier.actor &&
  slugOf(later.urn) === slugOf(earlier.urn) &&
  millis(later.at) - millis(earlier.at) <= maxSeriesGapMs
