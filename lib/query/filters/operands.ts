import { traitsOf } from '../../store-kit/document-query.ts'
import type { Operator } from '../../store-kit/document-store.ts'
import type { Scalar } from '../../json/types.ts'
import { numberProblem } from '../../json/numbers.ts'
import { isDate, isDateTime, readRelative } from './dates.ts'
import type { Field } from '../field.ts'
import { notAColumn } from '../../json-schema/index.ts'
import { invalidParameter, quote } from '../query-string.ts'

/** A type that a value can be read as. */
type Reading = 'text' | 'date' | 'date-time' | 'number' | 'integer' | 'boolean'

const phrases: Readonly<Record<Reading, string>> = {
  text: 'a text',
  date: 'a date',
  'date-time': 'a date-time',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
}

const relatives = 'now, today, or today with an offset such as today-7d; a plus sign is written %2B'
const hints: Partial<Record<Reading, string>> = {
  date: ` (YYYY-MM-DD, ${relatives})`,
  'date-time': ` (RFC 3339 with an offset, ${relatives})`,
}

/** The context in which values are read. */
export interface ReadingContext {
  /** The query parameter, for messages. */
  parameter: string
  /** The time that `now` and `today` refer to, in milliseconds since 1970. */
  now: number
}

/**
 * Read the operands of a filter according to the type of the field. A property of a type without a schema gives several operands for one text.
 * @param texts the given values: several for `in` and `nin`, otherwise one
 * @throws `InvalidInput` when the field does not support the operator, or a value matches none of its types
 */
export function readOperands(
  field: Field,
  operator: Operator,
  texts: readonly string[],
  { parameter, now }: ReadingContext,
): Scalar[] {
  const traits = traitsOf(operator)
  if (traits.operands === 'many') {
    const readings = readingsOf(field, parameter)
    return texts.flatMap(text => read(text, readings, parameter, now))
  }
  const [text] = texts
  if (text === undefined || texts.length > 1) throw invalidParameter(`${parameter} takes exactly one value`, parameter)
  if (traits.operands === 'truth') return [readTruth(text, parameter)]
  const readings = readingsOf(field, parameter)
  if (traits.compares !== 'text') return read(text, readings, parameter, now)
  if (field.format !== undefined) {
    throw invalidParameter(
      `${parameter}: ${quote(field.name)} is a ${field.format}, so that ${operator} does not apply; compare it`,
      parameter,
    )
  }
  if (!readings.includes('text')) {
    throw invalidParameter(
      `${parameter}: ${quote(field.name)} cannot be a text, so that ${operator} does not apply`,
      parameter,
    )
  }
  return [text]
}

function readTruth(text: string, parameter: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalidParameter(`${parameter} must be true or false, not ${quote(text)}`, parameter)
}

/** The types that a value for a field is read as. @throws `InvalidInput` for a field that is no column */
export function readingsOf({ name, kind, types, format, open }: Field, parameter: string): Reading[] {
  const text: Reading = format ?? 'text'
  const number: Reading = types.includes('integer') && !types.includes('number') ? 'integer' : 'number'
  switch (kind) {
    case 'text':
      return [text]
    case 'number':
      return [number]
    case 'boolean':
      return ['boolean']
    case 'instant':
      return ['date-time']
    case 'json':
      if (open) return ['text', 'number', 'boolean']
      throw invalidParameter(
        `${parameter}: ${quote(name)} ${notAColumn(types)}; only exists can be asked for`,
        parameter,
      )
  }
}

function read(text: string, readings: readonly Reading[], parameter: string, now: number): Scalar[] {
  const operands = readings.map(reading => readAs(text, reading, now)).filter(operand => operand !== undefined)
  if (operands.length > 0) return operands
  const problem = number.test(text) && readings.some(isNumeric) ? numberProblem(text) : undefined
  if (problem !== undefined) throw invalidParameter(`${parameter}: ${quote(text)}: ${problem}`, parameter)
  const hint = readings.map(reading => hints[reading] ?? '').join('')
  const expected = readings.map(reading => phrases[reading]).join(' or ')
  throw invalidParameter(`${parameter}: ${quote(text)} is not ${expected}${hint}`, parameter)
}

function readAs(text: string, reading: Reading, now: number): Exclude<Scalar, null> | undefined {
  switch (reading) {
    case 'text':
      return text
    case 'date':
      return isDate(text) ? text : readRelative(text, reading, now)
    case 'date-time':
      return isDateTime(text) ? text : readRelative(text, reading, now)
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'number':
      return readNumber(text)
    case 'integer': {
      const value = readNumber(text)
      return Number.isInteger(value) ? value : undefined
    }
  }
}

/** A number as JSON writes it. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const isNumeric = (reading: Reading): boolean => reading === 'number' || reading === 'integer'

/** The number in a text as JSON writes it, if a double can represent it: the same rule as for bodies. */
function readNumber(text: string): number | undefined {
  if (!number.test(text) || numberProblem(text) !== undefined) return undefined
  return Number(text) + 0 // no -0
}
