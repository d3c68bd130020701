import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { countLimit, dataOf, etagOf, getResource, listResources, withValues } from '../../../api/index.ts'
import type { Json, Resource } from '../../../api/index.ts'
import { announce } from '../../../composables/feedback/useAnnounce.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { useMore } from '../../../composables/data/useMore.ts'
import type { GrowingList } from '../../../composables/data/useMore.ts'
import { useResourceActions } from '../../../composables/data/useResourceActions.ts'
import { useResourceMutation } from '../../../composables/data/useResourceMutation.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { useType } from '../../../composables/data/useType.ts'
import { fieldOf } from '../../../fields/registry.ts'
import { t } from '../../../i18n/index.ts'
import { labelOfResource } from '../../../schema/index.ts'
import type { Property } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { orderColumn, placesOfRows } from '../../../schema/places.ts'
import type { Relation } from './relations.ts'
import { useChildRows, withLabels } from './useChildRows.ts'
import type { ChildRows } from './useChildRows.ts'

/** The content of a section of related records, and its actions. */
export interface Children extends ChildRows {
  /** The rows in order, including local changes. */
  rows: ComputedRef<readonly Resource[]>
  list: GrowingList<Resource>
  /** The property that stores the manual order; undefined when the user cannot change the order. */
  orderedBy: ComputedRef<Property | undefined>
  /** Whether existing records can be linked. */
  mayAdd: ComputedRef<boolean>
  /** Whether records can be created and linked. */
  mayCreate: ComputedRef<boolean>
  /** Records that are linked already and left out of search results. */
  linked: ComputedRef<readonly string[]>
  mayUnlink(row: Resource): boolean
  /** Link an existing record. */
  link(id: string): Promise<boolean>
  /** Remove a link; the toast offers to undo it. */
  unlink(row: Resource): Promise<boolean>
  move(from: number, to: number): Promise<boolean>
  /** Initial values of a new record. */
  beginning(): Record<string, Json>
  /** Call after a record was created here. */
  created(row: Resource): Promise<unknown>
}

const pageSize = 10
/** Page size for parts of a record and for ordered rows, which users mostly want to see completely. */
const wholePageSize = 50
/** Maximum number of rows that can be ordered manually. */
const maxOrdered = 1000

