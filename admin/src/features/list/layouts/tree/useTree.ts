import { useQueryCache } from '@pinia/colada'
import { useSessionStorage } from '@vueuse/core'
import { computed, inject, provide, shallowReactive } from 'vue'
import type { EntryKey } from '@pinia/colada'
import type { ComputedRef, InjectionKey } from 'vue'
import {
  ApiError,
  bulk,
  etagOf,
  getResource,
  hidden,
  listResources,
  patchResource,
  unless,
  withValues,
} from '../../../../api/index.ts'
import type { JsonObject, Labels, Page, Resource } from '../../../../api/index.ts'
import { refusalOf } from '../../../../composables/feedback/refusal.ts'
import { announce } from '../../../../composables/feedback/useAnnounce.ts'
import { toast } from '../../../../composables/feedback/useToast.ts'
import { viewQuery } from '../../../../composables/view/view.ts'
import type { View } from '../../../../composables/view/view.ts'
import { t } from '../../../../i18n/index.ts'
import { hasLabelOfOthers, labelOfResource, valueIn } from '../../../../schema/index.ts'
import type { Column } from '../../../../schema/index.ts'
import { useListContext } from '../../screen/useListScreen.ts'
import { commonDecimals } from '../../values/decimals.ts'
import { inOrder, orderColumn } from '../byHand.ts'
import { isPicture } from '../offered.ts'
import { landingPlace } from '../order.ts'
import { withoutRow, withRow } from '../pages.ts'

/** Levels deeper than this are not drawn. */
export const maxDepth = 12
/** Of a level, with every press more, until so many are shown; the service gives no more at once. */
export const maxRows = 1000
/** So far up it is looked whether something stands below itself. */
const maxAncestors = 50

/** Where something dragged would land: below a row, at the top, or where people order them beside another one. */
export interface Landing {
  below?: string | undefined
  beside?: { id: string; at: 'before' | 'after' }
}

/** Everything that the parts of a tree work with. */
export interface Tree {
  parent: ComputedRef<Column | undefined>
  /** What is shown beside the name. */
  columns: ComputedRef<readonly Column[]>
  /** With how many decimals the numbers of a column are shown, by its key. */
  decimals: ComputedRef<ReadonlyMap<string, number>>
  /** Words and filters leave single ones: they are shown without their levels. */
  isFlat: ComputedRef<boolean>
  expanded: Set<string>
  /** The rows that are read. */
  rows: Map<string, Resource>
  /** What they refer to is called. */
  labels: Map<string, Labels[string]>
  /** Those on their way to another parent. */
  moving: ReadonlySet<string>
  /** The query of a level, without `limit`. */
  queryOf(parent: string | undefined): Record<string, string | string[]>
  keyOf(parent: string | undefined): EntryKey
  parentOf(row: Resource): string | undefined
  nameOf(id: string): string
  /** The ids of those of its level, itself included. */
  siblingsOf(row: Resource): string[]
  mayMove(row: Resource): boolean
  /** People order those of a level by hand. */
  isOrdered: ComputedRef<boolean>
  /** Put one below another, or at the top. @param at its place there, where people order them */
  move(row: Resource, to: string | undefined, at?: number): Promise<void>
  /** Put one so many places further up or down among those of its level. */
  step(row: Resource, by: 1 | -1): Promise<void>
}

const key: InjectionKey<Tree> = Symbol('tree')

/** The tree that a component is part of. */
export function useTreeContext(): Tree {
  const tree = inject(key)
  if (tree === undefined) throw new Error('there is no tree around this component')
  return tree
}

