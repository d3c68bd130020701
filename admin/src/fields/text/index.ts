import { AlignLeft, Type } from '@lucide/vue'
import { h } from 'vue'
import type { Component } from 'vue'
import { typesOf } from '../../schema/describe.ts'
import PlainText from '../../value/PlainText.vue'
import { isLongText, lazy } from '../registry.ts'
import type { DescribedProperty, FieldKind, ShowProps, Starter } from '../registry.ts'

/** Whether all values are texts. */
export const isText = ({ schema }: Pick<DescribedProperty, 'schema'>): boolean => typesOf(schema).join() === 'string'

/** Whether all values are texts in one of these formats. */
export const hasFormat = ({ schema }: Pick<DescribedProperty, 'schema'>, ...formats: readonly string[]): boolean =>
  isText({ schema }) && typeof schema['format'] === 'string' && formats.includes(schema['format'])

/** How a list is filtered by texts. */
export const textFilter: FieldKind['filter'] = {
  comparisons: ['like', 'eq', 'ne', 'in', 'nin', 'filled', 'empty'],
}

/** What kinds of text with a format of their name share: how they are recognised, and how the builder offers them. */
export const ofFormat = (format: string, icon: Component, further: Partial<Starter> = {}) =>
  ({
    kind: format,
    tester: (property: DescribedProperty) => (hasFormat(property, format) ? 5 : -1),
    starter: { icon, schema: { type: 'string', format }, default: 'text', ...further },
  }) satisfies Partial<FieldKind>

/** Shows a text as it is. */
export const showText = ({ value, full }: ShowProps) => h(PlainText, { value: String(value), full })

/** A text in one line of a cell. */
export const textInput = lazy(async () => (await import('../inputs.ts')).TextInput)

/** A text in a form. */
export const textEdit = lazy(async () => (await import('../controls.ts')).TextEdit)

export const text: FieldKind = {
  kind: 'text',
  tester: property => (isText(property) ? 1 : -1),
  show: showText,
  isProse: true,
  edit: textEdit,
  cell: { input: textInput, isInformative: true },
  filter: { ...textFilter, comparisonsOfItems: ['eq', 'ne', 'in', 'nin', 'like', 'filled', 'empty'] },
  form: { width: 'line', blank: '' },
  starter: {
    icon: Type,
    schema: { type: 'string' },
    keywords: ['minLength', 'maxLength', 'pattern'],
    default: 'text',
  },
}

export const longText: FieldKind = {
  kind: 'long-text',
  tester: property => (isText(property) && isLongText(property) ? 2 : -1),
  show: showText,
  isProse: true,
  edit: textEdit,
  cell: {},
  filter: textFilter,
  form: { blank: '' },
  starter: {
    icon: AlignLeft,
    schema: { type: 'string', maxLength: 20_000, 'x-index': false },
    keywords: ['minLength', 'maxLength'],
    default: 'text',
  },
}
