import { Palette } from '@lucide/vue'
import { lazy } from '../registry.ts'
import type { DescribedProperty, FieldKind } from '../registry.ts'
import { hasFormat, isText, textFilter, textInput } from '../text/index.ts'
import Show from './Show.vue'

/** A pattern that matches only colors such as `#336699`. */
const hexColor = /^\^#\(?\[(?:0-9|a-f|A-F)+\]\{6\}\)?\$$/

function isColor(property: DescribedProperty): boolean {
  const { pattern, 'x-format': format } = property.schema
  const isHexColor = typeof pattern === 'string' && hexColor.test(pattern)
  return isText(property) && (format === 'color' || isHexColor || hasFormat(property, 'color'))
}

export const color: FieldKind = {
  kind: 'color',
  tester: property => (isColor(property) ? 8 : -1),
  show: Show,
  edit: lazy(async () => (await import('../controls.ts')).ColorEdit),
  cell: { input: textInput, width: 104, isWhole: true },
  filter: textFilter,
  form: { width: 'half', blank: '' },
  starter: {
    icon: Palette,
    schema: { type: 'string', 'x-format': 'color', pattern: '^#[0-9a-fA-F]{6}$' },
    default: 'text',
  },
}
