import type { Color } from '../../schema/colors.ts'

/** An option to choose. */
export interface Option<Value = string> {
  value: Value
  label: string
  /** Text next to the label, less prominent. */
  note?: string
  disabled?: boolean
  /** Color of the option, as in lists. */
  hue?: Color | undefined
}

/** Options that are read together. */
export interface Portion<Value = string> {
  options: Option<Value>[]
  /** Reads those that follow; absent at the end. */
  next?: ((signal: AbortSignal) => Promise<Portion<Value>>) | undefined
}

/** Whether the label or the note contains every typed word, ignoring accents and case. */
export function matches({ label, note = '' }: Pick<Option<unknown>, 'label' | 'note'>, text: string): boolean {
  const where = plain(`${label} ${note}`)
  return plain(text)
    .split(/\s+/)
    .every(word => where.includes(word))
}

/** The options that match a text: first the one that is named so, then those whose names begin with it. */
export function findOptions<Value>(options: readonly Option<Value>[], text: string): Option<Value>[] {
  const typed = plain(text).trim()
  const rankOf = (label: string): number => (label === typed ? 0 : label.startsWith(typed) ? 1 : 2)
  return options
    .filter(option => matches(option, text))
    .map(option => ({ option, rank: rankOf(plain(option.label)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

/** A text as it is compared with what is typed: without accents and capitals. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
