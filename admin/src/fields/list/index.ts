import { List } from '@lucide/vue'
import { typesOf } from '../../schema/describe.ts'
import { lazy } from '../registry.ts'
import type { Property } from '../../schema/properties.ts'
import type { FieldKind } from '../registry.ts'
import { listFilter, showList } from './show.ts'

const edit = lazy(async () => (await import('../controls.ts')).ListEdit)
const common = { types: ['array'], show: showList, edit, cell: { isInformative: true }, filter: listFilter } as const

/** A list of any items. */
export const list: FieldKind = {
  ...common,
  kind: 'list',
  tester: ({ schema }) => (typesOf(schema).join() === 'array' ? 2 : -1),
  form: { blank: [], folds: () => true },
}

/** Longer texts are not shown as chips; texts of a set can be slightly longer. */
const maxChipLength = 100
const maxChipLengthInSet = 200

/** Whether the texts of a list are edited as chips. */
export function isChips({ schema, items }: Property): boolean {
  if (items?.kind !== 'text' || items.isNullable) return false
  const { maxLength } = items.schema
  if (schema['uniqueItems'] === true) return typeof maxLength !== 'number' || maxLength <= maxChipLengthInSet
  return typeof maxLength === 'number' && maxLength <= maxChipLength
}

/** A list of texts. */
export const texts: FieldKind = {
  ...common,
  kind: 'texts',
  edit: lazy(async () => (await import('../controls.ts')).ListEditTexts),
  tester: property => (property.items?.kind === 'text' ? list.tester(property) * 2 : -1),
  form: { blank: [], folds: property => !isChips(property) },
  starter: {
    icon: List,
    schema: { type: 'array', items: { type: 'string' } },
    keywords: ['minItems', 'maxItems', 'uniqueItems'],
    isCompound: true,
  },
}
