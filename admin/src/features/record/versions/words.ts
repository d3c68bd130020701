import { diffArrays } from 'diff'
import type { ArrayChange } from 'diff'

/** A part of a text that is unchanged, removed or added. */
interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** With more changes than this, a text is a different one. */
const maxChanges = 1000

/** The changes of a text by word; undefined when the texts have too little in common for a useful result. */
export function textParts(before: string, after: string): TextPart[] | undefined {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: maxChanges }) ?? []
  const kept = changes.flatMap(change => (isSame(change) ? change.value.filter(word => word.trim() !== '') : []))
  return kept.join('').length * 3 < Math.max(before.length, after.length) ? undefined : phrases(changes)
}

/** Words, the spaces between them, and every other character by itself. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []

const isSame = ({ added, removed }: ArrayChange<string>): boolean => !added && !removed

/** A space between two changes is added to both: changed phrases are easier to read than alternating words. */
function phrases(changes: readonly ArrayChange<string>[]): TextPart[] {
  const parts: TextPart[] = []
  let [removed, added] = ['', '']
  for (const [at, change] of changes.entries()) {
    const text = change.value.join('')
    const isBetween = text.trim() === '' && at < changes.length - 1 && removed !== '' && added !== ''
    const joins = isSame(change) && isBetween
    if (change.removed || joins) removed += text
    if (change.added || joins) added += text
    if (!isSame(change) || joins) continue
    parts.push({ kind: 'removed', text: removed }, { kind: 'added', text: added }, { kind: 'same', text })
    ;[removed, added] = ['', '']
  }
  parts.push({ kind: 'removed', text: removed }, { kind: 'added', text: added })
  return parts.filter(({ text }) => text !== '')
}
