import { ArrowUpRight } from '@lucide/vue'
import { h } from 'vue'
import { labelOf } from '../../schema/display.ts'
import PlainText from '../../value/PlainText.vue'
import ReferenceChip from '../../value/ReferenceChip.vue'
import { listFilter, showList } from '../list/show.ts'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'

export const reference: FieldKind = {
  kind: 'reference',
  tester: ({ schema, items }) => (typeof schema['x-resource-type'] === 'string' && items === undefined ? 11 : -1),
  show: ({ value, labels, plain, tabindex }: ShowProps) =>
    plain
      ? h(PlainText, { value: labelOf(String(value), labels) })
      : h(ReferenceChip, { urn: String(value), labels, tabindex }),
  text: (value, _property, labels) => labelOf(String(value), labels),
  edit: lazy(async () => (await import('../controls.ts')).ReferenceEdit),
  cell: { input: lazy(async () => (await import('../inputs.ts')).ReferenceInput), isLink: true, isInformative: true },
  filter: {
    comparisons: ['eq', 'ne', 'in', 'nin', 'filled', 'empty'],
    input: lazy(async () => (await import('../inputs.ts')).ReferenceFilter),
    picksSeveral: true,
  },
  form: { width: 'half', clears: true },
  starter: {
    icon: ArrowUpRight,
    schema: { type: 'string', 'x-resource-type': '' },
    keywords: ['x-on-archive'],
    describes: 'target',
  },
}

/** A list of references. */
export const references: FieldKind = {
  kind: 'references',
  tester: ({ items }) => (items?.kind === 'reference' ? 4 : -1),
  types: ['array'],
  show: showList,
  edit: lazy(async () => (await import('../controls.ts')).ReferenceEditSeveral),
  cell: { isInformative: true },
  filter: listFilter,
  form: { blank: [] },
  starter: {
    icon: ArrowUpRight,
    schema: { type: 'array', items: { type: 'string', 'x-resource-type': '' }, uniqueItems: true },
    keywords: ['minItems', 'maxItems', 'uniqueItems'],
    describes: 'target',
    isCompound: true,
  },
}
