import { useQueryCache } from '@pinia/colada'
import { computed, inject, provide, shallowReactive } from 'vue'
import type { EntryKey } from '@pinia/colada'
import type { ComputedRef, InjectionKey } from 'vue'
import { ApiError, etagOf, getResource, hidden, patchResource, unless } from '../../../../api/index.ts'
import type { Labels, Page, Resource } from '../../../../api/index.ts'
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
import { isPicture } from '../offered.ts'
import { landingPlace } from '../order.ts'
import { withoutRow, withRow, withValues } from '../pages.ts'

/** Levels deeper than this are not drawn. */
export const maxDepth = 12
/** So far up it is looked whether something stands below itself. */
const maxAncestors = 50

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
  mayMove(row: Resource): boolean
  /** Put one below another, or at the top. */
  move(row: Resource, to: string | undefined): Promise<void>
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
  const expanded = shallowReactive(new Set<string>())
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
  const sort = computed(() => {
    const name = type.value?.schema?.['x-order-property']
    const byHand = all.value.find(one => !one.isMeta && one.name === name && one.isSortable)
    const { sort: chosen, order } = list.view.value
    const isByHand = chosen === '' && byHand !== undefined
    return isByHand
      ? { column: byHand, order: 'asc' as const }
      : { column: all.value.find(one => one.key === chosen), order }
  })

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

  async function move(row: Resource, to: string | undefined): Promise<void> {
    const property = parent.value
    const from = parentOf(row)
    if (property === undefined || moving.has(row.id) || from === to) return
    const name = labelOf(row)
    moving.add(row.id)
    try {
      if (to !== undefined && (await isBelow(to, row.id))) {
        const other = nameById(to)
        toast(to === row.id ? t('layouts.ownParent', { name }) : t('layouts.cycle', { name, other }), { tone: 'bad' })
        return
      }
      await place(row, from, to, property, name)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.isStale ? t('layouts.stale', { name }) : refusalOf(error), { tone: 'bad' })
      void cache.invalidateQueries({ key: ['resources', slug(), 'tree'] })
    } finally {
      moving.delete(row.id)
    }
  }

  /** Shown at once, and taken back where the service refuses. @throws ApiError */
  async function place(
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
    mayMove: row => parent.value?.isReadOnly === false && mayEdit(row),
    move,
  }
  provide(key, tree)
  return tree
}
