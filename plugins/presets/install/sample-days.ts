import { isObject, mapValues } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** A text that contains only a date, or a date-time (RFC 3339). */
const dated = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}.*)?$/

/**
 * The shift that moves the dates of samples to the present: whole weeks, so that a Monday stays one.
 * @param day the reference day of the samples, `2027-01-04`
 * @param now in milliseconds since 1970
 * @returns milliseconds; negative for a day in the future
 */
export const distanceTo = (day: string, now: number): number => Math.floor((now - Date.parse(day)) / weekMs) * weekMs

/** Data with every date and date-time moved by this number of milliseconds, which are whole days; the time of day and its offset stay the same. */
export const moveDays = (data: JsonObject, by: number): JsonObject => mapValues(data, value => moveIn(value, by))

function moveIn(value: Json, by: number): Json {
  if (Array.isArray(value)) return value.map(item => moveIn(item, by))
  if (isObject(value)) return moveDays(value, by)
  const [, day, time = ''] = typeof value === 'string' ? (dated.exec(value) ?? []) : []
  const moved = Date.parse(day ?? '') + by
  return Number.isNaN(moved) ? value : `${new Date(moved).toISOString().slice(0, 10)}${time}`
}
