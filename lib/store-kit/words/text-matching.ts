/** Texts that need no decomposition and only plain lower-casing. */
export const ascii = /^\p{ASCII}*$/u

/**
 * A text as `like` compares it: lower case in every alphabet, with accents. The final sigma counts as a sigma, because lower-casing
 * selects it by its position in the word, and a part of a word has other positions.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/**
 * A text as `q` compares it: Unicode's compatibility decomposition (NFKD), without accents, lower case. Marks that are vowels or another letter stay:
 * those of Hindi and Thai, and the one that makes が of か.
 */
export function normaliseText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  if (european.test(text)) return foldCase(text.replaceAll(marks, '').normalize('NFKD').replaceAll(marks, ''))
  const short = text.replaceAll(manyMarks, '$1').replaceAll(manyLigatures, '$1')
  const plain = short.normalize('NFKD').replaceAll(accents, '')
  return foldCase(plain.replaceAll(voicedKana, kana => kana.normalize('NFC')))
}

/** A text without the marks of any script: as an index of words contains it. */
export const withoutMarks = (text: string): string =>
  ascii.test(text) ? text : text.normalize('NFD').replaceAll(marks, '')

const marks = /\p{M}/gu

/** Texts of scripts of Europe and the Near East, and signs: all their marks are accents. */
const european = /^[\0-\u077f\u2000-\u2bff]*$/

/** Letters that are one with their mark, so that か is not the beginning of が. */
const voicedKana = /[\u3040-\u30ff][\u3099\u309a]/g

/** The decomposition sorts each run of marks in time quadratic in its length. */
const manyMarks = /(\p{M}{20})\p{M}+/gu

/** U+FDFA becomes four words of eighteen characters; more than two of it in a row have the same words as two. */
const manyLigatures = /(\ufdfa{2})\ufdfa+/gu

/** Scripts in which marks are accents, or points that are usually left out, or in which there are none. */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Hebrew',
  'Arabic',
  'Syriac',
  'Armenian',
  'Georgian',
  'Han',
  'Hangul',
  'Common',
]
const plainScripts = scripts.map(script => `\\p{Script=${script}}`).join('')

/** Marks after characters of these scripts, those of the scripts, and those of all scripts but the two that change letters of Japanese. */
const accents = new RegExp(
  `(?=\\p{M})(?:(?<=[${plainScripts}])\\p{M}+|(?![\\u3099\\u309a])[${plainScripts}\\p{Script=Inherited}])`,
  'gu',
)

const plainScript = new RegExp(`^[${plainScripts}]*$`, 'u')

/** Whether a normalised text can have marks. */
export const canHaveMarks = (text: string): boolean => !plainScript.test(text)

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
