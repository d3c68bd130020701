/** The time zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones that the browser knows, the user's own and UTC first. */
export const zones = (): string[] => [...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]

/** A point in time (RFC 3339) as local time of a zone, without its offset: `2027-03-04T18:30`; empty for other texts. */
export function toLocal(moment: string, zone: string): string {
  const time = /^\d{4}-\d\d-\d\dT/i.test(moment) ? Date.parse(moment) : Number.NaN // of other texts it guesses
  if (Number.isNaN(time)) return ''
  const [, fraction = ''] = /:\d\d(\.\d+)/.exec(moment) ?? []
  const isWholeSecond = /^\.?0*$/.test(fraction)
  const text = new Date(time + offset(zone, time)).toISOString()
  const isWholeMinute = isWholeSecond && text.slice(17, 19) === '00'
  return text.slice(0, isWholeMinute ? 16 : 19) + (isWholeSecond ? '' : fraction)
}

/**
 * A local time of a zone as a point in time with the offset of the zone. An hour that occurs twice means the later one, unless the text has an offset; in
 * an hour that clocks skip it is as long after the skip as the text says.
 */
export function fromLocal(local: string, zone: string): string {
  const [, minutes = local, fraction = '', ownOffset] = /^(.*?)(\.\d+)?([-+]\d\d:\d\d)?$/.exec(local) ?? []
  const clock = Date.parse(minutes + (ownOffset ?? 'Z'))
  if (Number.isNaN(clock)) return ''
  const time = ownOffset === undefined ? (timesOf(clock, zone).at(-1) ?? clock - offset(zone, clock - day)) : clock
  return write(time, zone, fraction)
}

function write(time: number, zone: string, fraction = ''): string {
  const shift = offset(zone, time)
  const isWritable = shift % 60_000 === 0 && shift !== 0 // RFC 3339 has no seconds in offsets
  const clock = new Date(isWritable ? time + shift : time).toISOString().slice(0, 19) + fraction
  return clock + (isWritable ? offsetText(shift) : 'Z')
}

/** The moment at which a day begins in a zone, also where clocks are changed at midnight. */
export function startOfDay(date: string, zone: string): string {
  const midnight = `${date}T00:00`
  const [first] = timesOf(Date.parse(`${midnight}Z`), zone)
  return first === undefined ? fromLocal(midnight, zone) : write(first, zone)
}

const day = 86_400_000

/** When the clocks of a zone show a time (as ms of UTC), in order: once, twice where they are put back, never where they skip it. */
const timesOf = (clock: number, zone: string): number[] => {
  const times = [clock - day, clock + day].map(near => clock - offset(zone, near))
  return [...new Set(times)].filter(time => time + offset(zone, time) === clock)
}

/** Whether a local time occurs twice in a zone. */
export const isRepeated = (local: string, zone: string): boolean => timesOf(Date.parse(`${local}Z`), zone).length > 1

/** The offset of a zone at a time (ms), as in RFC 3339. */
export const offsetAt = (zone: string, time: number): string => offsetText(offset(zone, time))

const formats = new Map<string, Intl.DateTimeFormat>()

/** The offset of a zone at a time, in ms. */
function offset(zone: string, time: number): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes, seconds = 0] = /([-+\u2212])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '+' ? 1 : -1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

function offsetText(shift: number): string {
  const minutes = Math.abs(shift / 60_000)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${shift < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
