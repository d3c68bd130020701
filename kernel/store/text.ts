/** Texts that need neither decomposition nor more than plain lower-casing. */
export const ascii = /^\p{ASCII}*$/u

/**
 * A text as `like` compares it: lower case in every alphabet, accents kept. The final sigma counts as a sigma, because lower-casing
 * chooses it by its place in the word and a part of a word has other places than the word.
 */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** A text as `q` compares it: Unicode's compatibility decomposition (NFKD), without marks, lower case. */
export function normalise(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return fold(withoutMarks(withoutMarks(text).normalize('NFKD')))
}

/** Marks are taken away before the decomposition too: it sorts each run of them, in time that grows with the square of its length. */
const withoutMarks = (text: string): string => text.replaceAll(/\p{M}/gu, '')
