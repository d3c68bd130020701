import { useQueryCache } from '@pinia/colada'
import { computed, shallowReactive } from 'vue'
import type { ComputedRef } from 'vue'
import { bulk, countLimit, dataOf, etagOf, getResource, listResources } from '../../../api/index.ts'
import type { Json, Resource } from '../../../api/index.ts'
import { announce } from '../../../composables/feedback/useAnnounce.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { useMore } from '../../../composables/data/useMore.ts'
import type { GrowingList } from '../../../composables/data/useMore.ts'
import { useWide } from '../../../composables/page/usePage.ts'
import { useResourceActions } from '../../../composables/data/useResource.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { useType } from '../../../composables/data/useType.ts'
import { t } from '../../../i18n/index.ts'
import { labelOfResource, labelProperty } from '../../../schema/index.ts'
import type { Column, Property } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { urnsIn } from '../side/references.ts'
import { newPlaces } from './places.ts'
import type { Relation } from './relations.ts'

/** What useChildren gives. */
export interface Children {
  /** As they stand in the section, with what was changed here. */
  rows: ComputedRef<readonly Resource[]>
  list: GrowingList<Resource>
  columns: ComputedRef<readonly Column[]>
  /** The property by which people order them by hand; undefined where nobody may, or can. */
  orderedBy: ComputedRef<Property | undefined>
  mayAdd: ComputedRef<boolean>
  mayEdit(row: Resource): boolean
  mayArchive(row: Resource): boolean
  mayUnlink(row: Resource): boolean
  /** Put a row in the place of an older one. */
  replaceRow(row: Resource): void
  /** A row was changed in its cells: pages elsewhere are old, and new references want names. */
  saved(id: string): void
  /** Have one that exists refer here. */
  link(id: string): Promise<boolean>
  /** Have one refer here no more; the toast takes that back. */
  unlink(row: Resource): Promise<boolean>
  move(from: number, to: number): Promise<boolean>
  /** What a new one begins with, beside the reference. */
  beginning(): Record<string, Json>
}

const maxColumns = { wide: 5, narrow: 3 } as const
const pageSize = 10
/** Parts of a record, and what has an order, is mostly wanted as a whole. */
const wholePageSize = 50
/** Of more than this many nobody changes the order by hand. */
const maxOrdered = 1000
/** What says little in a narrow column. */
const unsuited: ReadonlySet<Property['kind']> = new Set(['long-text', 'object', 'image', 'uri'])

