import { getOwn } from '../../json/objects.ts'
import { valuesAt } from '../../json/values-at.ts'
import type { JsonObject } from '../../json/types.ts'

/** Properties that usually name a resource, whether its schema declares them or not. */
export const usualNames = ['name', 'title', 'headline']

/** A placeholder of a label's template. */
export interface LabelPlaceholder {
  /** The placeholder as written, without the braces. */
  name: string
  path: readonly string[]
}

/** A part of a template: a text, a placeholder, or spaces. */
export type LabelPart = string | LabelPlaceholder | typeof space

/** One or more spaces. */
const space = Symbol('space')

/** How many placeholders a template can have. */
const maxPlaceholders = 10

const maxTemplateLength = 1000

/** Brackets and quotation marks, in pairs. */
const brackets = '()[]<>⟨⟩‹›«»“”„“（）［］【】「」『』〈〉《》'
const bracket = `[${brackets.replaceAll(/[[\]]/g, '\\$&')}]`
/** A placeholder, spaces, a bracket, other text, or a brace without its partner. */
const pieces = new RegExp(`\\{[^{}]*\\}|\\s+|${bracket}|(?:(?!${bracket})[^\\s{}])+|[{}]`, 'gu')

/**
 * Read a template such as `{quantity} {unit} {ingredient}`.
 * @returns its parts, or what is wrong with it
 */
export function readLabelTemplate(template: string): { parts: readonly LabelPart[] } | { problem: string } {
  if (template.length > maxTemplateLength) return { problem: `must have at most ${maxTemplateLength} characters` }
  const parts: LabelPart[] = []
  for (const [piece] of template.matchAll(pieces)) {
    if (piece === '{' || piece === '}') return { problem: 'has a brace without its partner' }
    if (piece.startsWith('{')) {
      const name = piece.slice(1, -1)
      parts.push({ name, path: name.split('.') })
    } else parts.push(piece.trim() === '' ? space : piece)
  }
  const count = placeholdersOf(parts).length
  if (count === 0) return { problem: 'must have a placeholder, the name of a property in braces' }
  if (count > maxPlaceholders) return { problem: `has ${count} placeholders, at most ${maxPlaceholders} are allowed` }
  return { parts }
}

export const placeholdersOf = (parts: readonly LabelPart[]): LabelPlaceholder[] =>
  parts.filter(part => typeof part === 'object')

/** The bracket or quotation mark that closes what another opens. */
const closingOf = new Map(Array.from(brackets.matchAll(/../gu), ([pair]) => [pair.charAt(0), pair.charAt(1)] as const))

/** A bracket that has been opened. */
interface OpenBracket {
  closing: string
  /** How many pieces there are before it, and whether a space. */
  at: number
  spaced: boolean
  /** Whether a placeholder in it has no value. */
  lacksValue: boolean
  /** Whether there is a value, a letter or a digit in it. */
  holdsText: boolean
}

/**
 * Fill a template. A placeholder without a value is removed with the spaces next to it, and with it brackets in which nothing else is left; the rest is
 * joined by one space.
 * @returns undefined when neither a letter nor a digit is left
 */
export function fillTemplate(
  parts: readonly LabelPart[],
  valueOf: (placeholder: LabelPlaceholder) => string | undefined,
): string | undefined {
  const filled: string[] = []
  const open: OpenBracket[] = []
  let spaced = false
  /** Whether something was removed since the last piece, and whether a space was before it. */
  let removed: { spaced: boolean } | undefined
  for (const part of parts) {
    if (part === space) {
      spaced = true
      continue
    }
    const isValue = typeof part === 'object'
    const piece = isValue ? (valueOf(part)?.trim() ?? '') : part
    const closed = !isValue && open.at(-1)?.closing === part ? open.pop() : undefined
    if (closed?.lacksValue === true && !closed.holdsText) {
      filled.length = closed.at
      removed = closed
      spaced = false
      continue
    }
    for (const bracket of open) {
      if (piece === '') bracket.lacksValue = true
      else if (isValue || wordCharacter.test(piece)) bracket.holdsText = true
    }
    if (piece === '') {
      removed ??= { spaced }
      continue
    }
    const closing = isValue || closed !== undefined ? undefined : closingOf.get(part)
    if (removed !== undefined) {
      const isAtBracket = closed !== undefined || open.at(-1)?.at === filled.length - 1
      const isWord = isValue || closing !== undefined || wordCharacter.test(piece)
      spaced = !isAtBracket && (spaced || (removed.spaced && isWord))
      removed = undefined
    }
    if (closing !== undefined) open.push({ closing, at: filled.length, spaced, lacksValue: false, holdsText: false })
    filled.push(spaced && filled.length > 0 ? ` ${piece}` : piece)
    spaced = false
  }
  const text = filled.join('')
  return wordCharacter.test(text) ? text : undefined
}

const wordCharacter = /[\p{L}\p{N}]/u

/** The value at a path as text: texts, numbers, true and false; those of a list joined by commas. */
export const valueText = (data: JsonObject, path: readonly string[]): string | undefined =>
  joinTexts(valuesAt(data, path).map(String))

/** The texts that are not blank, with commas; undefined without any. */
export function joinTexts(texts: readonly (string | undefined)[]): string | undefined {
  const shown = texts.filter(text => text !== undefined && text.trim() !== '')
  return shown.length === 0 ? undefined : shown.join(', ')
}

/** The value of the first of these properties that has one; null, empty and blank texts do not count. */
export function firstText(data: JsonObject, properties: readonly string[]): string | undefined {
  for (const name of properties) {
    const value = getOwn(data, name)
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}
