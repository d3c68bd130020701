import { useQuery } from '@pinia/colada'
import { computed, ref, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { useRoute } from 'vue-router'
import {
  fromSaved,
  listResources,
  listViews,
  readView,
  shortId,
  t,
  useExport,
  useLatestAnswer,
  useType,
  viewQuery,
} from '../../../../admin/src/index.ts'
import type { ExportFormat, Page, Resource, View } from '../../../../admin/src/index.ts'

/** The result of useExportChoice. */
export type ExportChoice = ReturnType<typeof useExportChoice>

/** Which resources of a type are exported, and how. Filters in the address, such as those of a list, are offered as a choice. */
export function useExportChoice(slug: MaybeRefOrGetter<string>) {
  const route = useRoute()
  const { type, properties } = useType(slug)
  const exporter = useExport()
  const counting = useLatestAnswer<Page<Resource>>()
  /** How the last export ended. */
  const result = shallowRef<{ rows: number; name: string } | { error: unknown }>()
  const isRunning = computed(() => exporter.written.value !== undefined)
  const format = ref<ExportFormat>('csv')
  /** Names of the properties to write; undefined for all of them. */
  const columns = ref<readonly string[]>()
  const fromList = computed(() => readView(route.query))
  const isFiltered = computed(() => fromList.value.filters.length > 0 || fromList.value.q !== '')
  /** `all`, `archived`, `list` (the filters in the address), or the id of a saved view. */
  const which = ref('all')
  watch(
    () => toValue(slug),
    () => {
      which.value = isFiltered.value ? 'list' : 'all'
      columns.value = undefined
      exporter.stop()
      result.value = undefined
    },
    { immediate: true },
  )
  watch([which, format, columns], () => (result.value = undefined))
  const views = useQuery({
    key: () => ['views', toValue(slug)],
    query: () => listViews(toValue(slug)),
    enabled: () => type.value !== undefined && route.query['tab'] === 'export',
  })

  const selections = computed(() => [
    { value: 'all', label: t('transfer.all') },
    ...(isFiltered.value ? [{ value: 'list', label: t('transfer.fromList') }] : []),
    ...(views.data.value ?? []).map(({ id, name }) => ({ value: shortId(id), label: t('transfer.view', { name }) })),
    { value: 'archived', label: t('transfer.archivedOnes') },
  ])

  function chosenView(): View {
    const none = readView({})
    if (which.value === 'archived') return { ...none, status: 'archived' }
    if (which.value === 'list') return { ...fromList.value, cursor: '' }
    const saved = views.data.value?.find(({ id }) => shortId(id) === which.value)
    return saved === undefined ? none : fromSaved(saved)
  }

  async function start(): Promise<void> {
    if (type.value === undefined) return
    const { slug: of, schema } = type.value
    const rows = viewQuery({ ...chosenView(), sort: '', cursor: '' })
    result.value = undefined
    counting.clear()
    void counting.ask(signal => listResources(of, { ...rows, limit: 1, count: true }, signal)) // may fail: the export continues without a total
    try {
      const plan = { type: { slug: of, schema }, rows, format: format.value, columns: columns.value }
      result.value = await exporter.start(plan)
    } catch (error) {
      result.value = { error }
    }
  }

  return {
    type,
    properties,
    format,
    which,
    selections,
    columns,
    written: exporter.written,
    total: computed(() => counting.answer.value?.total),
    isRunning,
    result,
    start,
    stop: exporter.stop,
  }
}
