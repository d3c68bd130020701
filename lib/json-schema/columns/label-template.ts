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

/**
 * Read a template such as `{quantity} {unit} {ingredient}`.
 * @returns its parts, or what is wrong with it
 */
export function readLabelTemplate(template: string): { parts: readonly LabelPart[] } | { problem: string } {
  if (template.length > maxTemplateLength) return { problem: `must have at most ${maxTemplateLength} characters` }
  const parts: LabelPart[] = []
  for (const [piece] of template.matchAll(/\{[^{}]*\}|\s+|[^\s{}]+|[{}]/gu)) {
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

/**
 * Fill a template. A placeholder without a value is removed with the spaces next to it; the rest is joined by one space.
 * @returns undefined when neither a letter nor a digit is left
 */
export function fillTemplate(
  parts: readonly LabelPart[],
  valueOf: (placeholder: LabelPlaceholder) => string | undefined,
): string | undefined {
  let text = ''
  let spaced = false
  for (const part of parts) {
    if (part === space) {
      spaced = true
      continue
    }
    const piece = typeof part === 'string' ? part : (valueOf(part)?.trim() ?? '')
    if (piece === '') continue
    text += spaced && text !== '' ? ` ${piece}` : piece
    spaced = false
  }
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined
}
