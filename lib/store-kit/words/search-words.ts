import type { Json, JsonObject } from '../../json/types.ts'
import { firstCharacter, isInsideWord, run, spaceless } from './query-words.ts'
import { ascii, containsText, normaliseText } from './text-matching.ts'

/** The texts in data that are searched: all but those that begin with one of the prefixes of `except`. */
export function searchableTexts(data: JsonObject, except: readonly string[]): string[] {
  const texts: string[] = []
  collectTexts(data, except, texts)
  return texts
}

function collectTexts(value: Json, except: readonly string[], texts: string[]): void {
  if (typeof value === 'string') {
    if (!except.some(prefix => value.startsWith(prefix))) texts.push(value)
  } else if (Array.isArray(value)) {
    for (const item of value) collectTexts(item, except, texts)
  } else if (value !== null && typeof value === 'object') {
    for (const name of Object.keys(value)) collectTexts(value[name] ?? null, except, texts)
  }
}

const asciiRun = /[a-z0-9]+/g

const indexLength = 64
/** In scripts where every character begins a word, a long index word for each would multiply the size of the text. */
const spacelessIndexLength = 8

/**
 * The part of a word that an index stores: its first 64 code points, or the first 8 if it begins in a script without spaces.
 * When `indexPrefix(word) !== word`, a document found by the prefix is only a candidate; {@link hasWords} decides.
 */
export function indexPrefix(word: string): string {
  const length = spaceless.test(firstCharacter(word)) ? spacelessIndexLength : indexLength
  return word.length <= length
    ? word
    : Array.from(word.slice(0, 2 * length))
        .slice(0, length)
        .join('')
}

/**
 * The distinct words under which an index finds a document, each cut by {@link indexPrefix}.
 * @param except prefixes of texts that are not searched, because they are references
 */
export function wordsOf(data: JsonObject, except: readonly string[]): string[] {
  return runToEnd(wordsInSteps(data, except))
}

/** The same in steps, after each of which other requests can have a turn of the event loop: for large data. */
export function* wordsInSteps(data: JsonObject, except: readonly string[]): Generator<void, string[]> {
  const words = new Set<string>()
  for (const text of searchableTexts(data, except)) yield* collectWords(normaliseText(text), words)
  return [...words]
}

function runToEnd<Result>(steps: Iterator<void, Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** ASCII without U+0000, which some indexes interpret as an end. */
const plain = /^[\u0001-\u007f]*$/

/** Whether a plain text has a word that must be cut. Checks every {@link indexLength}th character, and from there back to the beginning of the word. */
function hasLongWord(text: string): boolean {
  for (let end = indexLength; end < text.length;) {
    let at = end
    while (at >= end - indexLength && isWordCode(text.charCodeAt(at))) at--
    if (at < end - indexLength) return true
    end = at + 1 + indexLength
  }
  return false
}

/** Whether an ASCII code is a letter or digit. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

/**
 * The words of {@link wordsOf} as one text, for an index that splits it into runs of ASCII letters and digits, and of any other characters, by itself.
 * A text that the index can split is not split here, so a word can occur more than once.
 */
export function wordsText(data: JsonObject, except: readonly string[]): string {
  return runToEnd(wordsTextInSteps(data, except))
}

/** The same in steps, as {@link wordsInSteps}. */
export function* wordsTextInSteps(data: JsonObject, except: readonly string[]): Generator<void, string> {
  const plainTexts: string[] = []
  const words = new Set<string>()
  for (const text of searchableTexts(data, except)) {
    if (plain.test(text) && !hasLongWord(text)) plainTexts.push(text.toLowerCase())
    else yield* collectWords(normaliseText(text), words)
  }
  return [...plainTexts, ...words].join(' ')
}

/** After how many words a step ends. */
const wordsOfStep = 4096

function* collectWords(text: string, words: Set<string>): Generator<void, void> {
  let count = 0
  if (ascii.test(text)) {
    for (const word of text.match(asciiRun) ?? []) {
      words.add(word.slice(0, indexLength))
      if (++count % wordsOfStep === 0) yield
    }
    return
  }
  for (const word of text.match(run) ?? []) {
    if (++count % wordsOfStep === 0) yield
    if (words.has(word)) continue
    words.add(indexPrefix(word))
    if (!spaceless.test(word)) continue
    for (let i = firstCharacter(word).length; i < word.length;) {
      const character = firstCharacter(word.slice(i, i + 2))
      if (spaceless.test(character)) words.add(indexPrefix(word.slice(i, i + 2 * spacelessIndexLength)))
      if (++count % wordsOfStep === 0) yield
      i += character.length
    }
  }
}

/**
 * Whether each word (of `queryWords`) is a prefix of a word of the data: the reference that `q` must match on every store.
 * @param except as for {@link wordsOf}
 */
export function hasWords(data: JsonObject, words: readonly string[], except: readonly string[]): boolean {
  const missing = new Set(words)
  if (missing.size === 0) return true
  for (const text of searchableTexts(data, except)) {
    const normalised = normaliseText(text)
    for (const word of missing) if (beginsAWord(word, normalised)) missing.delete(word)
    if (missing.size === 0) return true
  }
  return false
}

/**
 * Whether data can have all words, without parsing their JSON text. When it returns false, {@link hasWords} would too; otherwise that decides.
 */
export function canHaveWords(json: string, words: readonly string[]): boolean {
  if (json.includes('\\u')) return true // the escape of any character
  const text = normaliseText(json)
  return words.every(word => text.includes(word))
}

const beginsAWord = (word: string, text: string): boolean =>
  spaceless.test(firstCharacter(word)) ? containsText(text, word) : positionOf(word, text) !== -1

/** Where a word of the text begins with this word, which is not of a script without spaces; -1 when none does. */
function positionOf(word: string, text: string): number {
  if (word.length > indexLength) {
    for (const { 0: whole, index } of text.matchAll(run)) if (whole.startsWith(word)) return index
    return -1
  }
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isInsideWord(text, at)) return at
  }
  return -1
}

/**
 * Where the first of these words (of {@link queryWords}) begins a word of a text, as an offset in the text; undefined when none does.
 * Words of more than 64 characters are not looked for in scripts without spaces.
 */
export function findWords(text: string, words: readonly string[]): number | undefined {
  const normalised = normaliseText(text)
  const positions = words.map(word => {
    if (!spaceless.test(firstCharacter(word))) return positionOf(word, normalised)
    return word.length > indexLength ? -1 : normalised.indexOf(word)
  })
  const found = positions.filter(position => position !== -1)
  return found.length === 0 ? undefined : offsetOf(text, Math.min(...found))
}

/** How much of a text is normalised at once to find an offset. */
const stepLength = 500

/** The offset in a text of a position in the normalised text. Normalising parts of a text gives parts of the same length as in the whole. */
function offsetOf(text: string, position: number): number {
  if (ascii.test(text)) return position
  let offset = 0
  let left = position
  for (;;) {
    const length = normaliseText(text.slice(offset, offset + stepLength)).length
    if (length > left || offset + stepLength >= text.length) break
    left -= length
    offset += stepLength
  }
  for (const character of text.slice(offset)) {
    left -= normaliseText(character).length
    if (left < 0) break
    offset += character.length
  }
  return offset
}
