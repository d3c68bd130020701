import type { ColumnKind } from './document-store.ts'
import type { Json, Scalar } from '../json/types.ts'

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d(?::?\d\d)?)$/

/**
 * The point in time of a date-time text (RFC 3339), in milliseconds since 1970; what is more precise is cut off.
 * @returns undefined when the text is not a date-time
 */
export function instantOf(text: string): number | undefined {
  const match = dateTime.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match
  const days = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const local = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  return days + (local - offsetSeconds(zone)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

const secondsBeforeEpoch = 62_167_305_600 // from a day before the year 0 to 1970, so that no key is negative

/** A key for a date-time text such that keys compare by code point as {@link instantOf} compares; undefined when the text is not a date-time. */
function instantKey(text: string): string | undefined {
  const instant = instantOf(text)
  if (instant === undefined) return undefined
  const seconds = Math.floor(instant / 1000)
  const milliseconds = String(instant - seconds * 1000).padStart(3, '0')
  return `${String(seconds + secondsBeforeEpoch).padStart(12, '0')}.${milliseconds.replace(/0+$/, '')}`
}

function offsetSeconds(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return sign * (Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60)
}

/**
 * Compare two texts by Unicode code point, the byte order of UTF-8. JavaScript's `<` compares UTF-16 units, which differs
 * for characters beyond the basic plane and those from U+E000 on.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Rank surrogates above every other UTF-16 unit, because they stand for code points above those. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** Whether a value is one that a column of this kind holds. For the column every other one is as if it were missing. */
export function isOfKind(value: Json | undefined, kind: ColumnKind): value is Exclude<Scalar, null> {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
    case 'boolean':
      return typeof value === kind
    case 'instant':
      return typeof value === 'string' && instantOf(value) !== undefined
    case 'json':
      return value !== undefined && typeof value !== 'object'
  }
}

/** Compare two values of a column of this kind. What it does not hold, such as null, is the least. */
export function compareValues(a: Scalar | undefined, b: Scalar | undefined, kind: ColumnKind): number {
  const [isA, isB] = [isOfKind(a, kind), isOfKind(b, kind)]
  if (!isA || !isB) return Number(isA) - Number(isB)
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  return kind === 'instant' ? Number(instantOf(a)) - Number(instantOf(b)) : compareText(a, b)
}

/**
 * A text key for a value, such that the keys of the values of a column compare by code point as {@link compareValues} compares the values.
 * Keys of values of different types differ.
 */
export function orderKey(value: Exclude<Scalar, null>, kind: ColumnKind): string {
  if (typeof value === 'boolean') return value ? '1t' : '1f'
  if (typeof value === 'number') return `2${orderedDouble(value)}`
  const instant = kind === 'instant' ? instantKey(value) : undefined
  return instant === undefined ? `4${value}` : `3${instant}`
}

const eightBytes = new DataView(new ArrayBuffer(8))

/** The bits of a double (IEEE 754) as 16 hexadecimal digits that sort like the numbers. */
function orderedDouble(value: number): string {
  eightBytes.setFloat64(0, value === 0 ? 0 : value)
  const bits = eightBytes.getBigUint64(0)
  const ordered = bits >> 63n === 0n ? bits | (1n << 63n) : ~bits & 0xffffffffffffffffn
  return ordered.toString(16).padStart(16, '0')
}
