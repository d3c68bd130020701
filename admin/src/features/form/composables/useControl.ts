import type { ControlElement } from '@jsonforms/core'
import type { RendererProps } from '@jsonforms/vue'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Json } from '../../../api/index.ts'
import { propertyAt } from '../schema-forms/layout.ts'
import type { ControlOptions } from '../schema-forms/layout.ts'
import { join, nameIn } from '../schema-forms/paths.ts'
import { t } from '../../../i18n/index.ts'
import type { Property } from '../../../schema/index.ts'
import { idOf, useForm } from './useFormState.ts'
import type { FormState } from './useFormState.ts'

/** What a field of `components/ui` takes. */
export interface FieldOfControl {
  id: string
  label: string
  help: string
  error: string
  required: boolean
  saysRequired: boolean
  hidesLabel: boolean
}

/** What a renderer of a control works with. */
export interface Control {
  form: FormState
  property: ComputedRef<Property>
  path: ComputedRef<string>
  options: ComputedRef<ControlOptions>
  value: ComputedRef<Json | undefined>
  /** The value where it is a text, else the empty one. */
  text: ComputedRef<string>
  isReadonly: ComputedRef<boolean>
  /** For `v-bind` on a field. */
  field: ComputedRef<FieldOfControl>
  /** What stands in an empty field that holds null. */
  placeholder: ComputedRef<string | undefined>
  set(value: Json | undefined): void
  /** Of a text; the empty one clears. */
  setText(text: string): void
  clear(): void
}

/**
 * The value, the words and the problems of one control. Each reads its own part of the data: a key in one field renders no other.
 * @param props those that JSON Forms gives to its renderers
 */
export function useControl(props: RendererProps & { uischema: ControlElement }): Control {
  const form = useForm()
  const options = computed<ControlOptions>(() => props.uischema.options ?? {})
  const path = computed(() => {
    const name = nameIn(props.uischema.scope)
    return name === '' ? props.path : join(props.path, name)
  })
  const property = computed(
    () => propertyAt(props.schema as Property['schema'], props.uischema.scope, form.schema.value), // schemas of types are JSON
  )
  const value = computed(() => form.get(path.value))
  const text = computed(() => (typeof value.value === 'string' ? value.value : ''))
  const error = computed(() => form.errorAt(path.value))
  const field = computed(() => ({
    id: idOf(form, path.value),
    label: options.value.label ?? property.value.title,
    help: options.value.hidesLabel === true ? '' : property.value.description,
    error: error.value,
    required: property.value.isRequired,
    saysRequired: options.value.saysRequired === true,
    hidesLabel: options.value.hidesLabel === true,
  }))
  const set = (next: Json | undefined): void => form.set(path.value, next)
  const clear = (): void => form.clear(path.value, property.value, options.value.isItem === true)
  return {
    form,
    property,
    path,
    options,
    value,
    text,
    isReadonly: computed(() => form.isReadonly.value || property.value.isReadOnly),
    field,
    placeholder: computed(() => (value.value === null ? t('form.noValue') : undefined)),
    set,
    setText: next => (next === '' ? clear() : set(next)),
    clear,
  }
}
