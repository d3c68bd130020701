import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useKeyboard } from '../../../composables/page/useKeyboard.ts'
import { usePage } from '../../../composables/page/usePage.ts'
import { t } from '../../../i18n/index.ts'
import { typePlural } from '../../../schema/index.ts'
import { useCreateAction } from './useCreateAction.ts'
import type { ListScreen } from './useListScreen.ts'

const nothing = (): void => undefined

/**
 * Set the title, the main action and the shortcuts of the page of a list. The table handles its own keys; they are only listed here for the overview.
 * @returns the title
 */
export function useListActions({ slug, type, list, selection, cursor }: ListScreen): ComputedRef<string> {
  const title = computed(() => (type.value === undefined ? slug() : typePlural(type.value)))
  const primary = useCreateAction({ slug, type })
  const group = (): string => t('list.keys')
  const hasRows = (): boolean => list.rows.value.length > 0
  const toggle = (isRange: boolean): void => {
    const row = list.rows.value.find(({ id }) => id === cursor.place.value?.row)
    if (row !== undefined) selection.toggle(row, isRange)
  }
  /** Nothing that has arrow keys of its own has the focus. */
  const isOnPage = (): boolean => document.activeElement?.matches('body, main') === true
  const isInTable = (): boolean => cursor.place.value !== undefined
  useKeyboard(
    { keys: 'j', label: () => t('list.keyDown'), group, run: () => cursor.step(1), when: hasRows },
    { keys: 'ArrowDown', run: () => cursor.step(1), when: () => hasRows() && isOnPage() },
    { keys: 'k', label: () => t('list.keyUp'), group, run: () => cursor.step(-1), when: hasRows },
    { keys: 'Enter', label: () => t('list.keyOpen'), group, run: nothing, isNamedOnly: true },
    { keys: 'ArrowRight|ArrowLeft', label: () => t('list.keyCells'), group, run: nothing, isNamedOnly: true },
    {
      keys: 'x|shift+x',
      label: () => t('list.keySelect'),
      group,
      run: event => toggle(event.shiftKey),
      when: isInTable,
    },
    {
      keys: 'Escape',
      label: () => t('list.clearSelection'),
      group,
      run: () => selection.clear(),
      when: () => !selection.isEmpty.value,
    },
  )
  usePage(() => ({ title: title.value, primary: primary.value }))
  return title
}
