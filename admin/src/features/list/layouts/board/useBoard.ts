import { useQuery, useQueryCache } from '@pinia/colada'
import { computed, inject, nextTick, provide, shallowReactive } from 'vue'
import type { EntryKey } from '@pinia/colada'
import type { ComputedRef, InjectionKey } from 'vue'
import {
  ApiError,
  bulk,
  countLimit,
  etagOf,
  hidden,
  listResources,
  patchResource,
  unless,
  withValues,
} from '../../../../api/index.ts'
import type { JsonObject, Page, Resource } from '../../../../api/index.ts'
import { refusalOf } from '../../../../composables/feedback/refusal.ts'
import { announce } from '../../../../composables/feedback/useAnnounce.ts'
import { toast } from '../../../../composables/feedback/useToast.ts'
import { nameInSentence } from '../../../../composables/feedback/words.ts'
import { viewQuery } from '../../../../composables/view/view.ts'
import { t } from '../../../../i18n/index.ts'
import {
  colorOf,
  columnsOf,
  displayProperty,
  hasLabelOfOthers,
  labelOfResource,
  valueIn,
} from '../../../../schema/index.ts'
import type { Column } from '../../../../schema/index.ts'
import { useTypes } from '../../../../stores/types.ts'
import { useListContext } from '../../screen/useListScreen.ts'
import { cardFacts } from '../../values/facts.ts'
import type { CardFacts } from '../../values/facts.ts'
import { isPicture } from '../offered.ts'
import { isBetween, landingPlace, numberBetween } from '../order.ts'
import { keyOfNone, viewOfColumn } from './boardColumns.ts'
import type { BoardColumn } from './boardColumns.ts'
import { withoutRow, withRow } from '../pages.ts'

/** So many columns are drawn; nobody looks at more side by side. */
const maxColumns = 50

/** Everything that the parts of a board work with. */
export interface Board {
  property: ComputedRef<Column | undefined>
  columns: ComputedRef<readonly BoardColumn[]>
  /** There are more than are shown. */
  hasMoreColumns: ComputedRef<boolean>
  isLoading: ComputedRef<boolean>
  error: ComputedRef<Error | null>
  refetch(): Promise<unknown>
  /** What is on the cards: two facts, or those that somebody chose, and a picture. */
  facts: ComputedRef<CardFacts>
  picture: ComputedRef<Column | undefined>
  /** People order the cards by hand. */
  isOrdered: ComputedRef<boolean>
  /** The cards of each column, as far as they are read. */
  cards: Map<string, readonly Resource[]>
  /** Those on their way to another place, by id. */
  moving: ReadonlyMap<string, Promise<boolean>>
  /** The query of a column, without `limit`; undefined where the filters leave nothing for it. */
  queryOf(column: BoardColumn): Record<string, string | string[]> | undefined
  keyOf(column: BoardColumn): EntryKey
  mayMove(row: Resource): boolean
  /** Where a card would stand in a column. */
  placeIn(row: Resource, column: BoardColumn): number
  /** Put a card into a column. @param at its place there, where people order the cards */
  move(row: Resource, to: BoardColumn, at?: number): Promise<void>
  /** The column that holds a card. */
  columnOf(row: Resource): BoardColumn | undefined
}

const key: InjectionKey<Board> = Symbol('board')

/** The board that a component is part of. */
export function useBoardContext(): Board {
  const board = inject(key)
  if (board === undefined) throw new Error('there is no board around this component')
  return board
}

