import { setInfiniteQueryData, useQueryCache } from '@pinia/colada'
import type { EntryKey } from '@pinia/colada'
import { computed, nextTick, shallowReactive } from 'vue'
import type { ComputedRef } from 'vue'
import { ApiError, countLimit, listResources } from '../../../api/index.ts'
import type { Labels, Page, Resource } from '../../../api/index.ts'
import { useTypes } from '../../../stores/types.ts'
import { refusalOfWrite } from '../../form/lazyResourceForm.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { useMore } from '../../../composables/data/useMore.ts'
import type { PagedList } from '../../../composables/data/useMore.ts'
import { useResourceMutation } from '../../../composables/data/useResourceMutation.ts'
import type { RowChange } from '../../../composables/data/useResourceMutation.ts'
import { useReadAgain } from '../../../composables/data/useReadAgain.ts'
import { t } from '../../../i18n/index.ts'
import { labelsOf, mapRows, pageSize, rowsOf } from './rowPages.ts'
import type { RowPages, ShownList } from './rowPages.ts'

/** The query of a list of rows, without `limit`, `count` and `cursor`. */
export type RowQuery = Readonly<Record<string, string | string[]>>

/** The rows of a list that grows page by page. */
interface RowList extends Omit<PagedList<Resource>, 'items'> {
  rows: ComputedRef<Resource[]>
  labels: ComputedRef<Labels>
}

/** What a move does when it starts. */
export interface Move {
  /** The changed lists. */
  lists: readonly ShownList[]
  /** The changes to write: usually to the moved row, and to others whose numbers make room for it. */
  changes: readonly RowChange[]
  /** The announcement after the move. */
  done: string
}

/** Plans a move when it starts; undefined where nothing has to be done. */
type Plan = () => Move | undefined | Promise<Move | undefined>

/**
 * Moves of the rows that a layout shows. Rows are the elements with `data-row`, each with a grip; the focus stays on the grip or on the element with `data-stop`.
 * @param layout the third part of the keys of its lists
 * @param reveal makes a moved row visible that is not rendered at its new place
 */
export function useMoves(slug: () => string, layout: string, reveal?: (id: string) => void) {
  const cache = useQueryCache()
  const readAgain = useReadAgain()
  const types = useTypes()
  const mutate = useResourceMutation(slug)
  /** The running moves by id; each resolves to whether it succeeded. */
  const moving = shallowReactive(new Map<string, Promise<boolean>>())
  const keyOfAll = (): EntryKey => ['resources', slug(), layout]
  const keyOf = (query: EntryKey[number]): EntryKey => [...keyOfAll(), query]
  /** Whether the lists are read after the last running move: it was refused, changed several rows, or ended a request. */
  let isReadDue = false

  /**
   * Move a row: shown at once, saved with the version that was seen, and reverted where the service refuses, which is reported to the user. A second
   * move of the same row starts after the first and is dropped if the first was refused. The row keeps the focus.
   * @param name the name of the row
   */
  async function move(id: string, name: string, plan: Plan): Promise<void> {
    const before = moving.get(id)
    const moved = before === undefined ? save(id, name, plan) : before.then(isDone => isDone && save(id, name, plan))
    moving.set(id, moved)
    try {
      await moved
    } finally {
      if (moving.get(id) === moved) moving.delete(id)
      if (moving.size === 0 && isReadDue) {
        isReadDue = false
        void readAgain(keyOfAll())
      }
    }
  }

  /** @returns false when the service refused, which was reported to the user */
  async function save(id: string, name: string, plan: Plan): Promise<boolean> {
    try {
      const planned = await plan()
      if (planned === undefined) return true
      const { lists, changes, done } = planned
      const show = async (): Promise<() => Promise<void>> => {
        const before = lists.map(({ key }) => ({ key, read: readOf(key) }))
        isReadDue ||= cache.getEntries({ key: keyOfAll() }).some(({ pending }) => pending !== null)
        cache.cancelQueries({ key: keyOfAll() })
        await put(id, lists)
        return () => put(id, before)
      }
      const stored = await mutate({ changes, show, done: { text: done, name } })
      if (stored === undefined) isReadDue = true
      // The next move needs the versions that this one created.
      const changed = new Set(changes.map(({ row }) => row.id))
      const toStored = (row: Resource): Resource =>
        changed.has(row.id) ? (stored ?? { ...row, sequence_no: row.sequence_no + 1 }) : row
      for (const { key } of lists) {
        const read = readOf(key)
        if (read !== undefined) cache.setQueryData<RowPages>(key, mapRows(read, toStored))
      }
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const words = error.isStale
        ? t('layouts.stale', { name })
        : await refusalOfWrite(error, types.get(slug())?.schema)
      toast(words, { tone: 'bad' })
      isReadDue = true
      return false
    }
  }

  const readOf = (key: EntryKey): RowPages | undefined => cache.getQueryData<RowPages>(key)
  /** What was read of a query. */
  const shown = (query: EntryKey[number]): ShownList => ({ key: keyOf(query), read: readOf(keyOf(query)) })

  /** Resolves when no move is running: an earlier answer would revert what is shown of them. */
  async function whenStored(): Promise<void> {
    while (moving.size > 0) {
      isReadDue = true // a stored change ends the requests of its lists
      await Promise.allSettled(moving.values())
    }
  }

  const request = (query: RowQuery, cursor = '', signal?: AbortSignal): Promise<Page<Resource>> =>
    listResources(
      slug(),
      { ...query, limit: pageSize, ...(cursor === '' ? { count: countLimit } : { cursor }) },
      signal,
    )

  /** The rows of a query, for a component of the layout. */
  function useRows(query: () => RowQuery, options?: Parameters<typeof useMore>[2]): RowList {
    const list = useMore(() => keyOf(query()), readPage, options)
    async function readPage(cursor: string | undefined, signal: AbortSignal): Promise<Page<Resource>> {
      const asked = query()
      await whenStored()
      return request(asked, cursor, signal)
    }
    const { pages } = list
    return { ...list, rows: computed(() => rowsOf(pages.value)), labels: computed(() => labelsOf(pages.value)) }
  }

  /** The rows of a query, at least the first page. @param isEnough further pages are read until it returns true */
  async function readRows(
    query: RowQuery,
    isEnough: (rows: readonly Resource[]) => boolean = () => true,
  ): Promise<ShownList> {
    const key = keyOf(query)
    const shownPages = readOf(key) ?? { pages: [], pageParams: [] }
    const read: RowPages = { pages: [...shownPages.pages], pageParams: [...shownPages.pageParams] }
    while (read.pages.at(-1)?.cursor !== '' && (read.pages.length === 0 || !isEnough(rowsOf(read.pages)))) {
      const cursor = read.pages.at(-1)?.cursor ?? ''
      read.pages.push(await request(query, cursor))
      read.pageParams.push(cursor)
    }
    if (read.pages.length > shownPages.pages.length) setInfiniteQueryData(cache, key, read)
    return { key, read }
  }

  /** A row that is rendered elsewhere loses the focus, so it is focused there again. */
  async function put(id: string, lists: readonly ShownList[]): Promise<void> {
    const isOnGrip = document.activeElement?.closest('[data-stop]') === null
    const hasFocus = rowWithFocus() === id
    for (const { key, read } of lists) if (read !== undefined) cache.setQueryData<RowPages>(key, read)
    await nextTick()
    if (!hasFocus || focusRow(id, isOnGrip) || reveal === undefined) return
    reveal(id)
    await nextTick()
    focusRow(id, isOnGrip)
  }

  return { moving, move, useRows, shown, readRows, whenStored, keyOf }
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
