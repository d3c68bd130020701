import { inject, provide } from 'vue'
import type { ComputedRef, InjectionKey } from 'vue'
import type { Resource } from '../../../api/index.ts'
import type { Column } from '../../../schema/index.ts'
import type { Selection } from '../bulk/useSelection.ts'
import type { CellEdits } from '../values/useCellEdits.ts'
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
  mayEditCell(row: Resource, column: Column): boolean
}

const key: InjectionKey<GridContext> = Symbol('grid')

export const provideGrid = (context: GridContext): void => provide(key, context)

/** The table that a component is part of. */
export function useGridContext(): GridContext {
  const context = inject(key)
  if (context === undefined) throw new Error('there is no table around this component')
  return context
}
