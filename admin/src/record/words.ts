import { align } from './align.ts'

/** A part of a text that stayed, went, or came. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

const most = 2000

/** What changed in a text, word by word; undefined where the two have too little in common, or are too long, for that to help. */
export function textParts(before: string, after: string): TextPart[] | undefined {
  const [left, right] = [wordsOf(before), wordsOf(after)]
  if (left.length > most || right.length > most) return undefined
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
  return parts
}

/** Words, the spaces between them, and every other sign by itself. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []

function add(parts: TextPart[], kind: TextPart['kind'], words: readonly string[]): void {
  const text = words.join('')
  const last = parts.at(-1)
  if (text === '') return
  if (last?.kind === kind) last.text += text
  else parts.push({ kind, text })
}
