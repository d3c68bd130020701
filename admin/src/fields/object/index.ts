import { Square } from '@lucide/vue'
import { h } from 'vue'
import { isObject } from '../../api/transport/json.ts'
import { typesOf } from '../../schema/describe.ts'
import ObjectText from '../../value/ObjectText.vue'
import { lazy } from '../registry.ts'
import type { FieldKind, ShowProps } from '../registry.ts'

export const object: FieldKind = {
  kind: 'object',
  tester: ({ schema }) => (typesOf(schema).join() === 'object' ? 1 : -1),
  types: ['object'],
  show: ({ value, property, labels, full }: ShowProps) =>
    isObject(value) ? h(ObjectText, { value, property, labels, full }) : undefined,
  edit: lazy(async () => (await import('../controls.ts')).ObjectEdit),
  cell: {},
  filter: { comparisons: ['filled', 'empty'] },
  form: { folds: () => true },
  starter: {
    icon: Square,
    schema: { type: 'object', properties: {} },
    keywords: ['properties', 'required', 'additionalProperties'],
    describes: 'properties',
    isCompound: true,
  },
}
