/** The time zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones that the browser knows, the user's own and UTC first. */
export const zones = (): string[] => [...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]

/** A point in time (RFC 3339) as local time of a zone, without its offset: `2027-03-04T18:30`; empty for other texts. */
export function toLocal(moment: string, zone: string): string {
  const time = Date.parse(moment)
  if (Number.isNaN(time)) return ''
  const text = new Date(time + offset(zone, time)).toISOString()
  const hasSeconds = text.slice(17, 19) !== '00'
  return text.slice(0, hasSeconds ? 19 : 16)
}

/** A local time of a zone as a point in time with the offset of the zone. An hour that occurs twice means the later one. */
export function fromLocal(local: string, zone: string): string {
  const guess = Date.parse(`${local}Z`)
  if (Number.isNaN(guess)) return ''
  const first = guess - offset(zone, guess)
  const time = guess - offset(zone, first)
  const shift = offset(zone, time)
  const clock = new Date(time + shift).toISOString().slice(0, 19)
  return shift === 0 ? `${clock}Z` : `${clock}${offsetText(shift)}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offset(zone: string, time: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(zone, format)
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const shown = Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'] ?? 1,
    part['hour'] ?? 0,
    part['minute'] ?? 0,
    part['second'] ?? 0,
  )
  return shown - Math.floor(time / 1000) * 1000
}

function offsetText(shift: number): string {
  const minutes = Math.abs(Math.round(shift / 60_000))
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${shift < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
