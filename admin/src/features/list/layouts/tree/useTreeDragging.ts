import type { ComputedRef, Ref } from 'vue'
import type { Resource } from '../../../../api/index.ts'
import { useDragging } from '../../../../composables/page/useDragging.ts'
import type { Dragging } from '../../../../composables/page/useDragging.ts'
import type { Point } from '../../../../composables/page/usePointerDrag.ts'
import type { FindPlace } from './useTree.ts'

/** Where a dragged row would be placed: below a row, at the top or, where users order the rows, next to another one. */
interface Landing {
  below?: string | undefined
  beside?: { id: string; at: 'before' | 'after' }
}

/** The part of a row's height, at each edge, where a dragged row is placed next to it. */
const edgePart = 0.28

/** Drag rows of a tree below another row, or next to it; `data-tree-top` is the top. */
export function useTreeDragging(
  tree: {
    rows: ReadonlyMap<string, Resource>
    parentOf(row: Resource): string | undefined
    siblingsOf(row: Resource): string[]
    isOrdered: ComputedRef<boolean>
    move(row: Resource, place: FindPlace): Promise<void>
  },
  frame: Readonly<Ref<HTMLElement | null>>,
): Dragging<Resource, Landing> {
  function find({ x, y }: Point, row: Resource): Landing | undefined {
    const element = document.elementFromPoint(x, y)
    if (element?.closest('[data-tree-top]')) return tree.parentOf(row) === undefined ? undefined : { below: undefined }
    const over = element?.closest<HTMLElement>('tr[data-row]')
    const id = over?.dataset['row']
    if (!over || id === undefined || id === row.id) return undefined
    const { top, height } = over.getBoundingClientRect()
    const part = (y - top) / height
    if (tree.isOrdered.value && part < edgePart) return { beside: { id, at: 'before' } }
    const isClosed = over.getAttribute('aria-expanded') !== 'true' // below an open row are its children
    if (tree.isOrdered.value && isClosed && part > 1 - edgePart) return { beside: { id, at: 'after' } }
    return id === tree.parentOf(row) ? undefined : { below: id }
  }

  function drop(row: Resource, { below, beside }: Landing): void {
    const other = beside && tree.rows.get(beside.id)
    void tree.move(row, () => {
      if (beside === undefined || other === undefined) return { parent: below }
      const others = tree.siblingsOf(other).filter(id => id !== row.id)
      return { parent: tree.parentOf(other), at: others.indexOf(beside.id) + (beside.at === 'after' ? 1 : 0) }
    })
  }

  return useDragging<Resource, Landing>({
    find,
    drop,
    scrolls: () => frame.value?.querySelectorAll('.table-frame') ?? [],
  })
}
