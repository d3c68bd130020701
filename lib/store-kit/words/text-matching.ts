/** Texts that need no decomposition and only plain lower-casing. */
export const ascii = /^\p{ASCII}*$/u

/**
 * A text as `like` compares it: lower case in every alphabet, with accents. The final sigma counts as a sigma, because lower-casing
 * selects it by its position in the word, and a part of a word has other positions.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** A text as `q` compares it: Unicode's compatibility decomposition (NFKD), without marks, lower case. */
export function normaliseText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return foldCase(withoutMarks(withoutMarks(text).replaceAll(manyLigatures, '$1').normalize('NFKD')))
}

/** U+FDFA becomes four words of eighteen characters; more than two of it in a row have the same words as two. */
const manyLigatures = /(\ufdfa{2})\ufdfa+/gu

/** Marks are also removed before the decomposition, which sorts each run of them in time quadratic in its length. */
const withoutMarks = (text: string): string => text.replaceAll(/\p{M}/gu, '')

/** Up to this length of a part, `String.includes` is linear in the text; beyond it, repetitive texts take quadratic time. */
const maxQuickLength = 200

/**
 * A function that says whether a text contains a part, in time linear in both.
 * @param part prepared once for all texts
 */
export function textFinder(part: string): (text: string) => boolean {
  if (part.length <= maxQuickLength) return text => text.includes(part)
  const borders = bordersOf(part)
  return text => {
    let matched = 0
    for (let at = 0; text.length - at >= part.length - matched; at++) {
      const code = text.charCodeAt(at)
      while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
      if (code === part.charCodeAt(matched)) matched++
      if (matched === part.length) return true
    }
    return false
  }
}

/** Whether a text contains a part; for many texts see {@link textFinder}. */
export const containsText = (text: string, part: string): boolean =>
  text.length >= part.length && textFinder(part)(text)

/** For each prefix of a text, the length of its longest suffix that is also a prefix (Knuth, Morris and Pratt). */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at++) {
    const code = part.charCodeAt(at)
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
    if (code === part.charCodeAt(matched)) matched++
    borders[at] = matched
  }
  return borders
}
