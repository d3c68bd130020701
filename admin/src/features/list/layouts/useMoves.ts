import { useQueryCache } from '@pinia/colada'
import type { EntryKey } from '@pinia/colada'
import { nextTick, shallowReactive } from 'vue'
import { ApiError } from '../../../api/index.ts'
import type { Page, Resource } from '../../../api/index.ts'
import { refusalOf } from '../../../composables/feedback/refusal.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { useResourceMutation } from '../../../composables/data/useResourceMutation.ts'
import type { RowChange } from '../../../composables/data/useResourceMutation.ts'
import { useReadAgain } from '../../../composables/data/useReadAgain.ts'
import { t } from '../../../i18n/index.ts'

/** A page of rows that a layout shows, under its key in the cache; undefined where it has not been read. */
export interface ShownPage {
  key: EntryKey
  page: Page<Resource> | undefined
}

/** What a move does when it starts. */
export interface Move {
  /** The changed pages. */
  pages: readonly ShownPage[]
  /** The changes to write: usually to the moved row, and to others whose numbers make room for it. */
  changes: readonly RowChange[]
  /** The announcement after the move. */
  done: string
}

/** Plans a move when it starts; undefined where nothing has to be done. */
type Plan = () => Move | undefined | Promise<Move | undefined>

/** Moves of the rows that a layout shows. */
export interface Moves {
  /** The running moves by id; each resolves to whether it succeeded. */
  moving: ReadonlyMap<string, Promise<boolean>>
  /**
   * Move a row: shown at once, saved with the version that was seen, and reverted where the service refuses, which is reported to the user. A second
   * move of the same row starts after the first and is dropped if the first was refused. The row keeps the focus.
   * @param name the name of the row
   */
  move(id: string, name: string, plan: Plan): Promise<void>
}

/**
 * See {@link Moves}. Rows are the elements with `data-row`, each with a grip; the focus stays on the grip or on the element with `data-stop`.
 * @param layout the second part of the keys of its pages
 * @param reveal makes a moved row visible that is not rendered at its new place
 */
export function useMoves(slug: () => string, layout: string, reveal?: (id: string) => void): Moves {
  const cache = useQueryCache()
  const readAgain = useReadAgain()
  const mutate = useResourceMutation(slug)
  const moving = shallowReactive(new Map<string, Promise<boolean>>())

  async function move(id: string, name: string, plan: Plan): Promise<void> {
    const before = moving.get(id)
    const moved = before === undefined ? save(id, name, plan) : before.then(isDone => isDone && save(id, name, plan))
    moving.set(id, moved)
    try {
      await moved
    } finally {
      if (moving.get(id) === moved) moving.delete(id)
    }
  }

  /** @returns false when the service refused, which was reported to the user */
  async function save(id: string, name: string, plan: Plan): Promise<boolean> {
    try {
      const planned = await plan()
      if (planned === undefined) return true
      const { pages, changes, done } = planned
      const show = async (): Promise<() => Promise<void>> => {
        const before = pages.map(({ key }) => ({ key, page: pageOf(key) }))
        cache.cancelQueries({ key: ['resources', slug(), layout] })
        await put(id, pages)
        return () => put(id, before)
      }
      const stored = await mutate({ changes, show, done: { text: done, name } })
      if (stored !== undefined) for (const { key } of pages) replace(key, stored)
      else await Promise.all(pages.map(({ key }) => readAgain(key))) // reads the versions for the next move
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.isStale ? t('layouts.stale', { name }) : refusalOf(error), { tone: 'bad' })
      void readAllAgain()
      return false
    }
  }

  /** Waits until all moves are stored: reading earlier would revert what is shown of them. */
  async function readAllAgain(): Promise<void> {
    await Promise.allSettled(moving.values())
    await readAgain(['resources', slug(), layout])
  }

  const pageOf = (key: EntryKey): Page<Resource> | undefined => cache.getQueryData<Page<Resource>>(key)

  function replace(key: EntryKey, row: Resource): void {
    const page = pageOf(key)
    const data = page?.data.map(one => (one.id === row.id ? row : one))
    if (page !== undefined && data !== undefined) cache.setQueryData<Page<Resource>>(key, { ...page, data })
  }

  /** A row that is rendered elsewhere loses the focus, so it is focused there again. */
  async function put(id: string, pages: readonly ShownPage[]): Promise<void> {
    const isOnGrip = document.activeElement?.closest('[data-stop]') === null
    const hasFocus = rowWithFocus() === id
    for (const { key, page } of pages) if (page !== undefined) cache.setQueryData<Page<Resource>>(key, page)
    await nextTick()
    if (!hasFocus || focusRow(id, isOnGrip) || reveal === undefined) return
    reveal(id)
    await nextTick()
    focusRow(id, isOnGrip)
  }

  return { moving, move }
}

/** The row of the focused element; the menu of a row is outside the row and is found by its button. */
function rowWithFocus(): string | undefined {
  const { activeElement } = document
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const element = typeof button === 'string' ? document.getElementById(button) : activeElement
  return element?.closest<HTMLElement>('[data-row]')?.dataset['row']
}

/** Focus the grip of a row, or what the arrow keys move to. @returns whether the row and the element exist */
function focusRow(id: string, isOnGrip: boolean): boolean {
  const within = document.querySelector('dialog:modal') ?? document
  const rows = [...within.querySelectorAll<HTMLElement>('[data-row]')]
  const row = rows.find(({ dataset }) => dataset['row'] === id)
  const element = row?.querySelector<HTMLElement>(isOnGrip ? '.handle' : '[data-stop]')
  if (row === undefined || !element) return false
  element.focus()
  row.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return true
}
