import { definePlugin } from '../../kernel/index.ts'
import { cooking } from './cooking.ts'
import { defaultPantry } from './default-pantry.ts'
import { mealSchedule } from './meal-schedule.ts'

/** The behaviours of the preset `meal-planning`: a single default pantry, meals created from schedules, cooking from the pantry. */
export default definePlugin({
  name: 'meal-planning',
  version: '1.0.0',
  requires: [],
  provides: [],
  contributes: { behaviours: [defaultPantry, mealSchedule, cooking] },
  register: () => ({}),
})
