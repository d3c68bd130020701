import { createContext } from 'reka-ui'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { Resource } from '../../../api/index.ts'
import type { Column } from '../../../schema/index.ts'
import type { Selection } from '../bulk/useSelection.ts'
import { isEditable } from '../values/cellValue.ts'
import type { CellEdits } from '../values/useCellEdits.ts'
import { commonDecimals } from '../values/decimals.ts'
import type { GridCursor } from './useGridCursor.ts'

/** What the cells and keys of a table of resources use, in a list and in a section of a record. */
export interface GridContext {
  slug: () => string
  list: { rows: ComputedRef<readonly Resource[]> }
  /** The columns that are shown. */
  layout: { shown: ComputedRef<readonly Column[]> }
  /** Only where rows can be selected. */
  selection?: Selection
  cursor: GridCursor
  edits: CellEdits
  isArchive: ComputedRef<boolean>
  /** Who archived each row, where the user is allowed to know. */
  archivers: ComputedRef<ReadonlyMap<string, string>>
  mayEdit(row: Resource): boolean
}

/** The context as cells and keys receive it. */
export interface ProvidedGrid extends GridContext {
  /** The number of decimals of each numeric column, by its key. */
  decimals: ComputedRef<ReadonlyMap<string, number>>
  mayEditCell(row: Resource, column: Column): boolean
  /** Edit a cell. @returns whether the user may */
  beginEdit(row: Resource, column: Column): boolean
}

/** The table that a component is part of. */
export const [useGridContext, provideContext] = createContext<ProvidedGrid>('grid')

/** Provide the context of a table to its cells. */
export function provideGrid(context: GridContext): ProvidedGrid {
  const { list, layout, cursor, edits, mayEdit } = context
  const mayEditCell = (row: Resource, column: Column): boolean => isEditable(column) && mayEdit(row)
  const grid: ProvidedGrid = {
    ...context,
    decimals: computed(() => commonDecimals(layout.shown.value, list.rows.value)),
    mayEditCell,
    beginEdit: (row, column) => {
      if (!mayEditCell(row, column)) return false
      cursor.go({ row: row.id, column: column.key })
      edits.begin(row, column)
      return true
    },
  }
  return provideContext(grid)
}
