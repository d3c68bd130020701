import { beginsWordAt } from './query-words.ts'
import { normaliseText } from './text-matching.ts'

/** A part of a text. */
interface TextPart {
  text: string
  /** Whether it is the beginning of a word that was searched for. */
  isMatch: boolean
}

/** A character with the marks that belong to it. */
const character = /\P{M}?\p{M}*/gsu

/**
 * Split a text at the words of a search, by the rules of `q`: accents and case are ignored, and a word matches the beginning of a word.
 * @param words of `queryWords`
 * @returns the parts in order; together they are the text
 */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  let plain = ''
  /** For each code unit of `plain`, the index in `text` of the character that it comes from. */
  const origins: number[] = []
  for (const { 0: given, index } of text.matchAll(character)) {
    const normalised = normaliseText(given)
    for (let i = 0; i < normalised.length; i++) origins.push(index)
    plain += normalised
  }
  origins.push(text.length)
  const wordsByLength = words.toSorted((a, b) => b.length - a.length)
  const parts: TextPart[] = []
  let done = 0
  for (let at = 0; at < plain.length;) {
    const start = origins[at] ?? text.length
    const word = start < done ? undefined : wordsByLength.find(one => one !== '' && plain.startsWith(one, at))
    if (word === undefined || !beginsWordAt(plain, at)) {
      at++
      continue
    }
    at += word.length
    while (origins[at] === origins[at - 1]) at++ // a ligature is marked as a whole
    const end = origins[at] ?? text.length
    if (start > done) parts.push({ text: text.slice(done, start), isMatch: false })
    parts.push({ text: text.slice(start, end), isMatch: true })
    done = end
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMatch: false })
  return parts
}
