import { computed, ref, watch } from 'vue'
import { equal } from '../../../api/index.ts'
import { maxConditions, maxGroups } from '../../../composables/view/filterQuery.ts'
import type { Filters as Narrowed } from '../../../composables/view/filterQuery.ts'
import type { Filter, View } from '../../../composables/view/view.ts'
import type { Comparison } from '../../../schema/index.ts'
import { askedBy, begin, filtersOf, isComplete, problemOf, withComparison } from './filterValues.ts'
import type { Draft } from './filterValues.ts'
import type { FilterField } from './fields.ts'

let last = 0

/** The filters of a list while they are edited. The address contains the complete ones. */
export function useFilters(
  view: () => View,
  change: (part: Partial<View>) => unknown,
  fieldOf: (path: string) => FilterField | undefined,
  isLarge: () => boolean,
) {
  /** The filters of the address, and incomplete ones. */
  const drafts = ref<Draft[]>([])
  /** The filter that was added last: its value is entered next. */
  const added = ref<number>()
  /** A group that was started and is still empty. */
  const begun = ref<number>()

  const filtersIn = (draft: Draft): Filter[] => filtersOf(draft, fieldOf(draft.field))
  function says(draft: Draft): boolean {
    const field = fieldOf(draft.field)
    const isRight = (value: string): boolean =>
      field === undefined || problemOf(value, field, draft.comparison) === undefined
    return isComplete(draft) && draft.values.every(isRight)
  }
  /** The groups of which at least one must match, in order; empty where nothing is joined by “or”. */
  const groups = computed(() => {
    const used = drafts.value.flatMap(({ group }) => group ?? [])
    return [...new Set([...used, ...(begun.value === undefined ? [] : [begun.value])])].sort((a, b) => a - b)
  })
  function asked(): Narrowed {
    const inGroup = (group: number | undefined): Filter[] =>
      drafts.value.filter(draft => draft.group === group && says(draft)).flatMap(filtersIn)
    return joined({
      filters: inGroup(undefined),
      groups: groups.value.map(inGroup).filter(group => group.length > 0),
    })
  }

  watch(
    () => ({ filters: view().filters, groups: view().groups }),
    now => {
      if (!equal(now, asked())) drafts.value = draftsOf(now, fieldOf)
    },
    { immediate: true },
  )

  function set(next: Draft[]): void {
    const left = [...new Set(next.map(({ group }) => group).filter(group => group !== undefined))]
    const isAlone = left.length === 1 && begun.value === undefined && next.every(({ group }) => group !== undefined)
    drafts.value = isAlone ? next.map(draft => ({ ...draft, group: undefined })) : next
    const wanted = asked()
    if (!equal(wanted, { filters: view().filters, groups: view().groups })) void change({ ...wanted })
  }
  const alter = (id: number, with_: (draft: Draft) => Draft): void =>
    set(drafts.value.map(draft => (draft.id === id ? with_(draft) : draft)))
  const of = (group: number | undefined): Draft[] => drafts.value.filter(draft => draft.group === group)
  /** Whether the service accepts no more filters. */
  const isFull = computed(() => drafts.value.reduce((sum, draft) => sum + filtersIn(draft).length, 0) >= maxConditions)

  return {
    drafts,
    groups,
    begun,
    added,
    isFull,
    /** How many filters are complete. */
    count: computed(() => drafts.value.filter(says).length),
    mayJoin: computed(
      () => !isFull.value && begun.value === undefined && groups.value.length < maxGroups && drafts.value.length > 0,
    ),
    add: (field: FilterField, group?: number) => {
      const draft = { ...begin(field, of(group), isLarge()), group, id: ++last }
      added.value = draft.id
      if (group === begun.value) begun.value = undefined
      set([...drafts.value, draft])
    },
    /** Start another group for the next filter; where there was no group, the existing filters become the first. */
    or: () => {
      added.value = undefined // its chip moves into a group, and takes the focus no more
      if (groups.value.length === 0) drafts.value = drafts.value.map(draft => ({ ...draft, group: 0 }))
      begun.value = Math.max(-1, ...groups.value) + 1
    },
    /** Remove the group that was started, if it is still empty. */
    leaveGroup: () => {
      if (begun.value === undefined) return
      begun.value = undefined
      added.value = undefined
      set(drafts.value)
    },
    setField: (id: number, field: FilterField) => {
      added.value = id
      alter(id, draft => ({
        ...draft,
        ...begin(
          field,
          of(draft.group).filter(other => other.id !== id),
          isLarge(),
        ),
      }))
    },
    setComparison: (id: number, comparison: Comparison) =>
      alter(id, draft => withComparison(draft, comparison, fieldOf(draft.field))),
    setValues: (id: number, values: string[]) => alter(id, draft => ({ ...draft, values })),
    remove: (fits: (draft: Draft) => boolean) => {
      begun.value = undefined
      added.value = undefined
      set(drafts.value.filter(draft => !fits(draft)))
    },
  }
}

export type Filters = ReturnType<typeof useFilters>

const isTaken = ({ field, operator }: Filter, by: readonly Filter[]): boolean =>
  by.some(other => other.field === field && other.operator === operator)

/** A single group is not treated as a group: its filters must match in any case, unless another filter uses the same operator on the same field. */
function joined({ filters, groups }: Narrowed): Narrowed {
  const [only, ...more] = groups
  const isPlain = only !== undefined && more.length === 0 && !only.some(filter => isTaken(filter, filters))
  return isPlain ? { filters: [...filters, ...only], groups: [] } : { filters, groups }
}

function draftsOf(narrowed: Narrowed, fieldOf: (path: string) => FilterField | undefined): Draft[] {
  const { filters, groups } = joined(narrowed)
  const parts = [[undefined, filters] as const, ...groups.map((group, at) => [at, group] as const)]
  return parts.flatMap(([group, part]) => askedBy(part, fieldOf).map(draft => ({ ...draft, group, id: ++last })))
}
