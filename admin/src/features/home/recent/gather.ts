/** Something that happened to a resource or a type. */
export interface Happening {
  /** Unique in its list. */
  key: string
  urn: string
  /** When, ISO 8601. */
  at: string
  /** Name of an event (`Resource.Updated`); empty for what only was changed. */
  event: string
  /** URN of who did it; empty when that is not known. */
  actor: string
}

/** A happening, or many of one kind that one person brought about in one go. */
export interface Line extends Happening {
  /** How many resources; more than one where they are told together. */
  count: number
  /** There are more than that. */
  isMore: boolean
  /** When the first of them was. */
  from: string
}

/** What is further apart was not done in one go. */
export const minuteMs = 60_000
/** So many are told together. */
const minTogether = 4

const typeIn = (urn: string): string => urn.split(':')[1] ?? ''
const millis = (at: string): number => Date.parse(at)

interface Group {
  items: Happening[]
  urns: Set<string>
}

/**
 * Tell many records of one type that one person made (changed …) without a minute between them as one; each other resource once, by what happened to it last.
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
