import { requestQuery } from '../../../../composables/view/requestQuery.ts'
import { useQuery } from '@pinia/colada'
import { createContext } from 'reka-ui'
import { computed, shallowReactive, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { hidden, listResources, unless } from '../../../../api/index.ts'
import type { ApiError, JsonObject, Page, Resource } from '../../../../api/index.ts'
import { useRowRights } from '../../../../composables/data/useRowRights.ts'
import { nameInSentence } from '../../../../composables/feedback/words.ts'
import { t } from '../../../../i18n/index.ts'
import { colorOf, columnsOf, displayProperty, hasLabelOfOthers, labelOfResource } from '../../../../schema/index.ts'
import { useTypes } from '../../../../stores/types.ts'
import { takesName } from '../../../form/composables/useCreating.ts'
import { useListContext } from '../../screen/useListContext.ts'
import { cardFacts } from '../../values/facts.ts'
import { orderColumn } from '../../../../schema/places.ts'
import { isPlaceKnown, landingPlace, moveRow } from '../moveRow.ts'
import { isPicture } from '../registry.ts'
import { labelsOf, rowsOf } from '../rowPages.ts'
import { useMoves } from '../useMoves.ts'
import type { Move, RowQuery } from '../useMoves.ts'
import { keyOfNone, viewOfColumn } from './boardColumns.ts'
import type { BoardColumn } from './boardColumns.ts'
import { useCardDragging } from './useCardDragging.ts'

/** At most this many columns are rendered; nobody looks at more side by side. */
const maxColumns = 50

/** Where a card is moved to: a column and, where users order the cards, a place among the others there. */
export interface CardLanding {
  column: BoardColumn
  at?: number | undefined
}

/** Where a card is moved to: called when the move starts, with the column and index that the card has then. */
export type FindLanding = (from: BoardColumn, at: number) => CardLanding | undefined

/** A new card: in its column, or in a drawer (`named`) when it needs more than a name. */
interface NewCard {
  column: string
  values: JsonObject
  named?: string
}

/** The board that a component is part of. */
export const [useBoardContext, provideBoard] = createContext<Board>('board')

/**
 * Provides a list as a board. Components within get it by {@link useBoardContext}.
 * @param frame the element that contains the columns
 */
export function useBoard(frame: Readonly<Ref<HTMLElement | null>>) {
  const { slug, type, list, layout, columns: all, viewLayout } = useListContext()
  const { mayEdit } = useRowRights(slug)
  const types = useTypes()
  /** The cards of each column that have been read. */
  const cards = shallowReactive(new Map<string, readonly Resource[]>())
  const { moving, move, useRows, readRows, shown } = useMoves(slug, 'board')

  const property = computed(() => all.value.find(one => !one.isMeta && one.name === viewLayout.value.property))
  const byHand = computed(() => (list.view.value.sort === '' ? orderColumn(type.value, all.value) : undefined))
  const sortColumn = computed(() => all.value.find(one => one.key === list.view.value.sort))

  /** The values that the filters of the list name; then only these have a column. */
  const named = computed(() => {
    const asked = list.view.value.filters.filter(({ field }) => field === property.value?.name)
    return asked.find(({ operator }) => operator === 'eq' || operator === 'in')?.values
  })
  const target = computed(() => (property.value?.kind === 'reference' ? property.value.refersTo : undefined))
  /** The property that the targets are sorted by: their name, where it is sortable. */
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
        listResources(target.value ?? '', { ...narrowed, ...byName, limit: maxColumns, labels: 'all' }),
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
  /** Undefined where the filters exclude the column. */
  function queryOf(column: BoardColumn): RowQuery | undefined {
    const view = viewOfColumn({ ...list.view.value, cursor: '' }, property.value?.name ?? '', column)
    if (view === undefined) return undefined
    const sorted = byHand.value === undefined ? view : { ...view, sort: byHand.value.name }
    return { ...requestQuery(sorted, slug()), ...(showsReferences.value && { labels: 'all' }) }
  }

  /** What cards show: four facts, or the ones that the user chose, and a picture. */
  const facts = computed(() =>
    cardFacts(
      layout,
      4,
      column => isPicture(column) || (!layout.isChosen.value && (column.isMeta || column.key === property.value?.key)),
    ),
  )
  /** The column that contains a card. */
  const columnOf = (row: Resource): BoardColumn | undefined =>
    columns.value.find(column => cards.get(column.key)?.some(({ id }) => id === row.id) === true)

  /** The index that a card would have in a column. */
  const placeIn = (row: Resource, column: BoardColumn, among = cards.get(column.key) ?? []): number => {
    const order = byHand.value === undefined ? list.view.value.order : 'asc'
    return landingPlace(among, row, byHand.value ?? sortColumn.value, order)
  }

  async function planMove(id: string, landing: FindLanding): Promise<Move | undefined> {
    const column = columns.value.find(one => cards.get(one.key)?.some(card => card.id === id))
    const standing = cards.get(column?.key ?? '') ?? []
    const place = standing.findIndex(card => card.id === id)
    const row = standing[place]
    const to = column && landing(column, place)
    if (column === undefined || to === undefined || row === undefined) return undefined
    const isSame = to.column.key === column.key
    if (isSame && byHand.value === undefined) return undefined
    const by = byHand.value
    const { at } = to
    const isEnough = (rows: readonly Resource[]): boolean =>
      at === undefined || by === undefined || isPlaceKnown(rows, at, by)
    const target = await readRows(queryOf(to.column) ?? {}, isEnough)
    const from = isSame ? target : shown(queryOf(column) ?? {})
    const moved = moveRow(row, {
      from,
      to: target,
      at: at ?? placeIn(row, to.column, rowsOf(target.read?.pages)),
      data: isSame ? {} : { [property.value?.name ?? '']: to.column.value },
      by,
    })
    const name = labelOfResource(row, type.value, labelsOf(from.read?.pages))
    return moved && { ...moved, done: t('layouts.moved', { name, column: to.column.title }) }
  }

  /** Move a card. */
  const moveTo = (row: Resource, landing: FindLanding): Promise<void> => {
    const column = columnOf(row)
    const labels = column && labelsOf(shown(queryOf(column) ?? {}).read?.pages)
    return move(row.id, labelOfResource(row, type.value, labels), () => planMove(row.id, landing))
  }
  /** Whether users can order the cards manually. */
  const isOrdered = computed(() => byHand.value !== undefined)
  const adding = shallowRef<NewCard>()
  const board = {
    property,
    columns,
    /** Whether there are more columns than are shown. */
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
    /** The cards of a column. @param enabled whether they are read */
    useCards: (column: () => BoardColumn, enabled: () => boolean) =>
      useRows(() => queryOf(column()) ?? {}, { enabled, keepsPrevious: true }),
    mayMove: (row: Resource) => property.value?.isReadOnly === false && mayEdit(row),
    placeIn,
    move: moveTo,
    adding,
    /** Begin to add a card to a column. */
    add: ({ key, value }: BoardColumn) => {
      const name = property.value?.name
      const values: JsonObject = name === undefined || value === null ? {} : { [name]: value }
      const isQuick = type.value !== undefined && takesName(type.value)
      adding.value = { column: key, values, ...(!isQuick && { named: '' }) }
    },
    dragging: useCardDragging({ columns, columnOf, isOrdered, placeIn, move: moveTo }, frame),
    columnOf,
  }
  provideBoard(board)
  return board
}

/** Everything that the parts of a board use. */
type Board = ReturnType<typeof useBoard>

const noPage: Page<Resource> = { data: [], cursor: '', has_more: false }
