import { useQuery } from '@pinia/colada'
import { computed, ref, toValue, watch } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { listApiOperations, matches } from '../../../admin/src/index.ts'
import type { ApiOperation, GrowingList } from '../../../admin/src/index.ts'

/** A row of the list. */
export type ShownOperation = ApiOperation & { id: string }

/** So many rows are drawn at a time. */
const pageSize = 200

/** The operations of the OpenAPI document that a text is found in: by method, address, name, controller, middleware and type. */
export function useApiOperations(text: MaybeRefOrGetter<string>): GrowingList<ShownOperation> {
  const { data, error, isPending, refetch } = useQuery({ key: ['openapi', 'operations'], query: listApiOperations })
  const found = computed(() =>
    (data.value ?? [])
      .map(one => ({ ...one, id: `${one.method} ${one.path}` }))
      .filter(one => matches({ label: one.id, note: noteOf(one) }, toValue(text))),
  )
  const shown = ref(pageSize)
  watch(
    () => toValue(text),
    () => (shown.value = pageSize),
  )
  const more = (): Promise<void> => {
    shown.value += pageSize
    return Promise.resolve()
  }
  return {
    items: computed(() => found.value.slice(0, shown.value)),
    total: computed(() => (data.value === undefined ? undefined : { count: found.value.length, isMore: false })),
    hasMore: computed(() => found.value.length > shown.value),
    more,
    isLoading: computed(() => isPending.value),
    isLoadingMore: ref(false),
    error: computed(() => error.value),
    refetch: () => refetch(),
  }
}

const noteOf = ({ operation_id, summary, controller, middleware, type_slug }: ApiOperation): string =>
  [operation_id, summary, controller ?? '', ...middleware, type_slug ?? ''].join(' ')
