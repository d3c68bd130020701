import type { ColumnKind } from './document-store.ts'
import type { Scalar } from '../json/types.ts'

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
export function instantKey(text: string): string | undefined {
  const instant = instantOf(text)
  if (instant === undefined) return undefined
  const seconds = Math.floor(instant / 1000)
  const milliseconds = String(instant - seconds * 1000).padStart(3, '0')
  return `${String(seconds + secondsBeforeEpoch).padStart(12, '0')}.${milliseconds.replace(/0+$/, '')}`
}

/** The point in time of a result of {@link instantKey}, in milliseconds since 1970. */
function instantOfKey(key: string): number {
  const [seconds = '', milliseconds = ''] = key.split('.')
  return (Number(seconds) - secondsBeforeEpoch) * 1000 + Number(milliseconds.padEnd(3, '0'))
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

/** The classes of values in sort order: null, booleans, numbers, instants, texts. */
export type ValueClass = 0 | 1 | 2 | 3 | 4

/** The class of a value in a column of this kind, and its sort key inside the class. Only `instant` columns contain instants. */
export function classify(value: Scalar | undefined, kind: ColumnKind): { class: ValueClass; key: Scalar } {
  if (value === null || value === undefined) return { class: 0, key: null }
  if (typeof value === 'boolean') return { class: 1, key: value }
  if (typeof value === 'number') return { class: 2, key: value }
  const instant = kind === 'instant' ? instantKey(value) : undefined
  return instant === undefined ? { class: 4, key: value } : { class: 3, key: instant }
}

/** Compare two values of a column of this kind: by class, then within it. */
export function compareValues(a: Scalar | undefined, b: Scalar | undefined, kind: ColumnKind): number {
  const x = classify(a, kind)
  const y = classify(b, kind)
  if (x.class !== y.class) return x.class - y.class
  if (typeof x.key === 'string' && typeof y.key === 'string') return compareText(x.key, y.key)
  return Number(x.key) - Number(y.key)
}

/**
 * A text key for a value of a column whose values can be of several types, such that the keys compare by code point
 * as {@link compareValues} compares the values. For `instant` and `mixed` columns.
 * @returns null for null and absent
 */
export function orderKey(value: Scalar | undefined, kind: ColumnKind): string | null {
  const { class: valueClass, key } = classify(value, kind)
  if (key === null) return null
  if (typeof key === 'boolean') return `${valueClass}${key ? 't' : 'f'}`
  return valueClass + (typeof key === 'number' ? orderedDouble(key) : key)
}

/** A value that has this key (a result of {@link orderKey}), if not the only one: of date-times that of UTC. */
export function valueOfKey(key: string): Exclude<Scalar, null> {
  const rest = key.slice(1)
  switch (key.charAt(0)) {
    case '1':
      return rest === 't'
    case '2':
      return doubleOf(rest)
    case '3':
      return new Date(instantOfKey(rest)).toISOString()
    default:
      return rest
  }
}

const eightBytes = new DataView(new ArrayBuffer(8))

/** The bits of a double (IEEE 754) as 16 hexadecimal digits that sort like the numbers. */
function orderedDouble(value: number): string {
  eightBytes.setFloat64(0, value === 0 ? 0 : value)
  const bits = eightBytes.getBigUint64(0)
  const ordered = bits >> 63n === 0n ? bits | (1n << 63n) : ~bits & 0xffffffffffffffffn
  return ordered.toString(16).padStart(16, '0')
}

/** The number that {@link orderedDouble} wrote. */
function doubleOf(digits: string): number {
  const ordered = BigInt(`0x${digits}`)
  eightBytes.setBigUint64(0, ordered >> 63n === 1n ? ordered ^ (1n << 63n) : ~ordered & 0xffffffffffffffffn)
  return eightBytes.getFloat64(0)
}
