import { align } from './align.ts'

/** A part of a text that is unchanged, removed or added. */
interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

const maxWords = 2000

/** The changes of a text by word; undefined when the texts have too little in common or are too long for a useful result. */
export function textParts(before: string, after: string): TextPart[] | undefined {
  const [left, right] = [wordsOf(before), wordsOf(after)]
  if (left.length > maxWords || right.length > maxWords) return undefined
  const pairs = align(left, right)
  const kept = pairs.reduce((sum, [at]) => sum + (left[at] ?? '').trim().length, 0)
  if (kept * 3 < Math.max(before.length, after.length)) return undefined
  const parts: TextPart[] = []
  let from: readonly [number, number] = [0, 0]
  for (const [at, to] of [...pairs, [left.length, right.length] as const]) {
    add(parts, 'removed', left.slice(from[0], at))
    add(parts, 'added', right.slice(from[1], to))
    add(parts, 'same', left.slice(at, at + 1))
    from = [at + 1, to + 1]
  }
  return smoothed(parts)
}

/** Add a space between two changes to both of them: changed phrases are easier to read than alternating words. */
function smoothed(parts: readonly TextPart[]): TextPart[] {
  const result: TextPart[] = []
  let removed = ''
  let added = ''
  const flush = (): void => {
    add(result, 'removed', [removed])
    add(result, 'added', [added])
    removed = added = ''
  }
  for (const [at, { kind, text }] of parts.entries()) {
    const isBetween = kind === 'same' && text.trim() === '' && at < parts.length - 1 && removed !== '' && added !== ''
    if (kind === 'removed' || isBetween) removed += text
    if (kind === 'added' || isBetween) added += text
    if (kind !== 'same' || isBetween) continue
    flush()
    add(result, 'same', [text])
  }
  flush()
  return result
}

/** Words, the spaces between them, and every other character by itself. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []

function add(parts: TextPart[], kind: TextPart['kind'], words: readonly string[]): void {
  const text = words.join('')
  const last = parts.at(-1)
  if (text === '') return
  if (last?.kind === kind) last.text += text
  else parts.push({ kind, text })
}
