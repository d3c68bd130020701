import type { Condition } from '../../../lib/store-kit/document-store.ts'
import type { Scalar } from '../../../lib/json/types.ts'
import type { Fragment } from '../connection.ts'
import { classOf, columnKey } from '../keys.ts'
import { instantKey } from '../../../lib/store-kit/values.ts'
import { blobOperand, operandFor, standingOf, textOperand } from './operand.ts'
import type { Operand } from './operand.ts'
import type { Slot } from './slot.ts'

/** One end of a range of a column. */
export interface Bound {
  inclusive: boolean
  operand: Operand
  /** Only the end of the class of values, said by no condition. */
  isClassEnd?: true
}

/** Values of a column between two ends, as they are kept. */
export interface Range {
  low?: Bound
  high?: Bound
}

type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte'

export const isRangeOperator = (operator: Condition['operator']): operator is RangeOperator =>
  operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte'

/**
 * What fits a comparison: values of the operand's own class alone.
 * @returns undefined when nothing can
 */
export function rangeFor(operator: RangeOperator, value: Scalar, slot: Slot): Range | undefined {
  if (value === null) return undefined
  if (slot.isTime) return timeRange(operator, value)
  const bound = { inclusive: operator === 'gte' || operator === 'lte', operand: operandFor(value, slot) }
  const { from, to } = classEnds(value, slot)
  return operator === 'gt' || operator === 'gte'
    ? { low: bound, high: to }
    : { ...(from && { low: from }), high: bound }
}

/** Where the values end that are of one class with this one. */
function classEnds(value: Exclude<Scalar, null>, slot: Slot): { from?: Bound; to: Bound } {
  const standing = standingOf(value, slot)
  if (standing === 'native') return { to: { inclusive: false, operand: blobOperand(''), isClassEnd: true } }
  const { from, to } = classOf(columnKey(value, standing === 'key' ? slot.kind : 'mixed'))
  const end = standing === 'key' ? textOperand : blobOperand
  return {
    from: { inclusive: true, operand: end(from), isClassEnd: true },
    to: { inclusive: false, operand: end(to), isClassEnd: true },
  }
}

/** What two conditions leave; of two ends on the same side it is enough to keep one that a condition says. */
export function narrower(a: Range, b: Range): Range {
  const low = a.low === undefined || a.low.isClassEnd ? (b.low ?? a.low) : a.low
  const high = a.high === undefined || a.high.isClassEnd ? (b.high ?? a.high) : a.high
  return { ...(low && { low }), ...(high && { high }) }
}

/** Standard times are texts in UTC with milliseconds: a moment between two milliseconds lies after the first of them. */
function timeRange(operator: RangeOperator, value: Scalar): Range | undefined {
  const time = timeOf(value)
  if (time === undefined) return undefined
  const operand = textOperand(time.text)
  const isLow = operator === 'gt' || operator === 'gte'
  const inclusive = time.exact ? operator === 'gte' || operator === 'lte' : !isLow
  return isLow ? { low: { inclusive, operand } } : { high: { inclusive, operand } }
}

/**
 * A moment as the standard times write it, cut to milliseconds.
 * @returns undefined for what is no moment
 */
export function timeOf(value: Scalar): { text: string; exact: boolean } | undefined {
  const key = typeof value === 'string' ? instantKey(value) : undefined
  if (key === undefined) return undefined
  const [seconds = '', fraction = ''] = key.split('.')
  const moment = new Date((Number(seconds) - epoch) * 1000).toISOString()
  if (moment.length !== '0000-00-00T00:00:00.000Z'.length) {
    return { text: moment.startsWith('-') ? '' : 'beyond the year 9999', exact: true }
  }
  return { text: `${moment.slice(0, 20)}${fraction.slice(0, 3).padEnd(3, '0')}Z`, exact: fraction.length <= 3 }
}

const epoch = Number(instantKey('1970-01-01T00:00:00Z')?.split('.')[0])

/** A range as a test of a column. */
export function rangeTest(sql: string, { low, high }: Range): Fragment {
  const tests: string[] = []
  const binds: Operand['bind'][] = []
  if (low !== undefined) {
    tests.push(`${sql} ${low.inclusive ? '>=' : '>'} ${low.operand.sql}`)
    binds.push(low.operand.bind)
  }
  if (high !== undefined) {
    tests.push(`${sql} ${high.inclusive ? '<=' : '<'} ${high.operand.sql}`)
    binds.push(high.operand.bind)
  }
  return { sql: tests.join(' AND '), binds }
}
