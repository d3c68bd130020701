import type { ColumnKind } from '../../lib/store-kit/document-store.ts'
import type { Scalar } from '../../lib/json/types.ts'
import { orderKey } from '../../lib/store-kit/values.ts'

/** The library ends texts at U+0000, so a key has none; the order stays as it is. */
const withoutNul = (text: string): string =>
  text.includes('\0') || text.includes('\u0001')
    ? text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001')
    : text

/** {@link orderKey} as it stands in columns and side tables. */
export function columnKey(value: Exclude<Scalar, null>, kind: ColumnKind): string {
  return withoutNul(orderKey(value, kind) ?? '')
}

/** {@link orderKey} of a value that is of another kind than its column. It stands there as a BLOB, which may have anything in it. */
export const foreignKey = (value: Exclude<Scalar, null>): string => orderKey(value, 'mixed') ?? ''

/** Keys of one class of values lie from its digit up to the next one. */
export const classOf = (key: string): { from: string; to: string } => {
  const digit = key.charCodeAt(0)
  return { from: String.fromCharCode(digit), to: String.fromCharCode(digit + 1) }
}
