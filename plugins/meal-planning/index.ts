import { definePlugin } from '../../kernel/index.ts'
import { cooking } from './cooking.ts'
import { mealSchedule } from './meal-schedule.ts'
import type { Behaviour } from '../dynamic-resources/contract.ts'
import { pantryClaim } from './read-properties.ts'

/**
 * At most one pantry of an account is the default: a new default replaces the previous one in the same write, even if the caller cannot see
 * that one.
 */
const defaultPantry: Behaviour = {
  name: 'single-default-pantry',
  types: ['pantry'],
  maintains: { pantry: ['isDefault'] },
  async before({ action, type, before, data }, scope) {
    if (action === 'archive' || data['isDefault'] !== true) return
    if (action === 'update' && before?.['isDefault'] === true) return
    await scope.claim(pantryClaim)
    await scope.maintain(type.slug, { isDefault: true }, { isDefault: false })
  },
}

/** The behaviours of the preset `meal-planning`: a single default pantry, meals created from schedules, cooking from the pantry. */
export default definePlugin({
  name: 'meal-planning',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { behaviours: [defaultPantry, mealSchedule, cooking] },
  register: () => ({}),
})
