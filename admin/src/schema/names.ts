/** The property whose values are the ends of addresses. */
export const slugProperty = 'slug'

/** Maximum length of a slug in the API. */
const maxSlugLength = 63

/** Letters that Unicode does not decompose into a letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

const folded = (text: string): string =>
  text
    .replaceAll(/[ßæÆœŒøØłŁđĐðÐþÞı]/g, letter => plainLetters[letter] ?? letter)
    .replaceAll(/[äöüÄÖÜ]/g, letter => `${letter}e`)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')

/**
 * The names in the API of what has a title.
 * @param maxLength of slug and address, at most 63
 * @returns `slug`: for `Blog post` it is `blog-post`; empty when the title has no character that a slug can contain. `address`: the same for the end of a web
 * address, which may begin with a digit. `property`: the name of a property, for `Running time` it is `runningTime`
 */
export function namesFrom(
  title: string,
  maxLength = maxSlugLength,
): { slug: string; address: string; property: string } {
  const text = folded(title)
  const parts = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const max = Math.min(maxLength, maxSlugLength)
  const address = shortened(parts.replace(/^-/, ''), max)
  const slug = shortened(parts.replace(/^[-0-9]+/, ''), max)
  const words = text
    .replaceAll(/(?<!\p{L})(\p{L})-(?=\p{L})/gu, '$1') // E-Mail is one word
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
  return { slug, address, property: words.map((word, at) => (at === 0 ? lowerFirst(word) : upperFirst(word))).join('') }
}

/** As many whole words as fit. */
function shortened(text: string, max: number): string {
  const isWhole = text.length <= max || text.charAt(max) === '-'
  const cut = text.slice(0, max)
  return (isWhole ? cut : cut.replace(/(?<=[^-])-[^-]*$/, '')).replace(/-$/, '')
}

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const lowerFirst = (word: string): string =>
  /^\p{Lu}{2,}/u.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1)
