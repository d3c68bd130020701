import { Asterisk } from '@lucide/vue'
import { lazy } from '../registry.ts'
import type { FieldKind } from '../registry.ts'
import { showText } from '../text/index.ts'

/** Any value: the schema names no type, or several. */
export const any: FieldKind = {
  kind: 'any',
  tester: () => 0,
  show: showText,
  isProse: true,
  edit: lazy(async () => (await import('../controls.ts')).AnyEdit),
  cell: {},
  filter: { comparisons: ['eq', 'ne', 'filled', 'empty'] },
  form: { clears: true, folds: () => true },
  starter: { icon: Asterisk, schema: {}, isCompound: true },
}
