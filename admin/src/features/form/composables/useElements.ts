import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { Json } from '../../../api/index.ts'
import { t } from '../../../i18n/index.ts'
import { announce } from '../../../composables/feedback/useAnnounce.ts'

let last = 0
const next = (): number => ++last

/** The elements of an edited list. Each has a key that stays the same when the element moves. @param put receives the changed list */
export function useElements(list: Readonly<Ref<readonly Json[]>>, put: (list: Json[]) => void) {
  const keys = ref(list.value.map(next))

  watch(
    () => list.value.length,
    length => {
      if (length !== keys.value.length) keys.value = Array.from({ length }, (_, at) => keys.value[at] ?? next())
    },
    { flush: 'sync' },
  )

  return {
    keys,
    /** Append an element. @returns its key */
    add: (value: Json): number => {
      const key = next()
      keys.value = [...keys.value, key]
      put([...list.value, value])
      return key
    },
    /** Remove an element. @param label for the announcement */
    remove: (at: number, label: string): void => {
      keys.value = keys.value.filter((_, index) => index !== at)
      put(list.value.filter((_, index) => index !== at))
      announce(t('form.removed', { label }))
    },
    /** Move an element. @returns whether its position changed */
    move: (from: number, to: number, label?: string): boolean => {
      if (to < 0 || to >= list.value.length || from === to) return false
      keys.value = moved(keys.value, from, to)
      put(moved(list.value, from, to))
      announce(t('form.moved', { label: label ?? '', number: to + 1, count: list.value.length }))
      return true
    },
  }
}

function moved<Value>(values: readonly Value[], from: number, to: number): Value[] {
  const next = [...values]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
