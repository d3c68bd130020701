import { computed, shallowRef, watch } from 'vue'
import { equal } from '../../../api/index.ts'
import type { Column } from '../../../schema/index.ts'
import type { ResourceType } from '../../../api/index.ts'
import { useMe } from '../../../stores/me.ts'
import { announce } from '../../../composables/feedback/useAnnounce.ts'
import { useLocalPreference } from '../../../composables/page/useLocalPreference.ts'
import { t } from '../../../i18n/index.ts'
import { widthOf } from '../../../composables/view/view.ts'
import type { View } from '../../../composables/view/view.ts'
import { columnsShown, placed, toggled, usualColumns, whyNotSorted } from './columnLayout.ts'
import type { Layout } from './columnLayout.ts'

interface Parts {
  slug: () => string
  type: () => ResourceType | undefined
  columns: () => readonly Column[]
  view: () => View
  change: (part: Partial<View>, options: { replace: true }) => Promise<void>
}

/** Which columns a list has, in which order, how wide: from the address. What a user chose for a type is remembered for the next visit. */
export function useLayout({ slug, type, columns, view, change }: Parts) {
  const me = useMe()
  const remembered = useLocalPreference<Record<string, Layout>>(`lists.${me.me?.id ?? ''}`, {})
  const usual = computed(() => usualColumns(type(), columns(), view().status))
  /** A choice that is not in the address yet: it is shown at once. */
  const pending = shallowRef<Layout>()
  const shown = computed(() => columnsShown(columns(), pending.value?.columns ?? view().columns, usual.value))
  /** The widths that the user chose. */
  const widths = computed(() => pending.value?.widths ?? view().widths ?? {})
  const fitting = shallowRef<Readonly<Record<string, number>>>({})
  const isUsual = computed(() => view().columns.length === 0 && view().widths === undefined)

  async function set(next: Layout): Promise<void> {
    pending.value = next
    const isAsUsual = equal(next.columns, usual.value)
    const kept = { columns: isAsUsual ? [] : next.columns, widths: next.widths }
    if (view().status === 'active' && view().saved === undefined) {
      const { [slug()]: _before, ...others } = remembered.value
      const isNothing = kept.columns.length === 0 && Object.keys(kept.widths).length === 0
      remembered.value = isNothing ? others : { ...others, [slug()]: kept }
    }
    await change(kept, { replace: true })
    if (pending.value === next) pending.value = undefined
  }
  const keys = (): string[] => shown.value.map(({ key }) => key)

  // A remembered choice is written into the address, so that a copied address shows colleagues the same columns.
  watch(
    [slug, type, isUsual, () => view().status, () => view().saved],
    () => {
      const mine = remembered.value[slug()]
      if (mine === undefined || type() === undefined || !isUsual.value) return
      if (view().status === 'active' && view().saved === undefined) void change({ ...mine }, { replace: true })
    },
    { immediate: true },
  )

  return {
    shown,
    widths,
    /** The displayed widths, by the key of the column: the chosen ones, else by content. */
    seenWidths: computed(() => ({ ...fitting.value, ...widths.value })),
    /** Set the widths that the content needs. */
    fit: (next: Readonly<Record<string, number>>) => (fitting.value = next),
    isUsual,
    /** The user chose which columns are shown, and in which order. */
    isChosen: computed(() => !equal(keys(), usual.value)),
    /** The key of the column with the name of a resource. */
    nameKey: computed(() => usual.value[0]),
    /** Why the list cannot be sorted by a column; undefined when it can be. */
    whyNotSorted: (column: Column) => {
      const reason = whyNotSorted(column, type()?.schema !== undefined)
      return reason === undefined ? undefined : t(reason, { column: column.title })
    },
    toggle: (key: string) => void set({ columns: toggled(keys(), key), widths: widths.value }),
    /** Move a column to a place, if there is one. */
    place: ({ key, title }: Column, at: number) => {
      const { length: count } = shown.value
      if (at < 0 || at >= count) return
      void set({ columns: placed(keys(), key, at), widths: widths.value })
      announce(t('list.columnMoved', { column: title, place: at + 1, count }))
    },
    /** Set the width of a column while it is being dragged. */
    draw: (key: string, width: number) =>
      (pending.value = { columns: keys(), widths: { ...widths.value, [key]: widthOf(width) } }),
    /** Keep the last width that was set while dragging. */
    drawn: () => {
      if (pending.value !== undefined) void set(pending.value)
    },
    reset: () => void set({ columns: [...usual.value], widths: {} }),
  }
}

export type ListLayout = ReturnType<typeof useLayout>
