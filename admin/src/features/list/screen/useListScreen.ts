import { computed, provide, watch } from 'vue'
import { useRowRights } from '../../../composables/data/useRowRights.ts'
import { useType } from '../../../composables/data/useType.ts'
import type { View } from '../../../composables/view/view.ts'
import type { ViewLayout } from '../../../composables/view/viewLayout.ts'
import { hasLabelOfOthers, labelOfResource } from '../../../schema/index.ts'
import { source } from '../../../sources.ts'
import { useSelection } from '../bulk/useSelection.ts'
import { columnsShown, usualColumns } from '../columns/columnLayout.ts'
import { useLayout } from '../columns/useLayout.ts'
import { useListColumns } from '../columns/useListColumns.ts'
import { useFilters } from '../filters/useFilters.ts'
import { layoutNamed, layoutShown, offeredLayouts } from '../layouts/registry.ts'
import { provideGrid } from '../table/useGridContext.ts'
import { useGridCursor } from '../table/useGridCursor.ts'
import { useCellEdits } from '../values/useCellEdits.ts'
import { useOpeningView } from '../views/useSavedViews.ts'
import { listKey } from './useListContext.ts'
import type { ListContext } from './useListContext.ts'
import { useList } from './useList.ts'

/** Whether a layout shows the pages of the list; others read their rows themselves. */
export const readsPages = ({ kind }: ViewLayout): boolean => layoutNamed(kind).isPaged === true

/** The list of a type: its state from the address, and its actions. Components within get it by {@link useListContext}. */
export function useListScreen(slug: () => string) {
  const described = useType(slug)
  const { type } = described

  const offered = computed(() =>
    offeredLayouts(slug(), type.value?.schema === undefined ? [] : described.columns.value),
  )
  /** Files are a gallery, unless the address says otherwise. */
  const asked = ({ layout: named }: View): ViewLayout | undefined =>
    named ?? (source('files').isFileType(slug()) ? { kind: 'gallery' } : undefined)
  const list = useList(slug, {
    labels: showsReferences,
    enabled: now => type.value !== undefined && readsPages(layoutShown(asked(now), offered.value)),
  })
  const rows = (): typeof list.rows.value => list.rows.value
  const view = (): View => list.view.value
  const viewLayout = computed(() => layoutShown(asked(view()), offered.value))
  /** Whether it is known which view the list opens with. */
  const isOpened = useOpeningView(slug)
  const isArchive = computed(() => view().status === 'archived')

  const { columns, fields, archivers } = useListColumns(described, slug, rows, () => isArchive.value)
  const layout = useLayout({
    slug,
    type: () => (isOpened.value ? type.value : undefined),
    columns: () => columns.value,
    view,
    change: list.change,
  })
  const filters = useFilters(
    view,
    part => list.change(part),
    path => fields.value.get(path),
    () => list.counted.value?.isMore === true,
  )

  const selection = useSelection(rows)
  watch(
    () => JSON.stringify([slug(), view().q, view().filters, view().groups, view().status, viewLayout.value.kind]),
    () => selection.clear(),
  )

  watch(rows, now => selection.refresh(now))

  const cursor = useGridCursor(list.rows, layout.shown)
  const edits = useCellEdits({
    slug,
    replaceRow: list.replaceRow,
    nameOf: row => labelOfResource(row, type.value, list.labels.value),
  })
  const { mayEdit } = useRowRights(slug)
  provideGrid({ slug, list, layout, selection, cursor, edits, isArchive, archivers, mayEdit })

  /** Labels of references are expensive, so they are only requested where they are shown. */
  function showsReferences({ columns: keys, status }: View): boolean {
    const { value: declared } = described.columns
    const shown = columnsShown(declared, keys, usualColumns(type.value, declared, status))
    return hasLabelOfOthers(type.value?.schema) || shown.some(({ refersTo }) => refersTo !== undefined)
  }

  const context: ListContext = {
    slug,
    type,
    list,
    isArchive,
    columns,
    fields,
    layout,
    offered,
    viewLayout,
    filters,
    selection,
  }
  provide(listKey, context)
  return { ...context, cursor, isOpened }
}

/** What the page of a list uses. */
export type ListScreen = ReturnType<typeof useListScreen>
