const words = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{N}+|[\p{L}\p{M}]+/gu
const camelCase = /^\p{Ll}[\p{L}\p{N}]*$/u
const maxNameLength = 120

/**
 * A property name in camelCase for the heading of a column: `US Gross` → `usGross`, `release_date` → `releaseDate`.
 * A heading that is already camelCase stays unchanged; one without a letter or digit becomes `column<position>`.
 */
export function propertyName(heading: string, position: number): string {
  if (camelCase.test(heading) && heading.length <= maxNameLength) return heading
  const parts = heading.normalize('NFC').replace(/['’]/g, '').match(words) ?? []
  const name = parts.map((word, index) => (index === 0 ? word.toLowerCase() : capitalised(word))).join('')
  return name === '' ? `column${position}` : cutTo(name, maxNameLength)
}

const capitalised = (word: string): string => {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('').toLowerCase()
}

const cutTo = (text: string, length: number): string => [...text].slice(0, length).join('')

/** Names for columns in their order; a duplicate gets the first unused number as a suffix, beginning with 2. */
export class Names {
  readonly #taken = new Set<string>()

  /** A unique name for the next column. */
  next(heading: string): string {
    const wanted = propertyName(heading, this.#taken.size + 1)
    let name = wanted
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`
    this.#taken.add(name)
    return name
  }
}

/** The name of a type for its slug: `blog-post` → `Blog Post`. */
export const typeName = (slug: string): string => slug.split('-').map(capitalised).join(' ')

/** The schema.org style class name for a slug: `blog-post` → `BlogPost`. */
export const className = (slug: string): string => slug.split('-').map(capitalised).join('')
