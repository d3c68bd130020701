const pattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/
/** `Intl` also accepts abbreviations of three letters that the time zone database does not have (`PST`, `JST`). */
const threeLetters = new Set('cet eet est gmt hst met mst prc roc rok uct utc wet'.split(' '))
const maxLength = 64

/** Known names in lower case: the database ignores case. At most some six hundred. */
const known = new Set<string>()

/**
 * Whether a text is the name of a time zone in the IANA time zone database, in any case: `Europe/Berlin`, `UTC`. Offsets such as `+02:00` are not.
 * @param onLookup called before a name is looked up that was not found before, which takes about 20 µs
 */
export function isTimeZone(text: string, onLookup?: () => void): boolean {
  if (text.length > maxLength || !pattern.test(text)) return false
  const name = text.toLowerCase()
  if (known.has(name)) return true
  if (name.length === 3 && !threeLetters.has(name)) return false
  onLookup?.()
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
  known.add(name)
  return true
}
