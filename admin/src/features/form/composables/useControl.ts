import type { ControlElement, Layout } from '@jsonforms/core'
import { isVisible } from '@jsonforms/core'
import { rendererProps, useJsonForms } from '@jsonforms/vue'
import type { ControlProps } from '@jsonforms/vue'
import { computed, inject, provide } from 'vue'
import type { ComputedRef, InjectionKey } from 'vue'
import { equal } from '../../../api/index.ts'
import type { Json } from '../../../api/index.ts'
import { emptied } from '../schema-forms/blank.ts'
import { propertyAt } from '../schema-forms/layout.ts'
import { getAt, join, nameIn, parentOf, setAt } from '../schema-forms/paths.ts'
import type { ControlOptions } from '../schema-forms/layout.ts'
import { t } from '../../../i18n/index.ts'
import { idOf, useForm } from './useForm.ts'
import { useFormData } from './useFormData.ts'

/** The props that JSON Forms passes to the renderer of a control. */
export const controlProps = rendererProps<ControlElement>()

/** The props that JSON Forms passes to the renderer of a layout. */
export const layoutProps = rendererProps<Layout>()

/** The props of a field of `ui/fields`. */
export interface FieldOfControl {
  id: string
  label: string
  help: string
  error: string
  required: boolean
  saysRequired: boolean
  hidesLabel: boolean
}

/** How the field of a value that is not shown keeps or removes the stored one. */
interface KeptSecret {
  /** The value of the field that keeps it. */
  kept: Json | undefined
  /** The value of the field that removes it. */
  removed: Json | undefined
  mayRemove: boolean
}

/** Whether what is around a control is read-only. */
const readonlyAround: InjectionKey<ComputedRef<boolean>> = Symbol('readonly')
const notReadonly = computed(() => false)
export const isReadonlyAround = (): ComputedRef<boolean> => inject(readonlyAround, notReadonly)

/**
 * The control of JSON Forms, with the described property and the value of an emptied field. Each part depends only on what it is made of, so that a key
 * reaches the value of one control: the bindings of JSON Forms make all controls again for every key.
 * @param props the props that JSON Forms passes to its renderers
 */
export function useControl(props: ControlProps) {
  const form = useForm()
  const store = useJsonForms()

  const options = computed<ControlOptions>(() => props.uischema.options ?? {})
  const path = computed(() => {
    const name = nameIn(props.uischema.scope)
    return name === '' ? props.path : join(props.path, name)
  })
  const property = computed(() => propertyAt(props.schema, props.uischema.scope))
  const { value, put, write } = useFormData(() => path.value)
  const around = isReadonlyAround()
  const isReadonly = computed(() => around.value || options.value.readonly === true || store.readonly === true)
  provide(readonlyAround, isReadonly)
  /** Whether the resource meets the condition for showing the field. */
  const applies = computed(() => {
    const { core: { data, ajv } = {}, config } = props.uischema.rule === undefined ? {} : store
    return ajv === undefined || isVisible(props.uischema, data, props.path, ajv, config)
  })
  /** The value if it is a text, otherwise an empty text. */
  const text = computed(() => (typeof value.value === 'string' ? value.value : ''))
  /** For a value that is not shown and may be stored, see {@link KeptSecret}; undefined for others. */
  const secret = computed<KeptSecret | undefined>(() => {
    const { isSecret, isRequired, isNullable } = property.value
    if (!isSecret || !form.mayBeStored(path.value)) return undefined
    // A list is shown as empty where only its items are secret: it is removed by leaving it out.
    if (Array.isArray(getAt(form.initial.value, path.value)))
      return { kept: [], removed: undefined, mayRemove: !isRequired }
    return { kept: undefined, removed: null, mayRemove: !isRequired || isNullable }
  })
  const help = computed(() =>
    [
      property.value.isDeprecated ? t('form.deprecated') : '',
      property.value.description,
      secret.value === undefined ? '' : t('form.keepsSecret'),
    ]
      .filter(text => text !== '')
      .join(' '),
  )
  /** Props of the field, for `v-bind`. */
  const field = computed<FieldOfControl>(before => {
    const now = {
      id: idOf(form, path.value),
      label: typeof props.uischema.label === 'string' ? props.uischema.label : property.value.title,
      help: options.value.hidesLabel === true ? '' : help.value,
      error: form.problems.messageAt(path.value),
      required: property.value.isRequired,
      saysRequired: options.value.saysRequired === true,
      hidesLabel: options.value.hidesLabel === true,
    }
    return before !== undefined && equal(before, now) ? before : now
  })
  const set = (next: Json | undefined): void => {
    const outer = parentOf(path.value)
    const isNewTuple = options.value.isTupleItem === true && !Array.isArray(getAt(store.core?.data, outer))
    if (isNewTuple) write(setAt(setAt(store.core?.data, outer, []), path.value, next))
    else put(next)
  }
  /** Empty the field: its value becomes null, absent, or the initial empty value. */
  const clear = (): void => {
    if (secret.value !== undefined) return set(secret.value.kept)
    const isItem = options.value.isItem === true
    const now = { data: store.core?.data, initial: form.initial.value, schema: form.schema.value }
    write(emptied(path.value, property.value, isItem, now))
  }
  return {
    form,
    property,
    path,
    options,
    value,
    text,
    isReadonly,
    applies,
    field,
    /** Placeholder of an empty field whose value is null. */
    placeholder: computed(() => (value.value === null ? t('form.noValue') : undefined)),
    secret,
    set,
    /** Set a text; an empty text clears the field. */
    setText: (next: string) => (next === '' ? clear() : set(next)),
    clear,
  }
}

export type Control = ReturnType<typeof useControl>
