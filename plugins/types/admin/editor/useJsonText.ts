import { computed, shallowRef, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { explainJsonFailure, isObject, readJson, t } from '../../../../admin/src/index.ts'
import type { JsonFailure, JsonObject } from '../../../../admin/src/index.ts'

/** An object as it stands in the editor. */
export const textOf = (value: JsonObject | null | undefined): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2)

/** What useJsonText gives. */
export interface JsonText {
  /** What the text says; while it says nothing, what it said last. Null for an empty text. */
  value: Readonly<Ref<JsonObject | null>>
  /** Where the text stops being an object of JSON, in words; empty when it does not. */
  failure: ComputedRef<string>
  /** Write another object; unless it says the same the text is written anew. */
  set(value: JsonObject | null): void
  /** Write what the text says as usual; a text that says nothing stays. */
  tidy(): void
}

/** Follow a text that is JSON most of the time, so that it and what is made of it stay in step. */
export function useJsonText(text: Ref<string>): JsonText {
  const value = shallowRef<JsonObject | null>(null)
  const fault = shallowRef<JsonFailure | 'object'>()

  watch(
    text,
    typed => {
      fault.value = undefined
      if (typed.trim() === '') {
        value.value = null
        return
      }
      const read = readJson(typed)
      if ('reason' in read) fault.value = read
      else if (!isObject(read.value)) fault.value = 'object'
      else if (JSON.stringify(read.value) !== JSON.stringify(value.value)) value.value = read.value
    },
    { immediate: true, flush: 'sync' },
  )
  const failure = computed(() => {
    if (fault.value === undefined) return ''
    return fault.value === 'object' ? t('builder.jsonObject') : explainJsonFailure(fault.value)
  })
  return {
    value,
    failure,
    set: next => {
      text.value = textOf(next)
    },
    tidy: () => {
      if (fault.value === undefined) text.value = textOf(value.value)
    },
  }
}
