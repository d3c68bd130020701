import { Conflict } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { Behaviour, ChangeScope, ScopedResource } from '../dynamic-resources/contract.ts'
import { amountAt, pantryClaim, textAt } from './read-properties.ts'

/** The required quantity of an ingredient, in one unit. */
interface Need {
  ingredient: string
  unit: string
  quantity: number
}

/** When a meal becomes cooked, its ingredients are removed from the default pantry; if that contains too little, the change is refused. */
export const cooking: Behaviour = {
  name: 'cook-from-pantry',
  types: ['meal-occurrence'],
  async before({ action, before, data }, scope) {
    const changes = action === 'create' || action === 'update'
    if (!changes || data['mealStatus'] !== 'cooked' || before?.['mealStatus'] === 'cooked') return
    await scope.claim(pantryClaim)
    const needs = await needsOf(data, scope)
    const missing: string[] = []
    const [pantry] = await scope.find('pantry', { isDefault: true })
    for (const need of needs) {
      const lack = await take(need, pantry, scope)
      if (lack !== undefined) missing.push(lack)
    }
    if (missing.length > 0) throw new Conflict(missing.join('; '))
  },
}

/** The ingredients of a meal: for each ingredient and unit the quantity × servings ÷ recipeYield. */
async function needsOf(meal: JsonObject, scope: ChangeScope): Promise<Need[]> {
  const id = textAt(meal, 'recipe') ?? ''
  const recipe = await scope.get('recipe', id)
  if (recipe === undefined) throw new Conflict('recipe: cannot be cooked, as it is archived')
  const recipeYield = amountAt(recipe.data, 'recipeYield')
  if (recipeYield === undefined)
    throw new Conflict('recipe: has no recipeYield, so that it is not known what a serving takes')
  const share = (amountAt(meal, 'servings') ?? recipeYield) / recipeYield
  const needs = new Map<string, Need>()
  for (const { data } of await scope.find('recipe-ingredient', { recipe: id })) {
    const [ingredient, unit, quantity] = [textAt(data, 'ingredient'), textAt(data, 'unit'), amountAt(data, 'quantity')]
    if (ingredient === undefined || unit === undefined || quantity === undefined) continue
    const key = JSON.stringify([ingredient, unit])
    const need = needs.get(key) ?? { ingredient, unit, quantity: 0 }
    needs.set(key, { ...need, quantity: need.quantity + quantity * share })
  }
  return [...needs.values()]
}

/**
 * Remove the required quantities from the food of a pantry, the oldest first.
 * @returns the missing ingredients, if any
 */
async function take(
  { ingredient, unit, quantity }: Need,
  pantry: ScopedResource | undefined,
  scope: ChangeScope,
): Promise<string | undefined> {
  const food = pantry === undefined ? [] : await scope.find('food-item', { pantry: pantry.id, ingredient, unit })
  const there = exact(food.reduce((sum, { data }) => sum + (amountAt(data, 'quantity') ?? 0), 0))
  let open = exact(quantity)
  if (open > there) {
    const name = textAt((await scope.get('ingredient', ingredient))?.data ?? {}, 'name') ?? 'ingredient'
    const where = pantry === undefined ? 'there is no default pantry' : `the default pantry has ${there} ${unit}`
    return `${name} (${ingredient}): cooking takes ${open} ${unit}, ${where}`
  }
  for (const { id, data } of food) {
    const has = amountAt(data, 'quantity') ?? 0
    const taken = Math.min(has, open)
    if (taken === 0) continue
    open = exact(open - taken)
    await scope.update('food-item', id, { ...data, quantity: exact(has - taken) })
  }
  return undefined
}

/** Quantities are rounded to nine decimals, so that 0.1 + 0.2 is 0.3. */
const exact = (quantity: number): number => Math.round(quantity * 1e9) / 1e9
