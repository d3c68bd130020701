import { CircleDot, ListChecks } from '@lucide/vue'
import { h } from 'vue'
import { choiceOf } from '../../schema/choices.ts'
import Pill from '../../ui/basics/Pill.vue'
import { showList, listFilter } from '../list/show.ts'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'

export const enumeration: FieldKind = {
  kind: 'enum',
  tester: ({ choices, items }) => (choices === undefined || items !== undefined ? -1 : 10),
  types: ['string', 'number', 'boolean'],
  show: ({ value, property }: ShowProps) => {
    const { color, title } = choiceOf(property.choices, value)
    return h(Pill, { hue: color }, () => title)
  },
  text: (value, { choices }) => choiceOf(choices, value).title,
  edit: lazy(async () => (await import('../controls.ts')).EnumEdit),
  cell: { input: lazy(async () => (await import('../inputs.ts')).EnumInput), isWhole: true, isInformative: true },
  filter: {
    comparisons: ['eq', 'ne', 'in', 'nin', 'filled', 'empty'],
    input: lazy(async () => (await import('../inputs.ts')).EnumFilter),
    picksSeveral: true,
  },
  form: { width: 'half', clears: true },
  starter: {
    icon: CircleDot,
    schema: { type: 'string', enum: [] },
    describes: 'choices',
    default: 'choice',
  },
}

/** A list of choices. */
export const enumerations: FieldKind = {
  kind: 'enums',
  tester: ({ items }) => (items?.kind === 'enum' ? 4 : -1),
  types: ['array'],
  show: showList,
  edit: lazy(async () => (await import('../controls.ts')).EnumEditSeveral),
  cell: { isInformative: true },
  filter: listFilter,
  form: { blank: [] },
  starter: {
    icon: ListChecks,
    schema: { type: 'array', items: { type: 'string', enum: [] }, uniqueItems: true },
    keywords: ['minItems', 'maxItems', 'uniqueItems'],
    describes: 'choices',
    isCompound: true,
  },
}
