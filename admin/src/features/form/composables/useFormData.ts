import type { Middleware } from '@jsonforms/core'
import { update, UPDATE_DATA } from '@jsonforms/core'
import { useDispatch, useJsonForms } from '@jsonforms/vue'
import { computed, markRaw } from 'vue'
import { isObject } from '../../../api/index.ts'
import type { Json } from '../../../api/index.ts'
import { adaptObjects } from '../schema-forms/blank.ts'
import { getOn, setAt, stepsOf } from '../schema-forms/paths.ts'
import { useForm } from './useForm.ts'

/** The value at a path, and changes of it. The whole data are dispatched, because JSON Forms reads paths as lodash does, which breaks names as `size[0]`. */
export function useFormData(path: () => string) {
  const store = useJsonForms()
  const dispatch = useDispatch()
  const steps = computed(() => stepsOf(path()))
  const form = useForm()
  /** Replace the whole data after a change at the path. */
  const write = (data: Json | undefined): void => {
    const before: Json | undefined = store.core?.data
    const next = isObject(before) && isObject(data) ? adaptObjects(path(), before, data, form.schema.value) : data
    dispatch(update('', () => (isObject(next) ? markRaw(next) : next)))
  }
  return {
    value: computed(() => getOn(store.core?.data, steps.value)),
    put: (next: Json | undefined) => write(setAt(store.core?.data, path(), next)),
    write,
  }
}

/**
 * A middleware of JSON Forms that keeps the object of its state, so that only what reads a changed member of it follows: without it every key renders all
 * controls. New data replace the old ones without a copy of them.
 */
export const keepState: Middleware = (state, action, reduce) =>
  Object.assign(
    state,
    action.type === UPDATE_DATA && action.path === '' ? { data: action.updater(state.data) } : reduce(state, action),
  )
