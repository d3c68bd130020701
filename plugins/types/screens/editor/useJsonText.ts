import { ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { isObject } from '../../../../lib/json/types.ts'
import { fields, t } from '../../../../admin/src/index.ts'
import type { JsonObject } from '../../../../lib/json/types.ts'

/** An object formatted for the editor. */
export const textOf = (value: JsonObject | null | undefined): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2)

/** Keep a JSON text and its parsed value in sync. */
export function useJsonText(text: Ref<string>) {
  /** The parsed text; while it is invalid, the last valid value. Null for an empty text. */
  const value = shallowRef<JsonObject | null>(null)
  /** Message that says where the text stops being a JSON object; empty when it is valid. */
  const failure = ref('')

  watch(
    text,
    typed => {
      failure.value = ''
      if (typed.trim() === '') {
        value.value = null
        return
      }
      const read = fields.parseTyped(typed)
      if ('failure' in read) failure.value = read.failure
      else if (!isObject(read.value)) failure.value = t('builder.jsonObject')
      else if (JSON.stringify(read.value) !== JSON.stringify(value.value)) value.value = read.value
    },
    { immediate: true, flush: 'sync' },
  )
  return {
    value,
    failure,
    /** Set another object. The text is formatted again unless it means the same. */
    set: (next: JsonObject | null) => {
      text.value = textOf(next)
    },
    /** Format the text; invalid text stays as it is. */
    tidy: () => {
      if (failure.value === '') text.value = textOf(value.value)
    },
  }
}
