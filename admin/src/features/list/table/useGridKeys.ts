import { useRouter } from 'vue-router'
import { usePlaces } from '../../../composables/page/usePlaces.ts'
import type { Resource } from '../../../api/index.ts'
import type { Column } from '../../../schema/index.ts'
import { useGridContext } from './useGridContext.ts'
import type { ProvidedGrid } from './useGridContext.ts'

/** The keyboard commands of a table of resources. @returns a handler for `keydown` on the table */
export function useGridKeys(context: ProvidedGrid = useGridContext()): (event: KeyboardEvent) => void {
  const { list, layout, selection, cursor, beginEdit, slug } = context
  const router = useRouter()
  const places = usePlaces()

  const here = (): { row: Resource | undefined; column: Column | undefined } => {
    const place = cursor.place.value
    return {
      row: list.rows.value.find(({ id }) => id === place?.row),
      column: layout.shown.value.find(({ key }) => key === place?.column),
    }
  }
  function open(row: Resource): void {
    const to = places.resource(slug(), row.id)
    if (to !== undefined) void router.push(to)
  }
  function enter(): void {
    const { row, column } = here()
    if (row === undefined) return
    if (column === undefined || !beginEdit(row, column)) open(row)
  }
  function select(isRange: boolean): void {
    const { row } = here()
    if (row !== undefined) selection?.toggle(row, isRange)
  }
  function escape(): boolean {
    const place = cursor.place.value
    if (place?.column !== undefined) cursor.go({ row: place.row, column: undefined })
    else if (selection?.isEmpty.value === false) selection.clear()
    else return false
    return true
  }
  function extend(by: number): void {
    if (selection?.isEmpty.value) select(false)
    cursor.step(by)
    select(true)
  }
  const isRtl = (): boolean => document.documentElement.dir === 'rtl'
  const does: Readonly<Record<string, (event: KeyboardEvent) => unknown>> = {
    ArrowDown: ({ shiftKey }) => (shiftKey ? extend(1) : cursor.step(1)),
    ArrowUp: ({ shiftKey }) => (shiftKey ? extend(-1) : cursor.step(-1)),
    ArrowRight: () => cursor.stepCell(isRtl() ? -1 : 1),
    ArrowLeft: () => cursor.stepCell(isRtl() ? 1 : -1),
    PageDown: () => cursor.step(10),
    PageUp: () => cursor.step(-10),
    Home: () => cursor.toEnd('first'),
    End: () => cursor.toEnd('last'),
    Enter: enter,
    F2: enter,
    ' ': ({ shiftKey }) => select(shiftKey),
    Escape: escape,
  }
  return event => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
    if (target.closest('thead') !== null) return
    const isControl = target.matches('input, select, textarea, button, [role="combobox"]')
    const isLink = target.matches('a')
    if (isControl || (isLink && (key === 'Enter' || key === ' '))) return
    if (Object.hasOwn(does, key) && does[key]?.(event) !== false) event.preventDefault()
  }
}
