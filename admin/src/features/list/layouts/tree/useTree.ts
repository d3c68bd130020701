import { useQuery } from '@pinia/colada'
import { useSessionStorage } from '@vueuse/core'
import { createContext } from 'reka-ui'
import { computed, ref, shallowReactive, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { getResource, hidden, unless, withValues } from '../../../../api/index.ts'
import type { ApiError, Labels, Resource } from '../../../../api/index.ts'
import { useReadAgain } from '../../../../composables/data/useReadAgain.ts'
import { useRowRights } from '../../../../composables/data/useRowRights.ts'
import { toast } from '../../../../composables/feedback/useToast.ts'
import { requestQuery } from '../../../../composables/view/requestQuery.ts'
import type { View } from '../../../../composables/view/view.ts'
import { t } from '../../../../i18n/index.ts'
import { hasLabelOfOthers, labelOfResource, propertiesInLabel, valueIn } from '../../../../schema/index.ts'
import { useListContext } from '../../screen/useListContext.ts'
import { commonDecimals } from '../../values/decimals.ts'
import { orderColumn } from '../../../../schema/places.ts'
import { isPlaceKnown, landingPlace, moveRow } from '../moveRow.ts'
import { isPicture } from '../registry.ts'
import { rowsOf } from '../rowPages.ts'
import { useMoves } from '../useMoves.ts'
import type { Move, RowQuery } from '../useMoves.ts'
import { findCircles } from './circles.ts'
import { useTreeDragging } from './useTreeDragging.ts'

/** Levels deeper than this are not rendered. */
export const maxDepth = 12
/** At most this many ancestors are checked to prevent a row from being moved below itself. */
const maxAncestors = 50

/** Instead of a parent: the rows whose parent is archived, gone, or hidden from the user. */
export const outOfReach = ':out-of-reach'
/** Instead of a parent: the rows whose parents lead back to themselves. */
export const inCircle = ':in-circle'
/** At most this many rows in circles are shown. */
const maxInCircle = 100

/** Where a row is moved to: below another one or to the top and, where users order the rows, a place there. */
export interface TreePlace {
  parent: string | undefined
  at?: number
}

/** Where a row is moved to: called with the row when the move starts; undefined for no move. */
export type FindPlace = (now: Resource) => TreePlace | undefined

/** The tree that a component is part of. */
export const [useTreeContext, provideTree] = createContext<Tree>('tree')

/**
 * Provides a list as a tree, by a reference to its own type. Components within get it by {@link useTreeContext}.
 * @param frame the element that contains the rows
 */
export function useTree(frame: Readonly<Ref<HTMLElement | null>>) {
  const { slug, type, list, layout, columns: all, viewLayout, isArchive } = useListContext()
  const { mayEdit } = useRowRights(slug)
  const readAgain = useReadAgain()
  /** The open rows, kept for the tab: a user who returns finds the same rows open. */
  const { value: expanded } = useSessionStorage(`plinth.tree.${slug()}`, new Set<string>())
  /** The rows that have been read. */
  const rows = shallowReactive(new Map<string, Resource>())
  /** The labels of references. */
  const labels = shallowReactive(new Map<string, Labels[string]>())
  /** Rows that were given a child, until the service reports it. */
  const filled = shallowReactive(new Set<string>())
  const { moving, move, useRows, readRows, shown } = useMoves(slug, 'tree')

  const parent = computed(() => all.value.find(one => !one.isMeta && one.name === viewLayout.value.property))
  /** The columns that are shown next to the name. */
  const columns = computed(() =>
    layout.shown.value
      .slice(1)
      .filter(one => one.name !== parent.value?.name && !isPicture(one))
      .slice(0, 4),
  )
  /** A search, filters or the archive select individual rows: they are shown without their levels. */
  const isFlat = computed(
    () =>
      list.view.value.q !== '' || list.view.value.filters.length + list.view.value.groups.length > 0 || isArchive.value,
  )
  const byHand = computed(() => orderColumn(type.value, all.value))
  /** The column that orders by name: that of the name, or of what its template begins with. */
  const byName = computed(() => {
    const named = all.value.filter(one => one.isSortable && !one.isMeta)
    const [first] = propertiesInLabel(type.value?.schema)
    return named.find(({ key }) => key === layout.nameKey.value) ?? named.find(({ name }) => name === first)
  })
  /** The order of each level. */
  const sort = computed(() => {
    const { sort: chosen, order } = list.view.value
    return chosen === ''
      ? { column: byHand.value ?? byName.value, order: 'asc' as const }
      : { column: all.value.find(one => one.key === chosen), order }
  })
  /** Whether users can order the rows of a level manually. */
  const isOrdered = computed(() => byHand.value !== undefined && sort.value.column === byHand.value && !isFlat.value)

  const { data: found } = useQuery<Set<string>, ApiError>({
    key: () => ['resources', slug(), 'circles', parent.value?.name ?? ''],
    query: ({ signal }) => findCircles(slug(), parent.value?.name ?? '', signal),
    enabled: () => parent.value !== undefined && !isFlat.value,
  })
  const none: ReadonlySet<string> = new Set()
  /** The rows whose parents lead back to themselves. They stand in a group of their own instead of below their parent. */
  const circles = computed(() => found.value ?? none)

  function levelOf(of: string | undefined): View['filters'] {
    const field = parent.value?.name ?? ''
    if (of === undefined) return [{ field, operator: 'exists', values: ['false'] }]
    if (of === outOfReach)
      return [
        { field, operator: 'exists', values: ['true'] },
        { field: `${field}.id`, operator: 'exists', values: ['false'] },
      ]
    if (of === inCircle) return [{ field: 'id', operator: 'in', values: [...circles.value].slice(0, maxInCircle) }]
    return [{ field, operator: 'eq', values: [of] }]
  }

  function queryOf(of: string | undefined): RowQuery {
    const { column, order } = sort.value
    const view: View = { ...list.view.value, cursor: '', sort: column?.key ?? '', order }
    const isNarrowed = isFlat.value && of === undefined
    const hasReferences =
      isNarrowed || hasLabelOfOthers(type.value?.schema) || columns.value.some(({ refersTo }) => refersTo !== undefined)
    return {
      ...requestQuery(isNarrowed ? view : { ...view, filters: levelOf(of) }, slug()),
      ...(hasReferences && { labels: 'all' }),
    }
  }

  function parentOf(row: Resource): string | undefined {
    const value = parent.value === undefined ? undefined : valueIn(row, parent.value)
    return typeof value === 'string' ? value : undefined
  }
  const labelOf = (row: Resource): string => labelOfResource(row, type.value, Object.fromEntries(labels))
  const nameById = (id: string): string => {
    const row = rows.get(id)
    return row === undefined ? '' : labelOf(row)
  }

  /** Whether a row is below another, at any depth. Ancestors that are not rendered are read one after the other. */
  async function isBelow(id: string, above: string): Promise<boolean> {
    let at: string | undefined = id
    for (let step = 0; at !== undefined && step < maxAncestors; step++) {
      if (at === above) return true
      const row: Resource | undefined = rows.get(at) ?? (await unless(hidden, getResource(slug(), at), undefined))
      at = row && parentOf(row)
    }
    return false
  }

  async function planMove(id: string, place: FindPlace): Promise<Move | undefined> {
    const row = rows.get(id)
    const wanted = row && place(row)
    if (row === undefined || wanted === undefined || parent.value === undefined) return undefined
    const { parent: to } = wanted
    const by = wanted.at === undefined || !isOrdered.value ? undefined : byHand.value
    const isSame = to === parentOf(row)
    if (isSame && by === undefined) return undefined
    const name = labelOf(row)
    if (to !== undefined && !isSame && (await isBelow(to, id))) {
      const words = to === id ? t('layouts.ownParent', { name }) : t('layouts.cycle', { name, other: nameById(to) })
      toast(words, { tone: 'bad' })
      return undefined
    }
    const data = isSame ? {} : { [parent.value.name]: to ?? null }
    const isEnough = (read: readonly Resource[]): boolean =>
      wanted.at === undefined || by === undefined || isPlaceKnown(read, wanted.at, by)
    const level = await readRows(queryOf(to), isEnough)
    const { column, order } = sort.value
    const usual = landingPlace(rowsOf(level.read?.pages), withValues(row, data), column, order)
    const at = by === undefined ? usual : (wanted.at ?? usual)
    const moved = moveRow(row, { from: isSame ? level : shown(queryOf(parentOf(row))), to: level, at, data, by })
    if (moved === undefined) return undefined
    if (to !== undefined && !isSame) {
      filled.add(to)
      expanded.add(to)
    }
    if (by !== undefined) {
      const count = rowsOf(moved.lists.at(-1)?.read?.pages).length
      return { ...moved, done: t('layouts.placed', { name, number: at + 1, count }) }
    }
    const done = to === undefined ? t('layouts.atTop', { name }) : t('layouts.below', { name, other: nameById(to) })
    return { ...moved, done }
  }

  /** The ids of all rows of its level, including itself. */
  const siblingsOf = (row: Resource): string[] => rowsOf(shown(queryOf(parentOf(row))).read?.pages).map(({ id }) => id)
  /** Move a row. */
  const moveTo = async (row: Resource, place: FindPlace): Promise<void> => {
    const above = parentOf(row)
    const isUnplaced = circles.value.has(row.id) || (above !== undefined && !rows.has(above))
    await move(row.id, labelOf(row), () => planMove(row.id, place))
    if (isUnplaced) await readAgain(['resources', slug()])
    else await readAgain(['resources', slug(), 'below']) // which rows have children
    filled.clear()
  }

  /** The row that had the focus last. */
  const held = ref<string>()
  const dragging = useTreeDragging({ rows, parentOf, siblingsOf, isOrdered, move: moveTo }, frame)

  const tree = {
    slug,
    parent,
    columns,
    /** The number of decimals of each numeric column, by its key. */
    decimals: computed(() => commonDecimals(columns.value, [...rows.values()])),
    isFlat,
    circles,
    expanded,
    filled,
    rows,
    labels,
    moving,
    /** The rows of a level. @param parent also {@link outOfReach} and {@link inCircle}; undefined for the top */
    useLevel: (of: string | undefined) => useRows(() => queryOf(of), { keepsPrevious: of === undefined }),
    parentOf,
    nameOf: nameById,
    siblingsOf,
    sort,
    isOrdered,
    held,
    /** The row that Tab focuses. */
    current: computed(() => (held.value !== undefined && rows.has(held.value) ? held.value : rows.keys().next().value)),
    dragging,
    /** The row for which the user chooses another parent. */
    picking: shallowRef<Resource>(),
    mayMove: (row: Resource) => parent.value?.isReadOnly === false && mayEdit(row),
    move: moveTo,
  }
  provideTree(tree)
  return tree
}

/** Everything that the parts of a tree use. */
type Tree = ReturnType<typeof useTree>
