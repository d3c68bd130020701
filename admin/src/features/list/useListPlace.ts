import { useEventListener } from '@vueuse/core'
import { nextTick, onScopeDispose, watch } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate, useRoute } from 'vue-router'
import type { RouteLocationNormalized } from 'vue-router'
import { shortId } from '../../api/index.ts'
import { readLeft, rememberList } from './listPlace.ts'
import type { LeftList } from './listPlace.ts'
import { readsPages } from './screen/useListScreen.ts'
import type { ListScreen } from './screen/useListScreen.ts'

/**
 * Keeps the place in a list. A user who returns, by the browser's Back or by the name of the list above a record, finds the row that they left: in
 * view, with the focus. What the list shows is remembered for the records that are opened from it, see `listPlace.ts`.
 *
 * The element that contains the rows has `data-scrolls`, each row (or card) has `data-row` with the URN; the row takes the focus, or its first link.
 */
export function useListPlace({
  slug,
  list,
  cursor,
  viewLayout,
}: Pick<ListScreen, 'slug' | 'list' | 'cursor' | 'viewLayout'>): void {
  const route = useRoute()
  let { cameFrom } = route.meta
  const frame = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-scrolls]')

  watch(
    [slug, list.rows, () => list.isRefreshing.value, () => route.query],
    () => {
      if (list.isLoading.value || list.isRefreshing.value || route.name !== 'list') return
      const ids = list.rows.value.map(({ id }) => id)
      rememberList(slug(), { query: route.query, ids, next: list.nextCursor.value, earlier: [...list.earlier.value] })
    },
    { immediate: true },
  )

  function leave(to: RouteLocationNormalized): void {
    const isSame = to.name === route.name && to.params['typeSlug'] === route.params['typeSlug']
    const isOurs = history.state?.current === route.fullPath // after Back the current history entry is already another one
    const element = frame()
    if (isSame || !isOurs || element === null) return
    const row = rowOf(to)?.dataset['row'] ?? cursor.held.value?.row ?? ''
    const left: LeftList = { row, top: element.scrollTop, left: element.scrollLeft }
    history.replaceState({ ...history.state, left }, '')
    if (readsPages(viewLayout.value)) return
    const ids = [...new Set(rows().map(one => one.dataset['row'] ?? ''))]
    rememberList(slug(), { query: route.query, ids, next: '', earlier: [], left })
  }
  onBeforeRouteLeave(leave)
  onBeforeRouteUpdate((to, before) => {
    leave(to)
    cameFrom = before
  })

  const rows = (): HTMLElement[] => [...(frame()?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const rowCalled = (id: string): HTMLElement | undefined =>
    rows().find(({ dataset }) => shortId(dataset['row'] ?? '') === shortId(id))

  /** The row whose record a route shows. */
  const rowOf = (to: RouteLocationNormalized | undefined): HTMLElement | undefined =>
    to?.name === 'resource' && to.params['typeSlug'] === slug() ? rowCalled(String(to.params['id'])) : undefined

  /** @returns whether the place is restored, or there is nothing to restore */
  function restore(): boolean {
    const left = readLeft(history.state?.left)
    if (left === undefined && history.state?.returns !== true) return true
    const row = rowOf(cameFrom) ?? (left && rowCalled(left.row))
    if (left !== undefined) frame()?.scrollTo(left)
    if (row === undefined) return false
    const target = row.hasAttribute('tabindex') ? row : row.querySelector('a')
    target?.focus({ preventScroll: true })
    row.scrollIntoView({ block: left === undefined ? 'center' : 'nearest', inline: 'nearest' })
    return true
  }

  /** The rows of a board, a calendar or a tree are read in parts: the row can appear later. Waiting ends when the user does something else. */
  const later = new MutationObserver(() => restore() && later.disconnect())
  useEventListener(['pointerdown', 'keydown', 'wheel'], () => later.disconnect(), { capture: true, passive: true })
  onScopeDispose(() => later.disconnect())

  let restored: string | undefined
  watch(
    [slug, () => !readsPages(viewLayout.value) || !list.isLoading.value] as const,
    async ([current, isThere]) => {
      if (!isThere || restored === current) return
      restored = current
      later.disconnect()
      await nextTick() // in the first run of the watcher the rows may not be rendered yet
      if (!restore()) later.observe(document.body, { childList: true, subtree: true })
    },
    { immediate: true, flush: 'post' },
  )
}
