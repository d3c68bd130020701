/** An event in the history of a resource or a type. */
export interface Happening {
  /** Unique in its list. */
  key: string
  urn: string
  /** Time, ISO 8601. */
  at: string
  /** Name of an event (`Resource.Updated`); empty for a resource that is only known to have changed. */
  event: string
  /** URN of the user; empty when unknown. */
  actor: string
}

/** A line of the list: one happening, or a series of the same kind by one user. */
export interface Line extends Happening {
  /** Number of resources; more than one for a series. */
  count: number
  /** There are more than `count`. */
  isMore: boolean
  /** Time of the first happening. */
  from: string
}

/** Happenings that are further apart do not belong to one series. */
export const minuteMs = 60_000
/** Minimum number of resources in a series. */
const minTogether = 4

const typeIn = (urn: string): string => urn.split(':')[1] ?? ''
const millis = (at: string): number => Date.parse(at)

interface Group {
  items: Happening[]
  urns: Set<string>
}

/**
 * Combine happenings into lines: changes of the same kind to many records of one type by one user, at most a minute apart, become one line.
 * Any other resource has one line, for its latest happening.
 * @param happenings newest first
 */
export function gather(happenings: readonly Happening[]): Line[] {
  const groups: Group[] = []
  for (const item of happenings) {
    const group = groups.find(({ items }) => items.slice(-1).some(last => isOneGo(last, item)))
    if (group === undefined) groups.push({ items: [item], urns: new Set([item.urn]) })
    else {
      group.items.push(item)
      group.urns.add(item.urn)
    }
  }
  const told = new Set<string>()
  return groups
    .flatMap(({ items, urns }): Line[] => {
      const [first] = items
      if (first !== undefined && urns.size >= minTogether && first.event !== '')
        return [{ ...first, count: urns.size, isMore: false, from: items.at(-1)?.at ?? first.at }]
      return items.map(item => ({ ...item, count: 1, isMore: false, from: item.at }))
    })
    .toSorted((a, b) => millis(b.at) - millis(a.at))
    .filter(({ urn, count }) => count > 1 || (!told.has(urn) && told.add(urn).has(urn)))
}

const isOneGo = (later: Happening, earlier: Happening): boolean =>
  later.event === earlier.event &&
  later.actor === earlier.actor &&
  typeIn(later.urn) === typeIn(earlier.urn) &&
  millis(later.at) - millis(earlier.at) <= minuteMs
