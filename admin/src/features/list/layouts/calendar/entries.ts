import type { Json, JsonObject, Resource } from '../../../../api/index.ts'
import { valueIn } from '../../../../schema/index.ts'
import type { Column } from '../../../../schema/index.ts'
import { fromLocal, ownZone } from '../../../../ui/fields/zone.ts'
import { addDays, dayMinutes, dayOf, daysBetween, minutesOf, momentAt, startOf } from './days.ts'
import type { Day } from './days.ts'

/** A resource in a calendar. */
export interface Entry {
  row: Resource
  first: Day
  /** The last day, which it still takes. */
  last: Day
  /** When it begins and ends, where it has a time of day. */
  from: Date | undefined
  until: Date | undefined
  /** It takes whole days, or more than one. */
  isAllDay: boolean
}

/** The properties that a calendar goes by. */
export interface Dates {
  start: Column
  end: Column | undefined
}

/** A date, or a moment; undefined for what is neither. */
function readDate(value: Json | undefined): { day: Day; moment: Date | undefined } | undefined {
  if (typeof value !== 'string') return undefined
  if (/^\d{4}-\d\d-\d\d$/.test(value))
    return Number.isNaN(Date.parse(value)) ? undefined : { day: value, moment: undefined }
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? undefined : { day: dayOf(moment), moment }
}

/** A resource as an entry; undefined without a date. An end before the beginning is none. */
export function entryOf(row: Resource, { start, end }: Dates): Entry | undefined {
  const begin = readDate(valueIn(row, start))
  if (begin === undefined) return undefined
  const finish = end === undefined ? undefined : readDate(valueIn(row, end))
  const until =
    finish?.moment !== undefined && begin.moment !== undefined && finish.moment > begin.moment
      ? finish.moment
      : undefined
  const isMidnight = until !== undefined && minutesOf(until) === 0 && dayOf(until) > begin.day
  const lastDay = finish === undefined ? begin.day : isMidnight ? addDays(finish.day, -1) : finish.day
  const last = lastDay < begin.day ? begin.day : lastDay
  return {
    row,
    first: begin.day,
    last,
    from: begin.moment,
    until,
    isAllDay: begin.moment === undefined || last > begin.day,
  }
}

/** Whether an entry takes a day, or a part of it. */
export const isOn = ({ first, last }: Pick<Entry, 'first' | 'last'>, day: Day): boolean => first <= day && day <= last

/** What a move of an entry changes: by days, and by minutes where it has a time of day. */
export function moveBy(entry: Entry, { start, end }: Dates, days: number, minutes = 0): JsonObject {
  const changes: JsonObject = { [start.name]: shifted(valueIn(entry.row, start), days, minutes) }
  const finish = end === undefined ? undefined : valueIn(entry.row, end)
  if (end !== undefined && readDate(finish) !== undefined) changes[end.name] = shifted(finish, days, minutes)
  return changes
}

/**
 * What a new end of an entry changes.
 * @param minutes of that day, where it has a time of day
 * @returns undefined where it would end before it begins
 */
export function endAt(entry: Entry, { end }: Dates, day: Day, minutes?: number): JsonObject | undefined {
  if (end === undefined || day < entry.first) return undefined
  if (end.kind === 'date') return { [end.name]: day }
  const until = entry.until ?? entry.from
  const at = minutes ?? (until === undefined ? 0 : minutesOf(until))
  const moment = momentAt(day, at)
  if (entry.from !== undefined && moment <= entry.from) return undefined
  return { [end.name]: textOf(moment) }
}

/** What an entry that begins here begins with. @param minutes of the day, where a time of day was chosen */
export function valuesAt({ start, end }: Dates, day: Day, minutes?: number): JsonObject {
  if (start.kind === 'date') return { [start.name]: day }
  const begin = minutes ?? 9 * 60
  const values: JsonObject = { [start.name]: textOf(momentAt(day, begin)) }
  if (end?.kind === 'date-time') values[end.name] = textOf(momentAt(day, begin + 60))
  return values
}

function shifted(value: Json | undefined, days: number, minutes: number): Json {
  const date = readDate(value)
  if (date === undefined) return value ?? null
  if (date.moment === undefined) return addDays(date.day, days)
  return textOf(momentAt(addDays(date.day, days), minutesOf(date.moment) + minutes))
}

/** A moment as forms write it. */
function textOf(moment: Date): string {
  const minutes = minutesOf(moment)
  const two = (number: number): string => String(number).padStart(2, '0')
  return fromLocal(`${dayOf(moment)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`, ownZone())
}

/** The part of an entry that lies in a week. */
export interface Segment {
  entry: Entry
  /** The first of its days, from 0, and how many. */
  at: number
  length: number
  /** Its place below the others of these days, from 0. */
  lane: number
  isStart: boolean
  isEnd: boolean
}

/** Where the entries of a week stand, each as one bar over its days; what is long comes first. */
export function segmentsOf(entries: readonly Entry[], week: readonly Day[]): Segment[] {
  const [begin = '', end = ''] = [week[0], week.at(-1)]
  const parts = entries
    .filter(({ first, last }) => first <= end && last >= begin)
    .sort(
      (a, b) =>
        daysBetween(b.first, b.last) - daysBetween(a.first, a.last) ||
        a.first.localeCompare(b.first) ||
        Number(a.from ?? 0) - Number(b.from ?? 0),
    )
  const taken: boolean[][] = week.map(() => [])
  return parts.map(entry => {
    const at = Math.max(0, daysBetween(begin, entry.first))
    const to = Math.min(week.length - 1, daysBetween(begin, entry.last))
    const days = taken.slice(at, to + 1)
    let lane = 0
    while (days.some(day => day[lane] === true)) lane++
    for (const day of days) day[lane] = true
    return { entry, at, length: to - at + 1, lane, isStart: entry.first >= begin, isEnd: entry.last <= end }
  })
}

/** An entry with a time of day, and where it stands among those of its hours. */
export interface Block {
  entry: Entry
  /** Minutes of the day. */
  from: number
  until: number
  /** Its place beside the others, among so many. */
  place: number
  places: number
}

/** What has no end is drawn so long; and nothing shorter than can be read. */
const usualMinutes = 60
const leastMinutes = 30

/** The entries of a day by their hours; those at the same time stand side by side. */
export function blocksOf(entries: readonly Entry[], day: Day): Block[] {
  const begin = startOf(day)
  const all = entries
    .flatMap(entry => {
      if (entry.isAllDay || entry.first !== day || entry.from === undefined || entry.from < begin) return []
      const from = minutesOf(entry.from)
      const length = entry.until === undefined ? usualMinutes : (Number(entry.until) - Number(entry.from)) / 60_000
      return [{ entry, from, until: Math.min(dayMinutes, from + Math.max(leastMinutes, length)), place: 0, places: 1 }]
    })
    .sort((a, b) => a.from - b.from || b.until - a.until)
  let cluster: Block[] = []
  let clusterEnd = 0
  const close = (): void => {
    const width = Math.max(0, ...cluster.map(({ place }) => place)) + 1
    for (const block of cluster) block.places = width
    cluster = []
  }
  for (const block of all) {
    if (block.from >= clusterEnd) close()
    const busy = new Set(cluster.filter(({ until }) => until > block.from).map(({ place }) => place))
    while (busy.has(block.place)) block.place++
    cluster.push(block)
    clusterEnd = Math.max(clusterEnd, block.until)
  }
  close()
  return all
}
