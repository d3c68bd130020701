import { columnsOf, nameColumn } from '../../../schema/index.ts'
import type { Column } from '../../../schema/index.ts'
import { useListContext } from '../screen/useListContext.ts'
import { usualOrder } from './columnLayout.ts'

/** How a list is sorted: the key of a column, and the direction. */
interface Sorting {
  key: string
  order: 'asc' | 'desc'
}

/**
 * Sorting by the headings of a list: the first press sorts in the usual direction, the next one in the other, the last one restores the usual order.
 * @param usual the usual order, where it is that of a column
 */
export function useHeadingSort(usual: () => Sorting | undefined = () => undefined) {
  const { list, type } = useListContext()
  const current = (): Sorting | undefined => {
    const { sort: key, order } = list.view.value
    return key === '' ? usual() : { key, order }
  }
  const sorted = ({ key }: Column): 'asc' | 'desc' | undefined =>
    current()?.key === key ? current()?.order : undefined
  function sort(column: Column): void {
    const first = usualOrder(column)
    const now = sorted(column)
    if (now === undefined) void list.change({ sort: column.key, order: first })
    else if (now === first) void list.change({ sort: column.key, order: first === 'asc' ? 'desc' : 'asc' })
    else void list.change({ sort: '', order: 'asc' })
  }
  return {
    sort,
    sorted,
    /** The column by which names are sorted where a column shows them instead of ids. */
    nameSorting: (): Column | undefined => type.value && nameColumn(type.value, columnsOf(type.value)),
  }
}
