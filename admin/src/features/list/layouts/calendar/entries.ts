import type { Json, JsonObject, Resource } from '../../../../api/index.ts'
import { valueIn } from '../../../../schema/index.ts'
import type { Column } from '../../../../schema/index.ts'
import { fromLocal, ownZone, toLocal } from '../../../../ui/fields/zone.ts'
import { addDays, dayMinutes, dayOf, daysBetween, minutesOf, momentAt, startOf } from './days.ts'
import type { Day } from './days.ts'

/** A resource in a calendar. */
export interface Entry {
  row: Resource
  first: Day
  /** The last day that the entry covers. */
  last: Day
  /** When it begins and ends, where it has a time of day. */
  from: Date | undefined
  until: Date | undefined
  /** It covers whole days, or more than one day. */
  isAllDay: boolean
}

/** The properties with the start and the end of the entries. */
export interface Dates {
  start: Column
  end: Column | undefined
}

/** A date, or a moment; undefined for other values. */
function readDate(value: Json | undefined): { day: Day; moment: Date | undefined } | undefined {
  if (typeof value !== 'string') return undefined
  if (/^\d{4}-\d\d-\d\d$/.test(value))
    return Number.isNaN(Date.parse(value)) ? undefined : { day: value, moment: undefined }
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? undefined : { day: dayOf(moment), moment }
}

/** A resource as an entry; undefined without a date. An end before the beginning is ignored. */
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

/** Whether an entry covers a day, or a part of it. */
export const isOn = ({ first, last }: Pick<Entry, 'first' | 'last'>, day: Day): boolean => first <= day && day <= last

/** The values that change when an entry moves: by days, and by minutes where it has a time of day. */
export function moveBy(entry: Entry, { start, end }: Dates, days: number, minutes = 0): JsonObject {
  const changes: JsonObject = { [start.name]: shifted(valueIn(entry.row, start), days, minutes) }
  const finish = end === undefined ? undefined : valueIn(entry.row, end)
  if (end !== undefined && readDate(finish) !== undefined) changes[end.name] = shifted(finish, days, minutes)
  return changes
}

/**
 * The values that change when an entry gets a new end.
 * @param minutes of that day, where the entry has a time of day
 * @returns undefined where the end would be before the beginning
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

/** The initial values of an entry that is created here. @param minutes of the day, where a time of day was chosen */
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

/** A moment in the format of forms. */
const textOf = (moment: Date): string => fromLocal(toLocal(moment.toISOString(), ownZone()).slice(0, 16), ownZone())

/** The part of an entry that is within a week. */
interface Segment {
  entry: Entry
  /** The index of its first day, from 0, and the number of days. */
  at: number
  length: number
  /** Its row below other entries of these days, from 0. */
  lane: number
  isStart: boolean
  isEnd: boolean
}

/** The layout of the entries of a week, each as one bar across its days; longer entries come first. */
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

/** An entry with a time of day, and its place among the entries of the same hours. */
interface Block {
  entry: Entry
  /** In minutes of the day. */
  from: number
  until: number
  /** Its place among the entries next to it, and how many places there are. */
  place: number
  places: number
}

/** The drawn length of an entry without an end, and the least length at which an entry is readable. */
const usualMinutes = 60
const leastMinutes = 30

/** The entries of a day by hour; entries at the same time are next to each other. */
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
