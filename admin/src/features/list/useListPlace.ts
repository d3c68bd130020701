import { nextTick, watch } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate, useRoute } from 'vue-router'
import type { RouteLocationNormalized } from 'vue-router'
import { isObject, shortId } from '../../api/index.ts'
import { rememberList } from './listPlace.ts'
import type { ListScreen } from './screen/useListScreen.ts'

/** How a list was left, kept with its entry of the history. */
interface Left {
  /** The row that had the focus, or was opened. */
  row: string
  /** How far its frame was scrolled, in pixels. */
  top: number
  left: number
}

/**
 * Keeps the place in a list. Whoever comes back, by the browser's Back or by the name of the list above a record, finds the row that they left: in
 * view, with the focus. What the list shows is remembered for the records opened from it, see `listPlace.ts`.
 *
 * What holds the rows bears `data-scrolls`, each row (or card) `data-row` with the URN; it takes the focus itself, or its first link does.
 * @param from where the page was entered from
 */
export function useListPlace({ slug, list, cursor }: ListScreen, from: RouteLocationNormalized | undefined): void {
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
    const row = rowOf(to) ?? cursor.held.value?.row ?? ''
    const left: Left = { row, top: element.scrollTop, left: element.scrollLeft }
    history.replaceState({ ...history.state, left }, '')
  }
  onBeforeRouteLeave(leave)
  onBeforeRouteUpdate((to, before) => {
    leave(to)
    cameFrom = before
  })

  /** The row of a record's page. */
  function rowOf(to: RouteLocationNormalized | undefined): string | undefined {
    if (to?.name !== 'resource' || to.params['typeSlug'] !== slug()) return undefined
    const opened = shortId(String(to.params['id']))
    return list.rows.value.find(({ id }) => shortId(id) === opened)?.id
  }

  function restore(): void {
    const left = readLeft(history.state?.left)
    if (left === undefined && history.state?.returns !== true) return
    const element = frame()
    const id = rowOf(cameFrom) ?? left?.row
    const row = [...(element?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(one => one.dataset['row'] === id)
    if (left !== undefined) element?.scrollTo(left)
    if (row === undefined) return
    const target = row.hasAttribute('tabindex') ? row : row.querySelector('a')
    target?.focus({ preventScroll: true })
    row.scrollIntoView({ block: left === undefined ? 'center' : 'nearest', inline: 'nearest' })
  }
  let stop = (): void => undefined
  watch(
    slug,
    () => {
      stop()
      stop = watch(
        () => !list.isLoading.value,
        async isThere => {
          if (!isThere) return
          await nextTick() // the watcher may be at its first run, and the rows not drawn yet
          stop()
          restore()
        },
        { immediate: true, flush: 'post' },
      )
    },
    { immediate: true },
  )
}

function readLeft(state: unknown): Left | undefined {
  if (!isObject(state)) return undefined
  const { row, top, left } = state
  return typeof row === 'string' && typeof top === 'number' && typeof left === 'number' ? { row, top, left } : undefined
}
