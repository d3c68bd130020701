import type { Condition } from '../../../lib/store-kit/document-store.ts'
import type { Scalar } from '../../../lib/json/index.ts'
import { instantOf } from '../../../lib/store-kit/value-order.ts'
import type { Bind, Fragment } from '../file/connection.ts'
import { bindFor } from '../schema/values.ts'
import type { QueryColumn } from './column.ts'

/** One end of a range of a column. */
export interface Bound {
  isInclusive: boolean
  bind: Bind
}

/** Values of a column between two bounds, as they are stored. */
export interface Range {
  low?: Bound
  high?: Bound
}

type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte'

export const isRangeOperator = (operator: Condition['operator']): operator is RangeOperator =>
  operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte'

/**
 * The range of a comparison.
 * @returns undefined when no value can match
 */
export function rangeFor(operator: RangeOperator, value: Scalar, column: Omit<QueryColumn, 'sql'>): Range | undefined {
  const bind = boundValue(value, column)
  if (bind === null) return undefined
  const bound = { isInclusive: operator === 'gte' || operator === 'lte', bind }
  return operator === 'gt' || operator === 'gte' ? { low: bound } : { high: bound }
}

/** The bounds of both ranges; of two on the same side the first one. */
export const narrowRange = (a: Range, b: Range): Range => ({ ...b, ...a })

/** An operand as the column stores such a value; null when it holds none that is equal. */
export const boundValue = (value: Scalar, column: Omit<QueryColumn, 'sql'>): Bind =>
  column.isTime ? standardTime(value) : bindFor(value, column)

/** A point in time in the format of the standard times: in UTC with milliseconds. */
function standardTime(value: Scalar): string | null {
  const instant = typeof value === 'string' ? instantOf(value) : undefined
  if (instant === undefined) return null
  const text = new Date(instant).toISOString()
  if (text.length === '0000-00-00T00:00:00.000Z'.length) return text
  return text.startsWith('-') ? '' : 'beyond the year 9999'
}

/** A range as a test of a column. */
export function rangeTest(sql: string, { low, high }: Range): Fragment {
  const tests: string[] = []
  const binds: Bind[] = []
  if (low !== undefined) {
    tests.push(`${sql} ${low.isInclusive ? '>=' : '>'} ?`)
    binds.push(low.bind)
  }
  if (high !== undefined) {
    tests.push(`${sql} ${high.isInclusive ? '<=' : '<'} ?`)
    binds.push(high.bind)
  }
  return { sql: tests.join(' AND '), binds }
}
