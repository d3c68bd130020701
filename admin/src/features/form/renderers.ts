import { isControl, NOT_APPLICABLE, rankWith, uiTypeIs } from '@jsonforms/core'
import type { JsonFormsCellRendererRegistryEntry, JsonFormsRendererRegistryEntry, RankedTester } from '@jsonforms/core'
import { DispatchCell } from '@jsonforms/vue'
import { computed, defineComponent, h } from 'vue'
import type { Component, ComputedRef } from 'vue'
import type { Json } from '../../api/index.ts'
import { fieldKinds, loaded } from '../../fields/registry.ts'
import type { Property } from '../../schema/index.ts'
import { controlProps, useControl } from './composables/useControl.ts'
import AlternativesChoice from './renderers/AlternativesChoice.vue'
import AlternativesControl from './renderers/AlternativesControl.vue'
import FieldsLayout from './renderers/FieldsLayout.vue'
import FurtherMembers from './renderers/FurtherMembers.vue'
import GroupLayout from './renderers/GroupLayout.vue'
import TabsLayout from './renderers/TabsLayout.vue'
import { hasMixedAlternatives } from './schema-forms/alternatives.ts'
import { propertyAt } from './schema-forms/layout.ts'

/** A tester of JSON Forms from a tester of properties. */
const onProperty =
  (test: (property: Property) => number): RankedTester =>
  (element, schema) =>
    isControl(element) ? test(propertyAt(schema, element.scope)) : NOT_APPLICABLE

/** The kinds rank below 50. */
const alternativesRank = 50
const layoutRank = 100

const structures: readonly JsonFormsRendererRegistryEntry[] = [
  { tester: rankWith(layoutRank, uiTypeIs('VerticalLayout')), renderer: FieldsLayout },
  { tester: rankWith(layoutRank, uiTypeIs('Group')), renderer: GroupLayout },
  { tester: rankWith(layoutRank, uiTypeIs('Categorization')), renderer: TabsLayout },
  { tester: rankWith(layoutRank, uiTypeIs('Choice')), renderer: AlternativesChoice },
  { tester: rankWith(layoutRank, uiTypeIs('Further')), renderer: FurtherMembers },
  {
    tester: onProperty(property => (hasMixedAlternatives(property) ? alternativesRank : NOT_APPLICABLE)),
    renderer: AlternativesControl,
  },
]

/** The control of a kind without one of its own: the input that lists have in their cells. */
const CellControl = defineComponent({
  props: { ...controlProps },
  setup: props => () => h(DispatchCell, { schema: props.schema, uischema: props.uischema, path: props.path }),
})

/** The renderers for JSON Forms: of layouts, of alternatives, and the controls of all kinds of value. */
export const renderers: ComputedRef<readonly JsonFormsRendererRegistryEntry[]> = computed(() => [
  ...structures,
  ...fieldKinds().map(({ tester, edit = CellControl }) => ({ tester: onProperty(tester), renderer: loaded(edit) })),
  // Before any kind that a plugin adds: it also stands in for a kind that fails.
  { tester: element => (element.options?.['kind'] === 'any' ? Infinity : NOT_APPLICABLE), renderer: editOfAny() },
])

/** Edits the whole value as JSON, whatever the schema. */
const editOfAny = (): Component => loaded(fieldKinds().find(({ kind }) => kind === 'any')?.edit ?? CellControl)

/** The cells for JSON Forms: the inputs of all kinds of value. */
export const cells: ComputedRef<readonly JsonFormsCellRendererRegistryEntry[]> = computed(() =>
  fieldKinds().flatMap(({ tester, cell: { input } }) =>
    input === undefined ? [] : [{ tester: onProperty(tester), cell: cellOf(loaded(input)) }],
  ),
)

/** The cell of JSON Forms around an input. */
const cellOf = (input: Component): Component =>
  defineComponent({
    inheritAttrs: false,
    props: { ...controlProps },
    setup(props) {
      const { form, field, property, value, isReadonly, placeholder, set, clear } = useControl(props)
      return () =>
        h(input, {
          ...field.value,
          property: property.value,
          labels: form.labels.value,
          clearable: !property.value.isRequired || property.value.isNullable,
          readonly: isReadonly.value,
          placeholder: placeholder.value,
          modelValue: value.value,
          'onUpdate:modelValue': (next: Json | undefined) => ((next ?? '') === '' ? clear() : set(next)),
        })
    },
  })
