import { isControl, rankWith, uiTypeIs } from '@jsonforms/core'
import type { JsonFormsRendererRegistryEntry } from '@jsonforms/core'
import type { ControlProps } from '@jsonforms/vue'
import { computed, defineComponent, h } from 'vue'
import type { Component } from 'vue'
import type { Json } from '../../api/index.ts'
import { fieldOf, loaded } from '../../fields/registry.ts'
import { controlProps, useControl } from './composables/useControl.ts'
import AlternativesChoice from './renderers/AlternativesChoice.vue'
import AlternativesControl from './renderers/AlternativesControl.vue'
import FieldsLayout from './renderers/FieldsLayout.vue'
import FurtherMembers from './renderers/FurtherMembers.vue'
import GroupLayout from './renderers/GroupLayout.vue'
import TabsLayout from './renderers/TabsLayout.vue'
import { hasMixedAlternatives } from './schema-forms/alternatives.ts'
import { propertyAt } from './schema-forms/layout.ts'

const layoutRank = 100

const structures: readonly JsonFormsRendererRegistryEntry[] = [
  { tester: rankWith(layoutRank, uiTypeIs('VerticalLayout')), renderer: FieldsLayout },
  { tester: rankWith(layoutRank, uiTypeIs('Group')), renderer: GroupLayout },
  { tester: rankWith(layoutRank, uiTypeIs('Categorization')), renderer: TabsLayout },
  { tester: rankWith(layoutRank, uiTypeIs('Choice')), renderer: AlternativesChoice },
  { tester: rankWith(layoutRank, uiTypeIs('Further')), renderer: FurtherMembers },
]

/** The control of a value: of its alternatives, or of its kind. Kinds rank below 50, so that a plugin's can go before the alternatives. */
const ValueControl = defineComponent({
  props: { ...controlProps },
  setup: props => () => h(controlOf(props), { ...props }),
})

function controlOf({ schema, uischema }: ControlProps): Component {
  if (uischema.options?.['kind'] === 'any') return loaded(fieldOf('any').edit ?? InputControl)
  const property = propertyAt(schema, uischema.scope)
  const { edit = InputControl, tester } = fieldOf(property.kind)
  return hasMixedAlternatives(property) && tester(property) < alternativesRank ? AlternativesControl : loaded(edit)
}
const alternativesRank = 50

/** The input of a kind in a form. */
const InputControl = defineComponent({
  inheritAttrs: false,
  props: { ...controlProps },
  setup(props) {
    const { form, field, property, value, isReadonly, placeholder, set, clear } = useControl(props)
    const input = computed(() => fieldOf(property.value.kind).cell.input)
    const update = (next: Json | undefined): void => ((next ?? '') === '' ? clear() : set(next))
    return () =>
      input.value &&
      h(loaded(input.value), {
        ...field.value,
        property: property.value,
        labels: form.labels.value,
        clearable: !property.value.isRequired || property.value.isNullable,
        readonly: isReadonly.value,
        placeholder: placeholder.value,
        modelValue: value.value,
        'onUpdate:modelValue': update,
      })
  },
})

/** The renderers for JSON Forms: of layouts, and of all values. One for all kinds, whose testers have chosen already: JSON Forms asks all testers for each control. */
export const renderers: readonly JsonFormsRendererRegistryEntry[] = [
  ...structures,
  { tester: rankWith(1, isControl), renderer: ValueControl },
]