/** The resources that refer to a record by one property. */
export function useChildren(resource: () => Resource, relation: () => Relation): Children {
  const me = useMe()
  const slug = (): string => relation().type.slug
  const property = (): Property => relation().property
  const { columns: all } = useType(slug)
  const actions = useResourceActions(slug)
  const mutate = useResourceMutation(slug)

  const order = computed(() => orderColumn(relation().type, all.value))
  /** Without a manual order the rows are sorted by their first date, otherwise the newest comes first. */
  const sort = computed(
    () =>
      order.value ??
      all.value.find(
        ({ isMeta, isSortable, kind }) => !isMeta && isSortable && fieldOf(kind).filter.periods !== undefined,
      ),
  )
  const list = useMore(() => ['resources', slug(), 'children', property().name, resource().id], readPage)
  async function readPage(cursor: string | undefined): ReturnType<typeof listResources> {
    const isWhole = relation().isPart || order.value !== undefined
    const page = await listResources(slug(), {
      [`_filter[${property().name}][eq]`]: resource().id,
      labels: 'all',
      count: countLimit,
      limit: isWhole ? wholePageSize : pageSize,
      ...(sort.value !== undefined && { sort_by: sort.value.key, sort_order: 'asc' }),
      cursor,
    })
    return { ...page, data: page.data.map(row => withLabels(row, page.labels)) }
  }

  const children = useChildRows(
    relation,
    () => rows.value,
    ({ name }) => name === property().name || name === order.value?.name,
    row => list.change(one => (one.id === row.id ? row : one)),
  )
  const { mayEdit, replaceRow } = children
  const rows = computed(() => {
    const { value: items } = list.items
    return order.value === undefined ? items : items.toSorted((a, b) => compare(placeOf(a), placeOf(b)))
  })
  const placeOf = (row: Resource): number | undefined => {
    const value = dataOf(row)[order.value?.name ?? '']
    return typeof value === 'number' ? value : undefined
  }
  const mayAdd = computed(() => me.can('odrl:modify', slug()) && !property().isReadOnly)

  /** The value of the row's property, with or without the reference to this record. */
  function referenceValue(row: Resource, isLinked: boolean): Json {
    if (!relation().isMany) return isLinked ? resource().id : null
    const held = dataOf(row)[property().name]
    const others = (Array.isArray(held) ? held : []).filter(urn => urn !== resource().id)
    return isLinked ? [...others, resource().id] : others
  }
  async function write(row: Resource, isLinked: boolean): Promise<void> {
    await actions.patch(row.id, { [property().name]: referenceValue(row, isLinked) }, etagOf(row))
  }
  const linkById = (id: string): Promise<boolean> => attempt(async () => write(await getResource(slug(), id), true))

  async function unlink(row: Resource): Promise<boolean> {
    if (!(await attempt(() => write(row, false)))) return false
    const name = labelOfResource(row, relation().type)
    toast(() => t('record.unlinked', { name }), { undo: () => linkById(row.id) })
    return true
  }

  let moving: Promise<unknown> = Promise.resolve()
  /** Moves run one after another: each needs the versions that the previous one created. */
  function move(from: number, to: number): Promise<boolean> {
    const next = moving.then(() => moveRow(from, to))
    moving = next.catch(() => undefined)
    return next
  }
  async function moveRow(from: number, to: number): Promise<boolean> {
    const by = order.value
    if (by === undefined || from === to) return false
    while (list.hasMore.value && list.error.value === null) await list.more()
    const now = rows.value
    const moved = now[from]
    if (moved === undefined || to < 0 || to >= now.length) return false
    const next = now.toSpliced(from, 1).toSpliced(to, 0, moved)
    const places = placesOfRows(next, to, by)
    if (places === undefined) {
      toast(() => t('record.noPlaces', { property: by.title }), { tone: 'bad' })
      return false
    }
    const changes = [...places].flatMap(([at, value]) => {
      const row = next[at]
      return row === undefined ? [] : [{ row, data: { [by.name]: value } }]
    })
    const show = (): (() => void) => {
      for (const { row, data } of changes) replaceRow(withValues(row, data))
      return () => {
        for (const { row } of changes) replaceRow(row)
      }
    }
    const isDone = await attempt(() => mutate({ changes, show }))
    await list.refetch() // also loads the versions for the next move
    if (isDone)
      announce(
        t('record.movedTo', { name: labelOfResource(moved, relation().type), number: to + 1, count: next.length }),
      )
    return isDone
  }

  return {
    ...children,
    rows,
    list,
    orderedBy: computed(() => {
      const isOrderable = (list.total.value?.count ?? 0) <= maxOrdered && rows.value.every(mayEdit)
      return isOrderable ? order.value : undefined
    }),
    mayAdd,
    mayCreate: mayAdd,
    linked: computed(() => rows.value.map(({ id }) => id)),
    mayUnlink: row => mayEdit(row) && !property().isReadOnly && (relation().isMany || !property().isRequired),
    link: linkById,
    unlink,
    move,
    beginning: () => {
      const urn = resource().id
      const last = rows.value.at(-1)
      const place = Math.floor((last === undefined ? undefined : placeOf(last)) ?? 0) + 1
      return {
        [property().name]: relation().isMany ? [urn] : urn,
        ...(order.value !== undefined && !list.hasMore.value && { [order.value.name]: place }),
      }
    },
    created: () => Promise.resolve(), // nothing to do: the new row contains the reference
  }
}

/** Rows without a position come first, as the service sorts them. */
const compare = (a = -Infinity, b = -Infinity): number => (a === b ? 0 : a - b)
