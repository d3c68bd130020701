import { useQueryCache } from '@pinia/colada'
import { computed, inject, provide, shallowRef, watch } from 'vue'
import type { ComputedRef, InjectionKey, ShallowRef } from 'vue'
import type { Resource } from '../../../api/index.ts'
import { hasLabelOfOthers } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { useTypes } from '../../../stores/types.ts'
import { useList } from './useList.ts'
import type { ResourceList } from './useList.ts'
import { useResourceActions } from '../../../composables/data/useResource.ts'
import type { ResourceActions } from '../../../composables/data/useResource.ts'
import { useType } from '../../../composables/data/useType.ts'
import type { DescribedType } from '../../../composables/data/useType.ts'
import type { View } from '../../../composables/view/view.ts'
import type { ViewLayout } from '../../../composables/view/viewLayout.ts'
import { columnsIn, filterFields } from '../filters/fields.ts'
import type { FilterField } from '../filters/fields.ts'
import { columnsShown, usualColumns } from '../columns/columnLayout.ts'
import { archiverColumn, useArchivers } from './useArchivers.ts'
import { isEditable } from '../values/cellValue.ts'
import { useCellEdits } from '../values/useCellEdits.ts'
import type { CellEdits } from '../values/useCellEdits.ts'
import { useFilters } from '../filters/useFilters.ts'
import type { Filters } from '../filters/useFilters.ts'
import { provideGrid } from '../table/useGridContext.ts'
import { useGridCursor } from '../table/useGridCursor.ts'
import type { GridCursor } from '../table/useGridCursor.ts'
import { useLayout } from '../columns/useLayout.ts'
import type { ListLayout } from '../columns/useLayout.ts'
import { layoutShown, offeredLayouts } from '../layouts/offered.ts'
import type { OfferedLayouts } from '../layouts/offered.ts'
import { useOpeningView } from '../views/useOpeningView.ts'
import { useSelection } from '../bulk/useSelection.ts'
import type { Selection } from '../bulk/useSelection.ts'

/** Everything that the parts of a list work with. */
export interface ListScreen {
  slug: () => string
  type: DescribedType['type']
  /** Whether it was looked for already. */
  isLookedFor: Readonly<ShallowRef<boolean>>
  list: ResourceList
  columns: ComputedRef<readonly Column[]>
  layout: ListLayout
  /** The layouts that the type allows. */
  offered: ComputedRef<OfferedLayouts>
  /** How the list is laid out. */
  viewLayout: ComputedRef<ViewLayout>
  /** Whether it is known with which view the list opens. */
  isOpened: ComputedRef<boolean>
  fields: ComputedRef<ReadonlyMap<string, FilterField>>
  filters: Filters
  selection: Selection
  cursor: GridCursor
  edits: CellEdits
  actions: ResourceActions
  isArchive: ComputedRef<boolean>
  /** Who archived what, where one may know. */
  archivers: ComputedRef<ReadonlyMap<string, string>>
  mayCreate: ComputedRef<boolean>
  mayArchive(row: Resource): boolean
  mayEdit(row: Resource): boolean
  mayEditCell(row: Resource, column: Column): boolean
  /** Whether the policies of this person let them change, or archive, some at all. */
  maySelect: ComputedRef<{ edit: boolean; archive: boolean }>
  /** Whether they may see what was archived. */
  mayArchiveAny: ComputedRef<boolean>
}

const key: InjectionKey<ListScreen> = Symbol('list')

/** The list that a component is part of. */
export function useListContext(): ListScreen {
  const screen = inject(key)
  if (screen === undefined) throw new Error('there is no list around this component')
  return screen
}

/** A board, a calendar and a tree ask for what they show themselves. */
export const readsPages = ({ kind }: ViewLayout): boolean => kind === 'table' || kind === 'gallery'

