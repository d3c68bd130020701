import type { Color } from '../../schema/colors.ts'

/** An option to choose. */
export interface Option<Value = string> {
  value: Value
  label: string
  /** Text next to the label, less prominent. */
  note?: string
  disabled?: boolean
  /** Colour of the option, as in lists. */
  hue?: Color | undefined
}

/** Options that are read together. */
export interface Portion<Value = string> {
  options: Option<Value>[]
  /** Reads those that follow; absent at the end. */
  next?: ((signal: AbortSignal) => Promise<Portion<Value>>) | undefined
}

/** Whether every typed word is the beginning of a word in the label, ignoring accents and case. */
export function matches({ label, note = '' }: Pick<Option<unknown>, 'label' | 'note'>, text: string): boolean {
  const where = plain(`${label} ${note}`)
  return plain(text)
    .split(/\s+/)
    .every(word => where.includes(word))
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
