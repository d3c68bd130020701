/** The property whose values are the ends of addresses. */
export const slugProperty = 'slug'

/** Maximum length of a slug in the API. */
const maxSlugLength = 63

const folded = (text: string): string =>
  text
    .replaceAll(/ß/g, 'ss')
    .replaceAll(/[äöüÄÖÜ]/g, letter => `${letter}e`)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')

/**
 * The names in the API of what has a title.
 * @returns `slug`: for `Blog post` it is `blog-post`; empty when the title has no character that a slug can contain. `property`: the name of a property,
 * for `Running time` it is `runningTime`
 */
export function namesFrom(title: string): { slug: string; property: string } {
  const text = folded(title)
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '')
  const words = text
    .replaceAll(/(?<!\p{L})(\p{L})-(?=\p{L})/gu, '$1') // E-Mail is one word
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
  return { slug, property: words.map((word, at) => (at === 0 ? lowerFirst(word) : upperFirst(word))).join('') }
}

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const lowerFirst = (word: string): string =>
  /^\p{Lu}{2,}/u.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1)