/** The resources that refer to a record by one property. @param isWanted nothing is asked until then */
export function useChildren(resource: () => Resource, relation: () => Relation, isWanted: () => boolean): Children {
  const me = useMe()
  const cache = useQueryCache()
  const isWide = useWide()
  const slug = (): string => relation().type.slug
  const property = (): Property => relation().property
  const { columns: all } = useType(slug)
  const actions = useResourceActions(slug)

  const order = computed(() => {
    const name = relation().type.schema?.['x-order-property']
    const column = all.value.find(one => !one.isMeta && one.name === name)
    const isNumber = column?.kind === 'number' || column?.kind === 'integer'
    return isNumber && column.isSortable && !column.isReadOnly ? column : undefined
  })
  const list = useMore(() => ['resources', slug(), 'children', property().name, resource().id], readPage, {
    enabled: isWanted,
  })
  async function readPage(cursor: string | undefined): ReturnType<typeof listResources> {
    const isWhole = relation().isPart || order.value !== undefined
    const page = await listResources(slug(), {
      [`_filter[${property().name}][eq]`]: resource().id,
      labels: true,
      count: countLimit,
      limit: isWhole ? wholePageSize : pageSize,
      ...(isWhole && { sort_order: 'asc' }),
      ...(order.value !== undefined && { sort_by: order.value.key }),
      ...(cursor !== undefined && { cursor }),
    })
    return { ...page, data: page.data.map(row => withLabels(row, page.labels)) }
  }

  const replaced = shallowReactive(new Map<string, Resource>())
  const rows = computed(() => {
    const shown = list.items.value.map(row => {
      const own = replaced.get(row.id)
      return own === undefined || own.sequence_no < row.sequence_no ? row : own
    })
    return order.value === undefined ? shown : shown.toSorted((a, b) => compare(placeOf(a), placeOf(b)))
  })
  const placeOf = (row: Resource): number | undefined => {
    const value = dataOf(row)[order.value?.name ?? '']
    return typeof value === 'number' ? value : undefined
  }
  const replaceRow = (row: Resource): void => {
    const before = rows.value.find(({ id }) => id === row.id)
    replaced.set(row.id, withLabels(row, { ...before?.labels, ...row.labels }))
  }
  const oldElsewhere = (): void => void cache.invalidateQueries({ key: ['resources', slug()] }, false)

  const owns = (row: Resource): boolean => row.created_by === me.me?.id
  const mayEdit = (row: Resource): boolean => me.can('odrl:modify', slug()) || owns(row)
  const columns = computed(() => {
    const own = all.value.filter(
      ({ isMeta, name, kind }) =>
        !isMeta && name !== property().name && name !== order.value?.name && !unsuited.has(kind),
    )
    const first = labelProperty(
      relation().type.schema,
      own.map(({ name }) => name),
    )
    const isNumber = ({ kind }: Column): boolean => kind === 'number' || kind === 'integer'
    const telling = first ?? own.find(({ kind }) => kind === 'reference')?.name
    const isFirst = ({ name }: Column): number =>
      name === first || (own.slice(0, 1).some(isNumber) && name === telling) ? 0 : 1
    return own.toSorted((a, b) => isFirst(a) - isFirst(b)).slice(0, maxColumns[isWide.value ? 'wide' : 'narrow'])
  })

  /** The value of the property that refers here, with or without this reference. */
  function referring(row: Resource, isLinked: boolean): Json {
    if (!relation().isMany) return isLinked ? resource().id : null
    const held = dataOf(row)[property().name]
    const others = (Array.isArray(held) ? held : []).filter(urn => urn !== resource().id)
    return isLinked ? [...others, resource().id] : others
  }
  async function write(row: Resource, isLinked: boolean): Promise<void> {
    await actions.patch(row.id, { [property().name]: referring(row, isLinked) }, etagOf(row))
  }
  const linkAgain = (id: string): Promise<boolean> => attempt(async () => write(await getResource(slug(), id), true))

  async function unlink(row: Resource): Promise<boolean> {
    if (!(await attempt(() => write(row, false)))) return false
    const name = labelOfResource(row, relation().type)
    toast(t('record.unlinked', { name }), { undo: () => linkAgain(row.id) })
    return true
  }

  let moving: Promise<unknown> = Promise.resolve()
  /** One after the other: each needs the versions that the one before it made. */
  function move(from: number, to: number): Promise<boolean> {
    const next = moving.then(() => moveNow(from, to))
    moving = next.catch(() => undefined)
    return next
  }
  async function moveNow(from: number, to: number): Promise<boolean> {
    const by = order.value
    if (by === undefined || from === to) return false
    while (list.hasMore.value && list.error.value === null) await list.more()
    const now = rows.value
    const moved = now[from]
    if (moved === undefined || to < 0 || to >= now.length) return false
    const next = now.toSpliced(from, 1).toSpliced(to, 0, moved)
    const { minimum, maximum } = by.schema
    const places = newPlaces(next.map(placeOf), {
      isInteger: by.kind === 'integer',
      ...(typeof minimum === 'number' && { minimum }),
      ...(typeof maximum === 'number' && { maximum }),
    })
    if (places === undefined) {
      toast(t('record.noPlaces', { property: by.title }), { tone: 'bad' })
      return false
    }
    const changes = [...places].flatMap(([at, value]) => {
      const row = next[at]
      return row === undefined ? [] : [{ row, value }]
    })
    for (const { row, value } of changes) replaceRow(withPlace(row, by.name, value))
    const operations = changes.map(({ row, value }) => ({
      op: 'patch' as const,
      id: row.id,
      data: { [by.name]: value },
      if_match: etagOf(row),
    }))
    const isDone = await attempt(() => bulk(slug(), operations, { atomic: true }))
    if (!isDone) for (const { row } of changes) replaced.delete(row.id)
    oldElsewhere()
    await list.refetch() // with it come the versions for the next move
    if (isDone)
      announce(
        t('record.movedTo', { name: labelOfResource(moved, relation().type), number: to + 1, count: next.length }),
      )
    return isDone
  }

  return {
    rows,
    list,
    columns,
    orderedBy: computed(() => {
      const isOrderable = (list.total.value?.count ?? 0) <= maxOrdered && rows.value.every(mayEdit)
      return isOrderable ? order.value : undefined
    }),
    mayAdd: computed(() => me.can('odrl:modify', slug()) && !property().isReadOnly),
    mayEdit,
    mayArchive: row => me.can('odrl:delete', slug()) || owns(row),
    mayUnlink: row => mayEdit(row) && !property().isReadOnly && (relation().isMany || !property().isRequired),
    replaceRow,
    saved: id => {
      oldElsewhere()
      const row = rows.value.find(one => one.id === id)
      const isKnown = row === undefined || urnsIn(dataOf(row)).every(urn => Object.hasOwn(row.labels ?? {}, urn))
      if (!isKnown) void getResource(slug(), id, { labels: true }).then(replaceRow, () => undefined) // it keeps its short name
    },
    link: linkAgain,
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
  }
}

const withLabels = (row: Resource, labels: Resource['labels']): Resource =>
  labels === undefined ? row : { ...row, labels }

/** Those without a place come first, as the service has them. */
const compare = (a = -Infinity, b = -Infinity): number => (a === b ? 0 : a - b)

function withPlace(row: Resource, name: string, value: number): Resource {
  const [node, ...others] = row.data['@graph']
  return { ...row, data: { '@graph': [{ ...node, [name]: value }, ...others] } }
}
