import type { CoreActions, Dispatch } from '@jsonforms/core'
import { update } from '@jsonforms/core'
import { useJsonForms } from '@jsonforms/vue'
import { computed, inject, markRaw } from 'vue'
import type { ComputedRef } from 'vue'
import { isObject } from '../../../api/index.ts'
import type { Json } from '../../../api/index.ts'
import { getAt, setAt } from '../schema-forms/paths.ts'

/** The value at a path, and a change of it, for renderers that are no controls. The whole data are dispatched, as in `useControl`. */
export function useFormData(path: () => string): { value: ComputedRef<Json | undefined>; put(next: Json): void } {
  const store = useJsonForms()
  const dispatch = inject<Dispatch<CoreActions>>('dispatch')
  return {
    value: computed(() => getAt(store.core?.data, path())),
    put: next => {
      const data = setAt(store.core?.data, path(), next)
      dispatch?.(update('', () => (isObject(data) ? markRaw(data) : data)))
    },
  }
}
