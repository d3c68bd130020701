import type { Color } from '../../schema/colors.ts'

/** Something to choose. */
export interface Option<Value = string> {
  value: Value
  label: string
  /** Said beside the label, more quietly. */
  note?: string
  disabled?: boolean
  /** Its colour, as in lists. */
  hue?: Color | undefined
}

/** Whether every word typed begins somewhere in the label, accents and case aside. */
export function matches({ label, note = '' }: Pick<Option<unknown>, 'label' | 'note'>, text: string): boolean {
  const where = plain(`${label} ${note}`)
  return plain(text)
    .split(/\s+/)
    .every(word => where.includes(word))
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
