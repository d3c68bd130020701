import { computed, inject, provide } from 'vue'
import type { ComputedRef, InjectionKey } from 'vue'
import type { Resource } from '../../../api/index.ts'
import type { Column } from '../../../schema/index.ts'
import type { Selection } from '../bulk/useSelection.ts'
import { isEditable } from '../values/cellValue.ts'
import type { CellEdits } from '../values/useCellEdits.ts'
import { commonDecimals } from '../values/decimals.ts'
import type { GridCursor } from './useGridCursor.ts'

/** What the cells and keys of a table of resources work with: those of a list, and those of a section of a record. */
export interface GridContext {
  slug: () => string
  list: { rows: ComputedRef<readonly Resource[]> }
  /** The columns that are shown. */
  layout: { shown: ComputedRef<readonly Column[]> }
  /** Where rows can be selected. */
  selection?: Selection
  cursor: GridCursor
  edits: CellEdits
  isArchive: ComputedRef<boolean>
  /** Who archived what, where one may know. */
  archivers: ComputedRef<ReadonlyMap<string, string>>
  mayEdit(row: Resource): boolean
}

/** The context as its cells and keys get it. */
export interface ProvidedGrid extends GridContext {
  /** With how many decimals the numbers of a column are shown, by its key. */
  decimals: ComputedRef<ReadonlyMap<string, number>>
  mayEditCell(row: Resource, column: Column): boolean
}

const key: InjectionKey<ProvidedGrid> = Symbol('grid')

/** Give the cells of a table what they work with. */
export function provideGrid(context: GridContext): ProvidedGrid {
  const { list, layout, mayEdit } = context
  const grid: ProvidedGrid = {
    ...context,
    decimals: computed(() => commonDecimals(layout.shown.value, list.rows.value)),
    mayEditCell: (row, column) => isEditable(column) && mayEdit(row),
  }
  provide(key, grid)
  return grid
}

/** The table that a component is part of. */
export function useGridContext(): ProvidedGrid {
  const context = inject(key)
  if (context === undefined) throw new Error('there is no table around this component')
  return context
}