/** A list as a board. Components within get it by {@link useBoardContext}. */
export function useBoard(): Board {
  const { slug, type, list, layout, columns: all, viewLayout, mayEdit } = useListContext()
  const types = useTypes()
  const cache = useQueryCache()
  const cards = shallowReactive(new Map<string, readonly Resource[]>())
  const moving = shallowReactive(new Map<string, Promise<boolean>>())

  const property = computed(() => all.value.find(one => !one.isMeta && one.name === viewLayout.value.property))
  const orderName = computed(() => {
    const name = type.value?.schema?.['x-order-property']
    return typeof name === 'string' ? name : undefined
  })
  const orderColumn = computed(() => all.value.find(one => !one.isMeta && one.name === orderName.value))
  const isOrdered = computed(() => list.view.value.sort === '' && orderColumn.value?.isSortable === true)
  const sortColumn = computed(() => all.value.find(one => one.key === list.view.value.sort))

  /** Where the list names some, it is these alone. */
  const named = computed(() => {
    const asked = list.view.value.filters.filter(({ field }) => field === property.value?.name)
    return asked.find(({ operator }) => operator === 'eq' || operator === 'in')?.values
  })
  const target = computed(() => (property.value?.kind === 'reference' ? property.value.refersTo : undefined))
  /** What they are sorted by: their name, where they have one that can be. */
  const targetName = computed(() => {
    const ofType = types.get(target.value ?? '')
    if (ofType === undefined) return undefined
    const sortable = columnsOf(ofType).filter(({ isSortable, isMeta }) => isSortable && !isMeta)
    return displayProperty(
      ofType.schema,
      sortable.map(({ name }) => name),
    )
  })
  const targets = useQuery<Page<Resource>, ApiError>({
    key: () => ['resources', target.value ?? '', 'board', named.value ?? []],
    query: () => {
      const narrowed = named.value === undefined ? {} : { '_filter[id][in]': named.value.slice(0, maxColumns) }
      const byName = targetName.value === undefined ? {} : { sort_by: targetName.value, sort_order: 'asc' }
      return unless(
        hidden,
        listResources(target.value ?? '', { ...narrowed, ...byName, limit: maxColumns, labels: true }),
        noPage,
      )
    },
    enabled: () => target.value !== undefined,
  })

  const valued = computed<BoardColumn[]>(() => {
    if (property.value === undefined) return []
    if (target.value !== undefined) {
      const ofType = types.get(target.value)
      return (targets.data.value?.data ?? []).map(one => ({
        key: one.id,
        value: one.id,
        title: labelOfResource(one, ofType, targets.data.value?.labels),
        color: colorOf(one.id),
      }))
    }
    return (property.value.choices ?? []).slice(0, maxColumns).map(choice => ({ ...choice, key: String(choice.value) }))
  })
  const columns = computed<BoardColumn[]>(() => {
    const none: BoardColumn = {
      key: keyOfNone,
      value: null,
      title: t('layouts.none', { property: nameInSentence({ name: property.value?.title ?? '' }) }),
      color: undefined,
    }
    const own = property.value?.isRequired === true ? valued.value : [...valued.value, none]
    return own.filter(column => queryOf(column) !== undefined)
  })

  const showsReferences = computed(
    () => hasLabelOfOthers(type.value?.schema) || facts.value.columns.some(({ refersTo }) => refersTo !== undefined),
  )
  function queryOf(column: BoardColumn): Record<string, string | string[]> | undefined {
    const view = viewOfColumn({ ...list.view.value, cursor: '' }, property.value?.name ?? '', column)
    if (view === undefined) return undefined
    const sorted = isOrdered.value && orderName.value !== undefined ? { ...view, sort: orderName.value } : view
    return { ...viewQuery(sorted), count: String(countLimit), ...(showsReferences.value && { labels: 'true' }) }
  }
  const keyOf = (column: BoardColumn): EntryKey => ['resources', slug(), 'board', column.key, queryOf(column) ?? {}]

  const facts = computed(() =>
    cardFacts(
      layout,
      2,
      column => isPicture(column) || (!layout.isChosen.value && (column.isMeta || column.key === property.value?.key)),
    ),
  )
  const columnOf = (row: Resource): BoardColumn | undefined =>
    columns.value.find(column => cards.get(column.key)?.some(({ id }) => id === row.id) === true)

  const placeIn = (row: Resource, column: BoardColumn): number => {
    const by = isOrdered.value ? orderColumn.value : sortColumn.value
    return landingPlace(cards.get(column.key) ?? [], row, by, isOrdered.value ? 'asc' : list.view.value.order)
  }

  const pageOf = (column: BoardColumn): Page<Resource> | undefined => cache.getQueryData<Page<Resource>>(keyOf(column))
  const setPage = (column: BoardColumn, page: Page<Resource> | undefined): void => {
    if (page !== undefined) cache.setQueryData<Page<Resource>>(keyOf(column), page)
  }

  /** What a card is given by being put somewhere. */
  function changesFor(row: Resource, to: BoardColumn, others: readonly Resource[], at: number | undefined): JsonObject {
    const changes: JsonObject = {}
    if (columnOf(row)?.key !== to.key) changes[property.value?.name ?? ''] = to.value
    const by = orderColumn.value
    if (at === undefined || by === undefined || !isOrdered.value) return changes
    const numberOf = (one: Resource | undefined): number | undefined => {
      const value = one === undefined ? undefined : valueIn(one, by)
      return typeof value === 'number' ? value : undefined
    }
    const number = numberBetween(numberOf(others[at - 1]), numberOf(others[at]), by.kind === 'integer')
    return { ...changes, [by.name]: number ?? at + 1 }
  }

  /** Where there is no room between two, all that are seen are numbered anew, at once or not at all. */
  async function renumber(rows: readonly Resource[], moved: Resource, changes: JsonObject): Promise<void> {
    const name = orderName.value ?? ''
    const operations = rows.map((row, at) => ({
      op: 'patch' as const,
      id: row.id,
      data: { ...(row.id === moved.id && changes), [name]: at + 1 },
      if_match: etagOf(row),
    }))
    await bulk(slug(), operations, { atomic: true })
  }

  /** A card that is still on its way goes on from there; unless that was refused. */
  async function move(row: Resource, to: BoardColumn, at?: number): Promise<void> {
    const before = moving.get(row.id)
    const moved =
      before === undefined
        ? moveNow(row, to, at)
        : before.then(isMoved => isMoved && moveNow(cardNow(row) ?? row, to, at))
    moving.set(row.id, moved)
    try {
      await moved
    } finally {
      if (moving.get(row.id) === moved) moving.delete(row.id)
      await nextTick()
    }
  }

  const cardNow = ({ id }: Resource): Resource | undefined => [...cards.values()].flat().find(card => card.id === id)

  /** @returns false when the service refused, which was told */
  async function moveNow(row: Resource, to: BoardColumn, at?: number): Promise<boolean> {
    const from = columnOf(row)
    if (from === undefined || (from.key === to.key && !isOrdered.value)) return true
    const others = (cards.get(to.key) ?? []).filter(({ id }) => id !== row.id)
    const place = at ?? placeIn(row, to)
    const changes = changesFor(row, to, others, isOrdered.value ? place : undefined)
    if (Object.keys(changes).length === 0) return true
    const by = orderColumn.value
    const hasRoom = !isOrdered.value || by === undefined || isBetween(others, place, changes[by.name], by)
    const shown = withValues(row, changes)
    const before = { from: pageOf(from), to: pageOf(to) }
    const name = labelOfResource(row, type.value, before.from?.labels)
    cache.cancelQueries({ key: ['resources', slug(), 'board'] })
    setPage(from, before.from && withoutRow(before.from, row.id))
    const there = pageOf(to)
    setPage(to, there && withRow(there, shown, place, before.from?.labels))
    try {
      if (hasRoom) {
        const stored = await patchResource(slug(), row.id, changes, etagOf(row))
        const now = pageOf(to)
        setPage(to, now && { ...now, data: now.data.map(one => (one.id === row.id ? stored : one)) })
      } else {
        await renumber([...others.slice(0, place), shown, ...others.slice(place)], row, changes)
        await cache.invalidateQueries({ key: keyOf(to) })
      }
      announce(t('layouts.moved', { name, column: to.title }))
      void cache.invalidateQueries({ key: ['resources', slug()] }, false) // other pages, when they are visited
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setPage(to, before.to)
      setPage(from, before.from)
      toast(error.isStale ? t('layouts.stale', { name }) : refusalOf(error), { tone: 'bad' })
      void cache.invalidateQueries({ key: ['resources', slug(), 'board'] })
      return false
    }
  }

  const board: Board = {
    property,
    columns,
    hasMoreColumns: computed(() =>
      target.value === undefined
        ? (property.value?.choices?.length ?? 0) > maxColumns
        : targets.data.value?.has_more === true || (named.value?.length ?? 0) > maxColumns,
    ),
    isLoading: computed(() => target.value !== undefined && targets.isPending.value),
    error: computed(() => (target.value === undefined ? null : targets.error.value)),
    refetch: () => targets.refetch(),
    facts,
    picture: computed(() => all.value.find(column => !column.isMeta && isPicture(column))),
    isOrdered,
    cards,
    moving,
    queryOf,
    keyOf,
    mayMove: row => property.value?.isReadOnly === false && mayEdit(row),
    placeIn,
    move,
    columnOf,
  }
  provide(key, board)
  return board
}

const noPage: Page<Resource> = { data: [], cursor: '', has_more: false }
