import type { JsonFormsRendererRegistryEntry, JsonSchema, Tester, UISchemaElement } from '@jsonforms/core'
import { vanillaRenderers } from '@jsonforms/vue-vanilla'
import type { Component } from 'vue'
import { formKindOf } from '../schema-forms/kinds.ts'
import type { FormKind } from '../schema-forms/kinds.ts'
import { propertyAt } from '../schema-forms/layout.ts'
import type { Property } from '../../../schema/index.ts'
import BooleanControl from './BooleanControl.vue'
import ChoiceControl from './ChoiceControl.vue'
import ColourControl from './ColourControl.vue'
import DateControl from './DateControl.vue'
import DateTimeControl from './DateTimeControl.vue'
import EmailControl from './EmailControl.vue'
import EnumControl from './EnumControl.vue'
import FieldsLayout from './FieldsLayout.vue'
import ImageControl from './ImageControl.vue'
import JsonControl from './JsonControl.vue'
import ListControl from './ListControl.vue'
import LongTextControl from './LongTextControl.vue'
import MultiEnumControl from './MultiEnumControl.vue'
import NumberControl from './NumberControl.vue'
import ObjectControl from './ObjectControl.vue'
import ReferenceControl from './ReferenceControl.vue'
import ReferenceListControl from './ReferenceListControl.vue'
import TextControl from './TextControl.vue'
import TimeControl from './TimeControl.vue'
import UriControl from './UriControl.vue'

const rank = 100

/** Whether an element of a UI schema is the control of a property of this kind. */
const kindIs =
  (kind: FormKind): Tester =>
  (element: UISchemaElement, schema: JsonSchema, { rootSchema }) => {
    if (!('scope' in element) || typeof element.scope !== 'string' || element.type !== 'Control') return false
    const property = propertyAt(schema as Property['schema'], element.scope, rootSchema as Property['schema']) // schemas of types are JSON
    return (element.options?.['kind'] ?? formKindOf(property)) === kind
  }

const when = (tester: Tester, renderer: Component): JsonFormsRendererRegistryEntry => ({
  tester: (element, schema, context) => (tester(element, schema, context) ? rank : -1),
  renderer,
})

/** A renderer for each kind of value; what none of them knows is left to the plain ones of JSON Forms. */
export const renderers: readonly JsonFormsRendererRegistryEntry[] = Object.freeze([
  when(({ type }) => type === 'VerticalLayout', FieldsLayout),
  when(kindIs('text'), TextControl),
  when(kindIs('duration'), TextControl),
  when(kindIs('long-text'), LongTextControl),
  when(kindIs('email'), EmailControl),
  when(kindIs('uri'), UriControl),
  when(kindIs('image'), ImageControl),
  when(kindIs('colour'), ColourControl),
  when(kindIs('date'), DateControl),
  when(kindIs('time'), TimeControl),
  when(kindIs('date-time'), DateTimeControl),
  when(kindIs('number'), NumberControl),
  when(kindIs('integer'), NumberControl),
  when(kindIs('boolean'), BooleanControl),
  when(kindIs('enum'), EnumControl),
  when(kindIs('multi-enum'), MultiEnumControl),
  when(kindIs('reference'), ReferenceControl),
  when(kindIs('reference-list'), ReferenceListControl),
  when(kindIs('list'), ListControl),
  when(kindIs('object'), ObjectControl),
  when(kindIs('choice'), ChoiceControl),
  when(kindIs('json'), JsonControl),
  ...(vanillaRenderers as JsonFormsRendererRegistryEntry[]), // their type says unknown components
])