/** A list as a tree, by a reference to its own type. Components within get it by {@link useTreeContext}. */
export function useTree(): Tree {
  const { slug, type, list, layout, columns: all, viewLayout, mayEdit, isArchive } = useListContext()
  const cache = useQueryCache()
  /** As it was left in this tab: whoever comes back finds what they opened. */
  const { value: expanded } = useSessionStorage(`plinth.tree.${slug()}`, new Set<string>())
  const rows = shallowReactive(new Map<string, Resource>())
  const labels = shallowReactive(new Map<string, Labels[string]>())
  const moving = shallowReactive(new Set<string>())

  const parent = computed(() => all.value.find(one => !one.isMeta && one.name === viewLayout.value.property))
  const columns = computed(() =>
    layout.shown.value
      .slice(1)
      .filter(one => one.name !== parent.value?.name && !isPicture(one))
      .slice(0, 4),
  )
  const isFlat = computed(
    () =>
      list.view.value.q !== '' || list.view.value.filters.length + list.view.value.groups.length > 0 || isArchive.value,
  )
  const byHand = computed(() => orderColumn(type.value, all.value))
  const sort = computed(() => {
    const { sort: chosen, order } = list.view.value
    return chosen === '' && byHand.value !== undefined
      ? { column: byHand.value, order: 'asc' as const }
      : { column: all.value.find(one => one.key === chosen), order }
  })
  const isOrdered = computed(() => byHand.value !== undefined && sort.value.column === byHand.value && !isFlat.value)

  function queryOf(of: string | undefined): Record<string, string | string[]> {
    const { column, order } = sort.value
    const view: View = { ...list.view.value, cursor: '', sort: column?.key ?? '', order }
    const field = parent.value?.name ?? ''
    const level: View['filters'] =
      of === undefined ? [{ field, operator: 'exists', values: ['false'] }] : [{ field, operator: 'eq', values: [of] }]
    const isNarrowed = isFlat.value && of === undefined
    const hasReferences =
      isNarrowed || hasLabelOfOthers(type.value?.schema) || columns.value.some(({ refersTo }) => refersTo !== undefined)
    return {
      ...viewQuery(isNarrowed ? view : { ...view, filters: level }),
      ...(hasReferences && { labels: 'true' }),
    }
  }
  const keyOf = (of: string | undefined): EntryKey => ['resources', slug(), 'tree', of ?? '', queryOf(of)]

  function parentOf(row: Resource): string | undefined {
    const value = parent.value === undefined ? undefined : valueIn(row, parent.value)
    return typeof value === 'string' ? value : undefined
  }
  const labelOf = (row: Resource): string => labelOfResource(row, type.value, Object.fromEntries(labels))
  const nameById = (id: string): string => {
    const row = rows.get(id)
    return row === undefined ? '' : labelOf(row)
  }

  /** Whether one stands below another, however deep. What is not drawn is asked for, one step after the other. */
  async function isBelow(id: string, above: string): Promise<boolean> {
    let at: string | undefined = id
    for (let step = 0; at !== undefined && step < maxAncestors; step++) {
      if (at === above) return true
      const row: Resource | undefined = rows.get(at) ?? (await unless(hidden, getResource(slug(), at), undefined))
      at = row && parentOf(row)
    }
    return false
  }

  const pageOf = (of: string | undefined): Page<Resource> | undefined => cache.getQueryData<Page<Resource>>(keyOf(of))
  const setPage = (of: string | undefined, page: Page<Resource> | undefined): void => {
    if (page !== undefined) cache.setQueryData<Page<Resource>>(keyOf(of), page)
  }

  async function move(row: Resource, to: string | undefined, at?: number): Promise<void> {
    const property = parent.value
    const from = parentOf(row)
    const place = isOrdered.value ? at : undefined
    if (property === undefined || moving.has(row.id) || (from === to && place === undefined)) return
    const name = labelOf(row)
    moving.add(row.id)
    try {
      if (to !== undefined && to !== from && (await isBelow(to, row.id))) {
        const other = nameById(to)
        toast(to === row.id ? t('layouts.ownParent', { name }) : t('layouts.cycle', { name, other }), { tone: 'bad' })
        return
      }
      if (place === undefined || byHand.value === undefined) await put(row, from, to, property, name)
      else await putAt(row, to, place, byHand.value, from === to ? {} : { [property.name]: to ?? null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.isStale ? t('layouts.stale', { name }) : refusalOf(error), { tone: 'bad' })
      void cache.invalidateQueries({ key: ['resources', slug(), 'tree'] })
    } finally {
      moving.delete(row.id)
    }
  }

  /** Shown at once, and taken back where the service refuses. @throws ApiError */
  async function put(
    row: Resource,
    from: string | undefined,
    to: string | undefined,
    property: Column,
    name: string,
  ): Promise<void> {
    const changes = { [property.name]: to ?? null }
    const before = { from: pageOf(from), to: pageOf(to) }
    const shown = withValues(row, changes)
    cache.cancelQueries({ key: ['resources', slug(), 'tree'] })
    setPage(from, before.from && withoutRow(before.from, row.id))
    const at = landingPlace(before.to?.data ?? [], shown, sort.value.column, sort.value.order)
    setPage(to, before.to && withRow(before.to, shown, at, before.from?.labels))
    try {
      const stored = await patchResource(slug(), row.id, changes, etagOf(row))
      const now = pageOf(to)
      setPage(to, now && { ...now, data: now.data.map(one => (one.id === row.id ? stored : one)) })
      const where = to === undefined ? t('layouts.atTop', { name }) : t('layouts.below', { name, other: nameById(to) })
      announce(where)
      void cache.invalidateQueries({ key: ['resources', slug()] }, false) // other lists, when they are visited
      await cache.invalidateQueries({ key: ['resources', slug(), 'below'] }) // who has something below
      if (to !== undefined) expanded.add(to)
    } catch (error) {
      setPage(to, before.to)
      setPage(from, before.from)
      throw error
    }
  }

  /** The same, at a place among those that stand there: they are numbered as far as that takes. @throws ApiError */
  async function putAt(
    row: Resource,
    to: string | undefined,
    at: number,
    by: Column,
    changes: JsonObject,
  ): Promise<void> {
    const from = parentOf(row)
    const before = { from: pageOf(from), to: pageOf(to) }
    const others = (await wholeLevel(to)).data.filter(({ id }) => id !== row.id)
    const next = inOrder(others.toSpliced(at, 0, row), by, new Map([[row.id, changes]]))
    if (next === undefined) return toast(t('layouts.noPlaces', { property: by.title }), { tone: 'bad' })
    if (next.operations.length === 0) return
    cache.cancelQueries({ key: ['resources', slug(), 'tree'] })
    if (from !== to) setPage(from, before.from && withoutRow(before.from, row.id))
    const there = pageOf(to)
    setPage(to, there && { ...there, data: next.rows, labels: { ...before.from?.labels, ...there.labels } })
    try {
      await bulk(slug(), next.operations, { atomic: true })
    } catch (error) {
      setPage(to, before.to)
      setPage(from, before.from)
      throw error
    }
    announce(t('layouts.placed', { name: labelOf(row), number: at + 1, count: next.rows.length }))
    void cache.invalidateQueries({ key: ['resources', slug()] }, false)
    await cache.invalidateQueries({ key: ['resources', slug(), 'tree'] }) // with the versions for the next move
    await cache.invalidateQueries({ key: ['resources', slug(), 'below'] })
  }

  /** Of a level all that can be read: what is not shown yet has places too. */
  async function wholeLevel(of: string | undefined): Promise<Page<Resource>> {
    const page = pageOf(of)
    if (page?.has_more === false) return page
    const whole = await listResources(slug(), { ...queryOf(of), limit: maxRows })
    setPage(of, whole)
    return whole
  }

  async function step(row: Resource, by: 1 | -1): Promise<void> {
    const siblings = tree.siblingsOf(row)
    const at = siblings.indexOf(row.id) + by
    if (at >= 0 && at < siblings.length) await move(row, parentOf(row), at)
  }

  const tree: Tree = {
    parent,
    columns,
    decimals: computed(() => commonDecimals(columns.value, [...rows.values()])),
    isFlat,
    expanded,
    rows,
    labels,
    moving,
    queryOf,
    keyOf,
    parentOf,
    nameOf: nameById,
    siblingsOf: row => (pageOf(parentOf(row))?.data ?? []).map(({ id }) => id),
    isOrdered,
    mayMove: row => parent.value?.isReadOnly === false && mayEdit(row),
    move,
    step,
  }
  provide(key, tree)
  return tree
}
