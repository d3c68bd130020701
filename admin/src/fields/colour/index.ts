import { Palette } from '@lucide/vue'
import { lazy } from '../registry.ts'
import type { DescribedProperty, FieldKind } from '../registry.ts'
import { hasFormat, isText, textFilter, textInput } from '../text/index.ts'
import Show from './Show.vue'

/** A pattern that matches only colours such as `#336699`. */
const hexColour = /^\^#\(?\[(?:0-9|a-f|A-F)+\]\{6\}\)?\$$/

function isColour(property: DescribedProperty): boolean {
  const { pattern, 'x-format': format } = property.schema
  const isHexColour = typeof pattern === 'string' && hexColour.test(pattern)
  return isText(property) && (format === 'color' || isHexColour || hasFormat(property, 'color'))
}

export const colour: FieldKind = {
  kind: 'colour',
  tester: property => (isColour(property) ? 8 : -1),
  show: Show,
  edit: lazy(async () => (await import('../controls.ts')).ColourEdit),
  cell: { input: textInput, width: 104, isWhole: true },
  filter: textFilter,
  form: { width: 'half', blank: '' },
  starter: {
    icon: Palette,
    schema: { type: 'string', 'x-format': 'color', pattern: '^#[0-9a-fA-F]{6}$' },
    default: 'text',
  },
}
