import { useQuery } from '@pinia/colada'
import { computed, ref, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { useRoute } from 'vue-router'
import { listResources, listViews, shortId } from '../../../api/index.ts'
import type { Page, Resource } from '../../../api/index.ts'
import { useLatestAnswer } from '../../../composables/data/useLatestAnswer.ts'
import { useType } from '../../../composables/data/useType.ts'
import { requestQuery } from '../../../composables/view/requestQuery.ts'
import { readView } from '../../../composables/view/view.ts'
import type { View } from '../../../composables/view/view.ts'
import { fromSaved } from '../views/savedView.ts'
import type { ExportFormat } from './writeExport.ts'
import { useExport } from './useExport.ts'

/**
 * Exports resources of a type to a file: which resources, with which properties, in which format. Besides all resources and the archived ones, those of a
 * saved view or with the filters in the address can be exported.
 * @param isShown whether the choice is on the screen: saved views are read when it is
 */
export function useExportChoice(slug: MaybeRefOrGetter<string>, isShown: () => boolean = () => true) {
  const route = useRoute()
  const { type, properties } = useType(slug)
  const exporter = useExport()
  const counting = useLatestAnswer<Page<Resource>>()
  /** How the last export ended. */
  const result = shallowRef<{ rows: number; lost: number; name: string } | { error: unknown }>()
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
    enabled: () => type.value !== undefined && isShown(),
  })

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
    const rows = requestQuery({ ...chosenView(), sort: '', cursor: '' }, of)
    result.value = undefined
    counting.clear()
    void counting.ask(signal => listResources(of, { ...rows, limit: 1, count: 'exact' }, signal)) // may fail: the export continues without a total
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
    /** The saved views of the type. */
    views: computed(() => (views.data.value ?? []).map(({ id, name }) => ({ id: shortId(id), name }))),
    /** Whether there are filters in the address. */
    isFiltered,
    columns,
    written: exporter.written,
    total: computed(() => counting.answer.value?.total),
    isRunning,
    result,
    start,
    stop: exporter.stop,
  }
}