/** The list of a type: what the address bar says of it, and what is done to it. Components within get it by {@link useListContext}. */
export function useListScreen(slug: () => string): ListScreen {
  const me = useMe()
  const types = useTypes()
  const cache = useQueryCache()
  const { type, columns: declared } = useType(slug)
  const isLookedFor = shallowRef(types.get(slug()) !== undefined)
  watch(
    slug,
    async wanted => {
      isLookedFor.value = types.get(wanted) !== undefined
      if (isLookedFor.value) return
      await types.find(wanted).finally(() => (isLookedFor.value = true))
    },
    { immediate: true },
  )

  const showsReferences = ({ columns: keys, status }: View): boolean =>
    hasLabelOfOthers(type.value?.schema) ||
    columnsShown(declared.value, keys, usualColumns(type.value, declared.value, status)).some(
      ({ refersTo }) => refersTo !== undefined,
    )
  const offered = computed(() => offeredLayouts(slug(), type.value?.schema === undefined ? [] : declared.value))
  const list = useList(slug, {
    labels: showsReferences,
    enabled: ({ layout: asked }) => type.value !== undefined && readsPages(layoutShown(asked, offered.value)),
  })
  const viewLayout = computed(() => layoutShown(list.view.value.layout, offered.value))
  const isOpened = useOpeningView(slug)
  const titles = new Map<string, string>()
  const isArchive = computed(() => list.view.value.status === 'archived')
  const tellsWho = computed(() => isArchive.value && me.isAdministrator)
  const archivers = useArchivers(
    slug,
    () => list.rows.value,
    () => tellsWho.value,
  )
  const columns = computed<readonly Column[]>(() => (tellsWho.value ? [...plain.value, archiverColumn()] : plain.value))
  const plain = computed<readonly Column[]>(() => {
    if (type.value === undefined || type.value.schema !== undefined) return declared.value
    for (const column of declared.value) titles.set(column.key, column.title)
    return columnsIn(list.rows.value).map(column =>
      column.isMeta ? { ...column, title: titles.get(column.key) ?? column.title } : column,
    )
  })
  const view = (): View => list.view.value
  const layout = useLayout({
    slug,
    type: () => (isOpened.value ? type.value : undefined),
    columns: () => columns.value,
    view,
    change: list.change,
  })
  const fields = computed(() => {
    if (type.value === undefined) return new Map<string, FilterField>()
    const all = filterFields(type.value, plain.value, types.get)
    return new Map(all.map(field => [field.path, field]))
  })
  const filters = useFilters(
    view,
    part => list.change(part),
    path => fields.value.get(path),
  )
  const selection = useSelection(() => list.rows.value)
  const cursor = useGridCursor(
    () => list.rows.value.map(({ id }) => id),
    () => layout.shown.value.map(({ key: name }) => name),
  )
  const edits = useCellEdits({
    slug,
    replaceRow: list.replaceRow,
    saved: () => void cache.invalidateQueries({ key: ['resources', slug()] }, false), // other pages, when they are visited
  })
  const actions = useResourceActions(slug)

  watch(
    () => JSON.stringify([slug(), view().q, view().filters, view().groups, view().status, viewLayout.value.kind]),
    () => selection.clear(),
  )

  const owns = (row: Resource): boolean => row.created_by === me.me?.id
  const mayEdit = (row: Resource): boolean => !isArchive.value && (me.can('odrl:modify', slug()) || owns(row))
  const screen: ListScreen = {
    slug,
    type,
    isLookedFor,
    list,
    columns,
    layout,
    offered,
    viewLayout,
    isOpened,
    fields,
    filters,
    selection,
    cursor,
    edits,
    actions,
    isArchive,
    archivers,
    mayCreate: computed(() => me.can('odrl:modify', slug())),
    mayArchive: row => me.can('odrl:delete', slug()) || owns(row),
    mayEdit,
    mayEditCell: (row, column) => isEditable(column) && mayEdit(row),
    maySelect: computed(() => ({
      edit: me.can('odrl:modify', slug()) || list.rows.value.some(owns),
      archive: me.can('odrl:delete', slug()) || list.rows.value.some(owns),
    })),
    mayArchiveAny: computed(() => me.can('odrl:delete', slug())),
  }
  provide(key, screen)
  provideGrid(screen)
  return screen
}
