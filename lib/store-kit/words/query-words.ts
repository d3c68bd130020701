import { normaliseText } from './text-matching.ts'

/*
 * The words of `q`: maximal runs of letters and digits in normalised text. In scripts without spaces between words every
 * character begins a word, so that 東京都 has the words 東京都, 京都 and 都. A query word matches if it is a prefix of a word of the data.
 */

/** A word of a normalised text. */
export const run = /[\p{L}\p{N}]+/gu
const wordCharacter = /[\p{L}\p{N}]/u
/** A character of a script without spaces between words. */
export const spaceless =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Thai}\p{Script_Extensions=Lao}\p{Script_Extensions=Khmer}\p{Script_Extensions=Myanmar}]/u

export const firstCharacter = (word: string): string => String.fromCodePoint(word.codePointAt(0) ?? 0)

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1)
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff
  return text.slice(isLowSurrogate ? at - 2 : at - 1, at)
}

/** The normalised words of a `q`, uncut, in order and with repetitions. */
export const queryWords = (text: string): string[] => normaliseText(text).match(run) ?? []

/** Whether a place in a normalised text follows a letter or digit. */
export const isInsideWord = (text: string, at: number): boolean =>
  at > 0 && wordCharacter.test(characterBefore(text, at))

/** Whether a word of a normalised text begins at an index. */
export const beginsWordAt = (text: string, at: number): boolean =>
  !isInsideWord(text, at) || spaceless.test(firstCharacter(text.slice(at, at + 2)))
