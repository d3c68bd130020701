import type { ComputedRef, Ref } from 'vue'
import type { Resource } from '../../../../api/index.ts'
import { useDragging } from '../../../../composables/page/useDragging.ts'
import type { Dragging } from '../../../../composables/page/useDragging.ts'
import type { Point } from '../../../../composables/page/usePointerDrag.ts'
import type { BoardColumn } from './boardColumns.ts'
import type { CardLanding, FindLanding } from './useBoard.ts'

/** Drag cards to another column, or to another place where users order them. Columns have `data-board-column`, cards `data-row`. */
export function useCardDragging(
  board: {
    columns: ComputedRef<readonly BoardColumn[]>
    columnOf(row: Resource): BoardColumn | undefined
    isOrdered: ComputedRef<boolean>
    placeIn(row: Resource, column: BoardColumn): number
    move(row: Resource, landing: FindLanding): Promise<void>
  },
  frame: Readonly<Ref<HTMLElement | null>>,
): Dragging<Resource, CardLanding> {
  function find({ x, y }: Point, row: Resource): CardLanding | undefined {
    const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-board-column]')
    const column = board.columns.value.find(({ key }) => key === element?.dataset['boardColumn'])
    if (element === null || element === undefined || column === undefined) return undefined
    const isOwn = board.columnOf(row)?.key === column.key
    if (!board.isOrdered.value) return isOwn ? undefined : { column, at: board.placeIn(row, column) }
    const cards = [...element.querySelectorAll<HTMLElement>('[data-row]')].filter(
      card => card.dataset['row'] !== row.id,
    )
    const at = cards.filter(card => {
      const { top, height } = card.getBoundingClientRect()
      return y > top + height / 2
    }).length
    return { column, at }
  }

  return useDragging<Resource, CardLanding>({
    find,
    drop: (row, landing) => void board.move(row, () => landing),
    scrolls: () => [frame.value, ...(frame.value?.querySelectorAll('.cards') ?? [])].filter(one => one !== null),
  })
}
