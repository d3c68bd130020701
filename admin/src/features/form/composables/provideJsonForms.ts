import { Actions, configReducer, coreReducer, i18nReducer } from '@jsonforms/core'
import type {
  CoreActions,
  JsonFormsCore,
  JsonFormsRendererRegistryEntry,
  JsonFormsSubStates,
  JsonSchema,
  UISchemaElement,
} from '@jsonforms/core'
import { markRaw, provide, shallowReactive, watch, watchEffect } from 'vue'
import type { Ref } from 'vue'
import type { JsonObject } from '../../../api/index.ts'
import FormValidator from '../schema-forms/validator.ts'
import type { FormState } from './useFormState.ts'

/**
 * What JSON Forms provides to its renderers, by its own reducers. Its own component replaces the whole state with every key, and each renderer
 * works everything out anew; here the parts of the state change one by one, so that a key concerns only those who read the data.
 */
export function provideJsonForms(
  form: FormState,
  uischema: Ref<UISchemaElement>,
  renderers: readonly JsonFormsRendererRegistryEntry[],
): void {
  const ajv = markRaw(new FormValidator()) as unknown as NonNullable<JsonFormsCore['ajv']> // it does all that is asked of Ajv here
  const schema = (): JsonSchema => form.schema.value
  const options = { ajv, validationMode: 'NoValidation' } as const
  const init = Actions.init(form.data.value, schema(), uischema.value, options)
  const core = shallowReactive<JsonFormsCore>(coreReducer(undefined, init))

  function dispatch(action: CoreActions): void {
    const next = coreReducer(core, action)
    for (const [name, value] of Object.entries(next)) {
      if (core[name as keyof JsonFormsCore] !== value) Object.assign(core, { [name]: value })
    }
    if (core.data !== form.data.value) form.set('', core.data as JsonObject) // a plain renderer changed it
  }
  watchEffect(() => {
    core.schema = schema()
    core.uischema = uischema.value
  })
  watch(form.data, data => (core.data = data), { flush: 'sync' })

  const state: JsonFormsSubStates = shallowReactive({
    core,
    renderers: [...renderers],
    cells: [],
    uischemas: [],
    config: configReducer(undefined, Actions.setConfig({})),
    i18n: i18nReducer(undefined, Actions.updateI18n(undefined, undefined, undefined)),
    readonly: form.isReadonly.value,
  })
  watchEffect(() => (state.readonly = form.isReadonly.value))
  provide('jsonforms', state)
  provide('dispatch', dispatch)
}
