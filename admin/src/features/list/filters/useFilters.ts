import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { Filter, View } from '../../../composables/view.ts'
import { begin, isComplete, problemOf, sameFilters, withOperator } from './filterValues.ts'
import type { Draft } from './filterValues.ts'
import type { FilterField } from './fields.ts'
import type { Operator } from '../../../schema/index.ts'

/** What useFilters gives. */
export interface Filters {
  /** Those of the address, and those that say nothing yet. */
  drafts: Readonly<Ref<readonly Draft[]>>
  /** The one that was added last: its value is what comes next. */
  added: Readonly<Ref<number | undefined>>
  add(field: FilterField): void
  setField(id: number, field: FilterField): void
  setOperator(id: number, operator: Operator): void
  setValues(id: number, values: string[]): void
  remove(id: number): void
  clear(): void
}

let last = 0

/** The filters of a list while somebody is at them. The address holds those that say something. */
export function useFilters(
  view: () => View,
  change: (part: Partial<View>) => unknown,
  fieldOf: (path: string) => FilterField | undefined,
): Filters {
  const drafts = ref<Draft[]>([])
  const added = ref<number>()

  const fits = (filter: Filter): boolean => {
    const field = fieldOf(filter.field)
    return field === undefined || filter.values.every(value => problemOf(value, field, filter.operator) === undefined)
  }
  const asked = (): Filter[] =>
    drafts.value.filter(draft => isComplete(draft) && fits(draft)).map(({ id: _id, ...filter }) => filter)

  watch(
    () => view().filters,
    filters => {
      if (!sameFilters(filters, asked())) drafts.value = filters.map(filter => ({ ...filter, id: ++last }))
    },
    { immediate: true },
  )
  function set(next: Draft[]): void {
    drafts.value = next
    if (!sameFilters(asked(), view().filters)) void change({ filters: asked() })
  }
  const alter = (id: number, with_: (draft: Draft) => Draft): void =>
    set(drafts.value.map(draft => (draft.id === id ? with_(draft) : draft)))

  return {
    drafts,
    added,
    add: field => {
      const draft = { ...begin(field, drafts.value), id: ++last }
      added.value = draft.id
      set([...drafts.value, draft])
    },
    setField: (id, field) => {
      added.value = id
      alter(id, () => ({ ...begin(field, drafts.value), id }))
    },
    setOperator: (id, operator) => alter(id, draft => withOperator(draft, operator)),
    setValues: (id, values) => alter(id, draft => ({ ...draft, values })),
    remove: id => set(drafts.value.filter(draft => draft.id !== id)),
    clear: () => set([]),
  }
}
