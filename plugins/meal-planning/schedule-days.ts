import { BadRequest } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { textAt } from './read-properties.ts'

/** Maximum number of meals of one schedule. */
const maxMeals = 366

const stepOf = new Map([
  ['P1D', 1],
  ['P1W', 7],
])
const day = 24 * 60 * 60 * 1000

/**
 * The days (ISO 8601) on which a schedule has a meal: the first day, and from there every day or week up to the last day. Without a last day, the
 * maximum number of meals.
 * @throws `BadRequest` when the last day is before the first
 */
export function daysOf(schedule: JsonObject): string[] {
  const first = textAt(schedule, 'startDate')
  if (first === undefined) return []
  const last = textAt(schedule, 'endDate')
  if (last !== undefined && last < first) throw new BadRequest('endDate: must not be before startDate')
  const step = stepOf.get(textAt(schedule, 'repeatFrequency') ?? '')
  if (step === undefined) return [first]
  const days: string[] = []
  for (let time = Date.parse(first); days.length < maxMeals; time += step * day) {
    const date = Number.isNaN(time) || time > latest ? undefined : new Date(time).toISOString().slice(0, 10)
    if (date === undefined || (last !== undefined && date > last)) break
    days.push(date)
  }
  return days
}

const latest = Date.parse('9999-12-31')
