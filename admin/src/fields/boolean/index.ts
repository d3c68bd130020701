import { SquareCheck } from '@lucide/vue'
import { truths } from '../../composables/feedback/words.ts'
import { typesOf } from '../../schema/describe.ts'
import { lazy } from '../registry.ts'
import type { FieldKind } from '../registry.ts'
import Show from './Show.vue'

export const boolean: FieldKind = {
  kind: 'boolean',
  tester: ({ schema }) => (typesOf(schema).join() === 'boolean' ? 1 : -1),
  types: ['boolean'],
  show: Show,
  edit: lazy(async () => (await import('../controls.ts')).BooleanEdit),
  cell: {
    input: lazy(async () => (await import('../inputs.ts')).EnumInput),
    isWhole: true,
    needsTitle: true,
    width: 88,
  },
  filter: {
    comparisons: ['eq', 'filled', 'empty'],
    input: lazy(async () => (await import('../inputs.ts')).BooleanFilter),
    initial: 'true',
  },
  form: { width: 'half', clears: true, blank: false },
  starter: {
    icon: SquareCheck,
    schema: { type: 'boolean' },
    default: 'choice',
    options: truths,
  },
}
