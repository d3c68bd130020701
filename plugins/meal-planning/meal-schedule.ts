import type { JsonObject } from '../../lib/json/index.ts'
import type { Behaviour, ChangeScope, ResourceChange, ScopedResource } from '../dynamic-resources/contract.ts'
import { amountAt, textAt } from './read-properties.ts'
import { BadRequest } from '../../kernel/index.ts'

const meals = 'meal-occurrence'
/** The properties of a schedule that its meals depend on. */
const decisive = ['recipe', 'mealPlan', 'servings', 'startDate', 'endDate', 'repeatFrequency']

/** The meals of a schedule are created with it and follow its changes. Cooked and skipped meals stay unchanged. */
export const mealSchedule: Behaviour = {
  name: 'meal-schedule',
  types: ['scheduled-meal'],
  async before(change, scope) {
    const { action, id, before, data } = change
    if (action === 'archive') return archivePlanned(await mealsOf(scope, id), scope)
    const days = daysOf(data)
    if (action === 'update' && before !== null && decisive.every(name => before[name] === data[name])) return
    await follow(change, days, scope)
  },
}

/** Make the planned meals match the schedule: one on each day without a meal. */
async function follow(
  { action, id, data }: ResourceChange,
  days: readonly string[],
  scope: ChangeScope,
): Promise<void> {
  const existing = action === 'create' ? [] : await mealsOf(scope, id)
  const wanted = new Set(days)
  await archivePlanned(
    existing.filter(meal => !wanted.has(dayOf(meal))),
    scope,
  )
  const meal = await mealOf(id, data, scope)
  for (const one of existing.filter(isPlanned)) {
    const kept = wanted.has(dayOf(one)) && Object.entries(meal).some(([name, value]) => one.data[name] !== value)
    if (kept) await scope.update(meals, one.id, { ...one.data, ...meal })
  }
  const taken = new Set(existing.map(dayOf))
  for (const startDate of days) {
    if (!taken.has(startDate)) await scope.create(meals, { ...meal, startDate, mealStatus: 'planned' })
  }
}

/** The common data of all meals of a schedule. The servings are its own, else those of its meal plan, else the yield of the recipe. */
async function mealOf(id: string, schedule: JsonObject, scope: ChangeScope): Promise<JsonObject> {
  const recipe = textAt(schedule, 'recipe') ?? ''
  const plan = textAt(schedule, 'mealPlan')
  const servings =
    amountAt(schedule, 'servings') ??
    (plan === undefined ? undefined : amountAt((await scope.get('meal-plan', plan))?.data ?? {}, 'servings')) ??
    amountAt((await scope.get('recipe', recipe))?.data ?? {}, 'recipeYield')
  return { scheduledMeal: id, recipe, servings: servings ?? 1 }
}

async function archivePlanned(among: readonly ScopedResource[], scope: ChangeScope): Promise<void> {
  for (const meal of among.filter(isPlanned)) await scope.archive(meals, meal.id)
}

const mealsOf = (scope: ChangeScope, id: string): Promise<ScopedResource[]> => scope.find(meals, { scheduledMeal: id })

const isPlanned = ({ data }: ScopedResource): boolean => data['mealStatus'] === 'planned'

const dayOf = ({ data }: ScopedResource): string => textAt(data, 'startDate') ?? ''

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
function daysOf(schedule: JsonObject): string[] {
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
