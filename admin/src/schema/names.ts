/** Maximum length of a slug in the API. */
const maxSlugLength = 63

const folded = (text: string): string =>
  text
    .replaceAll(/ß/g, 'ss')
    .replaceAll(/[äöüÄÖÜ]/g, letter => `${letter}e`)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')

/** The slug for a name: `Blog post` is `blog-post`; empty when the name has no character that a slug can contain. */
export const slugFrom = (name: string): string =>
  folded(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '')

/** Whether a text is a slug. */
export const isSlug = (text: string): boolean =>
  text.length <= maxSlugLength && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text)

/** The property name for a title: `Running time` is `runningTime`. */
export function propertyNameFrom(title: string): string {
  const words = folded(title)
    .replaceAll(/(?<!\p{L})(\p{L})-(?=\p{L})/gu, '$1') // E-Mail is one word
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
  return words.map((word, at) => (at === 0 ? lowerFirst(word) : upperFirst(word))).join('')
}

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const lowerFirst = (word: string): string =>
  /^\p{Lu}{2,}/u.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1)

/** A similar name that is not taken: `name`, `name2`, `name3` … */
export function freeName(name: string, taken: readonly string[]): string {
  const wanted = name === '' ? 'property' : name
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.includes(`${wanted}${number}`)) return `${wanted}${number}`
}

/** The error of a property name, as the name of a message; undefined when the name is valid. */
export function faultOfName(
  name: string,
  others: readonly string[],
): 'nameEmpty' | 'nameTaken' | 'nameBad' | undefined {
  if (name === '') return 'nameEmpty'
  if (others.includes(name)) return 'nameTaken'
  return /^[$@]|[.\u0000-\u001f]/.test(name) || name.length > 128 || name === '__proto__' ? 'nameBad' : undefined
}

/** Names of starter types; the plugin `types` defines their content. */
export const starterNames = ['note', 'contact', 'product'] as const

export type StarterName = (typeof starterNames)[number]
