import { inject } from 'vue'
import type { ComputedRef, InjectionKey } from 'vue'
import type { DescribedType } from '../../../composables/data/useType.ts'
import type { ViewLayout } from '../../../composables/view/viewLayout.ts'
import type { Selection } from '../bulk/useSelection.ts'
import type { ListLayout } from '../columns/useLayout.ts'
import type { ListColumns } from '../columns/useListColumns.ts'
import type { Filters } from '../filters/useFilters.ts'
import type { OfferedLayouts } from '../layouts/registry.ts'
import type { ResourceList } from './useList.ts'

/** What the parts of a list share. The cells of its table have their own context. */
export interface ListContext {
  slug: () => string
  type: DescribedType['type']
  list: ResourceList
  isArchive: ComputedRef<boolean>
  columns: ListColumns['columns']
  fields: ListColumns['fields']
  layout: ListLayout
  /** The layouts that the type allows. */
  offered: ComputedRef<OfferedLayouts>
  /** The current layout of the list. */
  viewLayout: ComputedRef<ViewLayout>
  filters: Filters
  selection: Selection
}

export const listKey: InjectionKey<ListContext> = Symbol('list')

/** The list that a component is part of. */
export function useListContext(): ListContext {
  const context = inject(listKey)
  if (context === undefined) throw new Error('there is no list around this component')
  return context
}
