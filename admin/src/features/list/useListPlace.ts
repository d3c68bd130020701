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
 * Keeps the place in a list. Whoever comes back, by the browser's Back or by the name of the list above a record, finds the row that they left: in
 * view, with the focus. What the list shows is remembered for the records opened from it, see `listPlace.ts`.
 *
 * What holds the rows bears `data-scrolls`, each row (or card) `data-row` with the URN; it takes the focus itself, or its first link does.
 * @param from where the page was entered from
 */
export function useListPlace(
  { slug, list, cursor, viewLayout }: Pick<ListScreen, 'slug' | 'list' | 'cursor' | 'viewLayout'>,
  from: RouteLocationNormalized | undefined,
): void {
  const route = useRoute()
  let cameFrom = from
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
    const isOurs = history.state?.current === route.fullPath // Back has left the entry already
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

  /** The row of a record's page. */
  const rowOf = (to: RouteLocationNormalized | undefined): HTMLElement | undefined =>
    to?.name === 'resource' && to.params['typeSlug'] === slug() ? rowCalled(String(to.params['id'])) : undefined

  /** @returns whether there is nothing to wait for */
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

  /** What a board, a calendar or a tree shows is read bit by bit: the row may come later, and is of no interest to who has done something else by then. */
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
      await nextTick() // the watcher may be at its first run, and the rows not drawn yet
      if (!restore()) later.observe(document.body, { childList: true, subtree: true })
    },
    { immediate: true, flush: 'post' },
  )
}
