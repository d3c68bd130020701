/** Texts, or anything else, by language tag (BCP 47): `{"en": "Due", "de": "Fällig"}`. */
export type LanguageMap<Value = string> = Readonly<Record<string, Value>>

/** Whether a text is a well-formed language tag (BCP 47, RFC 5646), such as `de`, `pt-BR` or `zh-Hant-TW`. */
export function isLanguageTag(text: string): boolean {
  if (text.length > maxTagLength) return false
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const maxTagLength = 100

/** The JSON Schema of an optional map of names, for the bodies and answers of routes. */
export const languageMapSchema = {
  type: 'object',
  description: 'The name in other languages, by language tag (BCP 47)',
  minProperties: 1,
  maxProperties: 100,
  propertyNames: { format: 'language-tag' },
  additionalProperties: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
} as const

/**
 * The entry of a map for a reader (RFC 4647, lookup): for each language in turn the entry of that tag, else of its shorter forms (`de` for
 * `de-CH`), else of another region of the language (`de-AT`), one with the same script first (`zh-Hant` for `zh-TW`).
 * @param languages tags, the preferred one first
 */
export function lookUpLanguage<Value>(map: LanguageMap<Value>, languages: readonly string[]): Value | undefined {
  const entries = Object.entries(map).map(([tag, value]) => ({ tag: tag.toLowerCase(), value }))
  for (const language of languages) {
    const parts = language.toLowerCase().split('-')
    for (let length = parts.length; length > 0; length--) {
      const wanted = parts.slice(0, length).join('-')
      const found = entries.find(({ tag }) => tag === wanted)
      if (found !== undefined) return found.value
    }
    const others = entries.filter(({ tag }) => tag.startsWith(`${parts[0]}-`))
    const other = others.find(({ tag }) => scriptOf(tag) === scriptOf(language)) ?? others[0]
    if (other !== undefined) return other.value
  }
  return undefined
}

/** The script in which a language is usually written in its region (BCP 47, likely subtags). */
const scriptOf = (tag: string): string | undefined =>
  isLanguageTag(tag) ? new Intl.Locale(tag).maximize().script : undefined

/** How many languages of a header are read. */
const maxLanguages = 20

/**
 * Read an `Accept-Language` header (RFC 9110, 12.5.4).
 * @returns the accepted tags in lower case, the preferred one first, without `*`; what is malformed is ignored
 */
export function readAcceptLanguage(header: string | undefined): string[] {
  if (header === undefined) return []
  const ranges = header.split(',', maxLanguages).flatMap(part => {
    const [, tag = '', weight = '1'] = range.exec(part.trim()) ?? []
    return tag !== '' && Number(weight) > 0 ? [{ tag: tag.toLowerCase(), weight: Number(weight) }] : []
  })
  return ranges.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag)
}

const range = /^([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/
