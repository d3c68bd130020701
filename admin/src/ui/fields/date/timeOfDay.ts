/** Hours and minutes, seconds with a fraction, and an offset from UTC. */
const timeText = /^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[-+]\d\d:\d\d)?$/i

/** A time of day in its parts, without seconds that are zero; undefined for other texts. */
export function partsOfTime(text: string): { clock: string; offset?: string | undefined } | undefined {
  const [found, minutes = '', seconds = '', offset] = timeText.exec(text) ?? []
  return found === undefined ? undefined : { clock: minutes + seconds.replace(/^:00$/, ''), offset }
}

/** A time of day as it is stored (RFC 3339, `18:30:00Z`). @param offset of a text without one */
export function wholeTime(text: string, offset = 'Z'): string | undefined {
  const [found, minutes = '', seconds = ':00', own = offset] = timeText.exec(text) ?? []
  return found === undefined ? undefined : minutes + seconds + own
}
