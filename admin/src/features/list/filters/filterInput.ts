import { computed, nextTick, onMounted } from 'vue'
import type { Ref } from 'vue'
import type { Labels } from '../../../api/index.ts'
import type { Property } from '../../../schema/index.ts'
import type { FilterField } from './fields.ts'
import { problemOf } from './filterValues.ts'
import type { Draft } from './filterValues.ts'

/** The props of a component that edits the value of a filter; it emits `values`. */
export interface FilterInputProps {
  draft: Draft
  /** Undefined where the type has no such field. */
  field: FilterField | undefined
  /** The property of the compared values: for an array, that of its items. */
  property: Property | undefined
  labels: Labels | undefined
  label: string
  /** The filter was just added: the input takes the focus. */
  fresh: boolean
}

/** A value that is typed in place. @param element takes the focus */
export function useTypedFilter(
  props: FilterInputProps,
  emit: (event: 'values', values: string[]) => void,
  element: Readonly<Ref<{ focus(): void } | null>>,
) {
  const shown = computed(() => props.draft.values[0] ?? '')
  onMounted(async () => {
    if (!props.fresh) return
    await nextTick()
    element.value?.focus()
  })
  return {
    shown,
    /** What is wrong with the value, as a message key. */
    problem: computed(() =>
      props.field === undefined || shown.value === ''
        ? undefined
        : problemOf(shown.value, props.field, props.draft.comparison),
    ),
    set: (text: string): void => {
      if (text !== props.draft.values[0]) emit('values', text === '' ? [] : [text])
    },
  }
}
