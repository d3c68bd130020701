import { useQuery } from '@pinia/colada'
import { computed, ref, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'
import { useRoute } from 'vue-router'
import { fromSaved, listViews, readView, shortId, t, useType, viewQuery } from '../../../../admin/src/index.ts'
import type { ExportFormat, Property, Query, ResourceType, View } from '../../../../admin/src/index.ts'
import { useWholeExport } from './useWholeExport.ts'
import type { WholeExport } from './useWholeExport.ts'

/** The result of useExportChoice. */
export interface ExportChoice {
  type: ComputedRef<ResourceType | undefined>
  properties: ComputedRef<readonly Property[]>
  format: Ref<ExportFormat>
  /** `all`, `archived`, `list` (the filters in the address), or the id of a saved view. */
  which: Ref<string>
  selections: ComputedRef<readonly { value: string; label: string }[]>
  /** Names of the properties to write; undefined for all of them. */
  columns: Ref<readonly string[] | undefined>
  work: WholeExport
  start(): Promise<void>
}

/** Which resources of a type are exported, and how. Filters in the address, such as those of a list, are offered as a choice. */
export function useExportChoice(slug: MaybeRefOrGetter<string>): ExportChoice {
  const route = useRoute()
  const { type, properties } = useType(slug)
  const work = useWholeExport()
  const format = ref<ExportFormat>('csv')
  const columns = ref<readonly string[]>()
  const fromList = computed(() => readView(route.query))
  const isFiltered = computed(() => fromList.value.filters.length > 0 || fromList.value.q !== '')
  const which = ref('all')
  watch(
    () => toValue(slug),
    () => {
      which.value = isFiltered.value ? 'list' : 'all'
      columns.value = undefined
      work.stop()
      work.result.value = undefined
    },
    { immediate: true },
  )
  watch([which, format, columns], () => (work.result.value = undefined))
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
    const query: Query = viewQuery(chosenView())
    await work.start({ type: type.value, format: format.value, query, columns: columns.value })
  }

  return { type, properties, format, which, selections, columns, work, start }
}
