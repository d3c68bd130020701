/** Direction of writing: from left to right, or from right to left. */
export type Direction = 'ltr' | 'rtl'

/** Languages of the admin: tag, name in the language, writing direction. */
export const languages = [
  { tag: 'en', name: 'English', dir: 'ltr' },
  { tag: 'de', name: 'Deutsch', dir: 'ltr' },
] as const satisfies readonly { tag: string; name: string; dir: Direction }[]

export type Language = (typeof languages)[number]['tag']

export const isLanguage = (tag: string): tag is Language => languages.some(language => language.tag === tag)

/** The first of the browser's languages that the admin has. */
export function preferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const short = tag.split('-')[0]?.toLowerCase() ?? ''
    if (isLanguage(short)) return short
  }
  return 'en'
}
