import { useRowRights } from '../../../composables/data/useRowRights.ts'
import { useKeyboard } from '../../../composables/page/useKeyboard.ts'
import { t } from '../../../i18n/index.ts'
import type { ListScreen } from './useListScreen.ts'

const nothing = (): void => undefined

/** The keyboard shortcuts of a list. The table handles its own keys; they are only listed here for the overview. */
export function useListShortcuts({ slug, list, selection, cursor }: ListScreen, create: () => void): void {
  const { mayCreate } = useRowRights(slug)
  const group = (): string => t('list.keys')
  const hasRows = (): boolean => list.rows.value.length > 0
  const toggle = (isRange: boolean): void => {
    const row = list.rows.value.find(({ id }) => id === cursor.place.value?.row)
    if (row === undefined) return
    if (isRange) selection.reach(row)
    else selection.toggle(row)
  }
  const isInTable = (): boolean => cursor.place.value !== undefined
  useKeyboard(
    { keys: 'j', label: () => t('list.keyDown'), group, run: () => cursor.step(1), when: hasRows },
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
    { keys: 'c', label: () => t('list.keyCreate'), group, run: create, when: () => mayCreate.value },
    {
      keys: 'Escape',
      label: () => t('list.clearSelection'),
      group,
      run: () => selection.clear(),
      when: () => !selection.isEmpty.value,
    },
  )
}
