import { useQuery } from '@pinia/colada'
import { computed, ref, shallowReactive, watch } from 'vue'
import { dataOf, getResource, listResources } from '../../../api/index.ts'
import type { JsonObject, Labels, Resource } from '../../../api/index.ts'
import { announce } from '../../../composables/feedback/useAnnounce.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { toast } from '../../../composables/feedback/useToast.ts'
import { t } from '../../../i18n/index.ts'
import { labelOf, labelOfResource } from '../../../schema/index.ts'
import { useMe } from '../../../stores/me.ts'
import { isStringArray } from './relations.ts'
import type { Relation } from './relations.ts'
import { useChildRows } from './useChildRows.ts'
import type { Children } from './useChildren.ts'
import type { RecordChanges } from './useRecordChanges.ts'

const pageSize = 50

/**
 * The resources that a record refers to by a list, in the order of the list. Linking, unlinking and moving change the record itself.
 * @param mayModify whether the user can change the record
 */
export function useOwnReferences(
  { resource, change }: RecordChanges,
  relation: () => Relation,
  mayModify: () => boolean,
): Children {
  const me = useMe()
  const slug = (): string => relation().type.slug
  const property = (): Relation['property'] => relation().property
  const referencesIn = (data: JsonObject): string[] => {
    const references = data[property().name]
    return isStringArray(references) ? references : []
  }
  const references = computed(() => referencesIn(dataOf(resource.value)))

  const count = ref(pageSize)
  const shown = computed(() => references.value.slice(0, count.value))
  const query = useQuery({
    key: () => ['resources', slug(), 'listed', ...shown.value.toSorted()],
    query: () => readAll(shown.value),
    enabled: () => shown.value.length > 0,
  })
  async function readAll(ids: readonly string[]): Promise<Resource[]> {
    const starts = Array.from({ length: Math.ceil(ids.length / pageSize) }, (_, page) => page * pageSize)
    const pages = await Promise.all(
      starts.map(at =>
        listResources(slug(), { '_filter[id][in]': ids.slice(at, at + pageSize), limit: pageSize, labels: 'all' }),
      ),
    )
    return pages.flatMap(({ data, labels = {} }) => data.map(row => ({ ...row, labels })))
  }
  /** Known rows stay visible while added ones are loading. */
  const known = shallowReactive(new Map<string, Resource>())
  watch(
    query.data,
    rows => {
      if (rows === undefined) return
      for (const id of shown.value) known.delete(id)
      for (const row of rows) known.set(row.id, row)
    },
    { immediate: true },
  )

  const rows = computed(() =>
    shown.value.flatMap(id => {
      const row = known.get(id) ?? (query.data.value === undefined ? undefined : placeholderFor(id))
      return row === undefined ? [] : [row]
    }),
  )
  const children = useChildRows(
    relation,
    () => rows.value,
    () => false,
    row => void known.set(row.id, row),
  )
  /** A placeholder for a resource that is archived or not readable; it keeps its position. */
  function placeholderFor(id: string): Resource {
    const labels = resource.value.labels ?? {}
    const status = Object.hasOwn(labels, id) ? 'archived' : 'active'
    const node = { '@id': id, '@type': relation().type.name }
    const label = labelOf(id, labels, relation().type)
    return {
      ...resource.value,
      id,
      type_slug: slug(),
      data: { '@graph': [node] },
      status,
      labels: { [id]: { label, status } },
    }
  }
  const isAvailable = ({ id }: Resource): boolean => known.has(id)
  const nameOf = (row: Resource): string => labelOfResource(row, relation().type)
  const labelsOf = (row: Resource): Labels => ({ ...row.labels, [row.id]: { label: nameOf(row), status: row.status } })

  const mayChange = (): boolean => mayModify() && !property().isReadOnly
  const write = (next: (ids: string[]) => string[], labels?: Labels): Promise<boolean> =>
    change(data => ({ [property().name]: next(referencesIn(data)) }), labels)

  function insertReference(row: Resource, at = Infinity): Promise<boolean> {
    known.set(row.id, row)
    return write(ids => (ids.includes(row.id) ? ids : ids.toSpliced(at, 0, row.id)), labelsOf(row))
  }
  async function link(id: string): Promise<boolean> {
    let row: Resource | undefined
    const isRead = await attempt(async () => (row = await getResource(slug(), id, { labels: 'all' })))
    return isRead && row !== undefined && insertReference(row)
  }
  async function unlink(row: Resource): Promise<boolean> {
    const at = references.value.indexOf(row.id)
    if (!(await write(ids => ids.filter(id => id !== row.id), labelsOf(row)))) return false
    toast(() => t('record.unlinked', { name: nameOf(row) }), { undo: () => insertReference(row, at) })
    return true
  }
  async function move(from: number, to: number): Promise<boolean> {
    const [row, other] = [rows.value[from], rows.value[to]]
    if (row === undefined || other === undefined || row === other) return false
    const isDone = await write(ids => ids.filter(id => id !== row.id).toSpliced(ids.indexOf(other.id), 0, row.id))
    if (isDone) announce(t('record.movedTo', { name: nameOf(row), number: to + 1, count: references.value.length }))
    return isDone
  }

  return {
    ...children,
    rows,
    list: {
      items: rows,
      total: computed(() => ({ count: references.value.length, isMore: false })),
      hasMore: computed(() => references.value.length > count.value),
      more: async () => void (count.value += pageSize),
      isLoading: computed(() => shown.value.length > 0 && query.isPending.value),
      isLoadingMore: query.isLoading,
      error: query.error,
      refetch: () => (query.isLoading.value ? query.refresh() : query.refetch()),
    },
    orderedBy: computed(() => (mayChange() && references.value.length > 1 ? property() : undefined)),
    mayAdd: computed(mayChange),
    mayCreate: computed(() => mayChange() && me.can('odrl:modify', slug())),
    linked: computed(() => [...references.value, resource.value.id]),
    mayEdit: row => isAvailable(row) && children.mayEdit(row),
    mayArchive: row => isAvailable(row) && children.mayArchive(row),
    mayUnlink: mayChange,
    link,
    unlink,
    move,
    beginning: () => ({}),
    created: insertReference,
  }
}
