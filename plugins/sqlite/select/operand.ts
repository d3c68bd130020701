import type { Scalar } from '../../../lib/json/types.ts'
import { jsonText } from '../../../lib/json/stringify.ts'
import type { Bind } from '../connection.ts'
import { columnKey, foreignKey } from '../keys.ts'
import type { Slot } from './slot.ts'

/** A value as a column keeps it: SQL with one place to bind, and what is bound there. */
export interface Operand {
  sql: '?' | 'CAST(? AS TEXT)' | 'CAST(? AS NUMERIC)'
  bind: Bind
}

/** How a value stands in a column of this kind. */
export type Standing = 'native' | 'foreign' | 'key'

export function standingOf(value: Exclude<Scalar, null>, { kind }: Pick<Slot, 'kind'>): Standing {
  if (kind === 'instant' || kind === 'mixed') return 'key'
  return typeof value === (kind === 'text' ? 'string' : kind) ? 'native' : 'foreign'
}

/** A value as it stands in this column. */
export function operandFor(value: Exclude<Scalar, null>, slot: Pick<Slot, 'kind' | 'type'>): Operand {
  switch (standingOf(value, slot)) {
    case 'native':
      return nativeOperand(value, slot)
    case 'foreign':
      return blobOperand(foreignKey(value))
    case 'key':
      return textOperand(columnKey(value, slot.kind))
  }
}

function nativeOperand(value: Exclude<Scalar, null>, slot: Pick<Slot, 'type'>): Operand {
  if (typeof value === 'boolean') return { sql: '?', bind: value ? 1 : 0 }
  if (typeof value === 'number') return numberOperand(value, slot)
  return textOperand(value)
}

/** The library ends a text at U+0000. */
export const textOperand = (text: string): Operand =>
  text.includes('\0') ? { sql: 'CAST(? AS TEXT)', bind: Buffer.from(text) } : { sql: '?', bind: text }

export const blobOperand = (text: string): Operand => ({ sql: '?', bind: Buffer.from(text) })

/**
 * The library rounds numbers that are nearly whole, so those with a fraction go as texts, which SQLite reads as it reads the documents. So do
 * those beyond 2^53 for a column of whole numbers, which would keep all their digits. Where no column converts such a text it is cast.
 */
function numberOperand(value: number, { type }: Pick<Slot, 'type'>): Operand {
  const exact = type === 'REAL' ? Number.isInteger(value) : Number.isSafeInteger(value)
  if (exact) return { sql: '?', bind: value }
  return { sql: type === undefined ? 'CAST(? AS NUMERIC)' : '?', bind: jsonText(value) }
}
