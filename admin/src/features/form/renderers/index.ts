import { rankWith, uiTypeIs } from '@jsonforms/core'
import type { JsonFormsRendererRegistryEntry, Tester } from '@jsonforms/core'
import type { Component } from 'vue'
import { isObject } from '../../../api/index.ts'
import { formKindOf } from '../schema-forms/kinds.ts'
import type { FormKind } from '../schema-forms/kinds.ts'
import { propertyAt } from '../schema-forms/layout.ts'
import BooleanControl from './BooleanControl.vue'
import ChipsControl from './lists/ChipsControl.vue'
import ChoiceControl from './ChoiceControl.vue'
import CodeControl from './CodeControl.vue'
import DateControl from './DateControl.vue'
import DurationControl from './DurationControl.vue'
import EnumControl from './EnumControl.vue'
import FieldsLayout from './layouts/FieldsLayout.vue'
import GroupLayout from './layouts/GroupLayout.vue'
import JsonControl from './JsonControl.vue'
import ListControl from './lists/ListControl.vue'
import MultiEnumControl from './lists/MultiEnumControl.vue'
import NumberControl from './NumberControl.vue'
import ObjectControl from './ObjectControl.vue'
import ReferenceControl from './ReferenceControl.vue'
import ReferenceListControl from './lists/ReferenceListControl.vue'
import TabsLayout from './layouts/TabsLayout.vue'
import TextControl from './TextControl.vue'

/** The component that edits each kind of value. */
const controls: Readonly<Record<FormKind, Component>> = {
  text: TextControl,
  duration: DurationControl,
  'long-text': TextControl,
  code: CodeControl,
  email: TextControl,
  uri: TextControl,
  image: TextControl,
  colour: TextControl,
  date: DateControl,
  time: DateControl,
  'date-time': DateControl,
  number: NumberControl,
  integer: NumberControl,
  boolean: BooleanControl,
  enum: EnumControl,
  'multi-enum': MultiEnumControl,
  reference: ReferenceControl,
  'reference-list': ReferenceListControl,
  chips: ChipsControl,
  list: ListControl,
  object: ObjectControl,
  choice: ChoiceControl,
  json: JsonControl,
}

/** Whether an element of a UI schema is the control of a property that these components edit. */
const isEditedBy =
  (component: Component): Tester =>
  (element, schema, { rootSchema }) => {
    if (!('scope' in element) || typeof element.scope !== 'string' || !isObject(rootSchema)) return false
    const kind: unknown = element.options?.['kind'] ?? formKindOf(propertyAt(schema, element.scope, rootSchema))
    return (
      typeof kind === 'string' && Object.entries(controls).some(([name, one]) => name === kind && one === component)
    )
  }

const rank = 100

/** A renderer for each kind of value, and renderers for objects and groups. */
export const renderers: readonly JsonFormsRendererRegistryEntry[] = Object.freeze([
  { tester: rankWith(rank, uiTypeIs('VerticalLayout')), renderer: FieldsLayout },
  { tester: rankWith(rank, uiTypeIs('Group')), renderer: GroupLayout },
  { tester: rankWith(rank, uiTypeIs('Categorization')), renderer: TabsLayout },
  ...[...new Set(Object.values(controls))].map(component => ({
    tester: rankWith(rank, isEditedBy(component)),
    renderer: component,
  })),
])
