import type { Resource } from '../../../api/index.ts'
import { useKeyboard } from '../../../composables/page/useKeyboard.ts'
import { t } from '../../../i18n/index.ts'
import { useListContext } from '../screen/useListContext.ts'

/**
 * `x` selects the card that has the focus.
 * @param rowOf finds the row of a card
 * @param moves whether Alt and the arrow keys move cards, which each card handles itself
 */
export function useCardKeys(rowOf: (id: string) => Resource | undefined, moves: () => boolean = () => false): void {
  const { selection } = useListContext()
  const group = (): string => t('list.keys')
  const focused = (): Resource | undefined => {
    const card = document.activeElement?.closest<HTMLElement>('[data-item][data-row]')
    return card?.dataset['row'] === undefined ? undefined : rowOf(card.dataset['row'])
  }
  function toggle(): void {
    const row = focused()
    if (row !== undefined) selection.toggle(row)
  }
  useKeyboard(
    { keys: 'x', label: () => t('layouts.keySelect'), group, run: toggle },
    {
      keys: 'alt+ArrowLeft|alt+ArrowRight',
      label: () => t('layouts.keyMove'),
      group,
      run: () => undefined,
      isNamedOnly: true,
      when: moves,
    },
  )
}
