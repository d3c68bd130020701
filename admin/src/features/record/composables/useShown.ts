import type { UseQueryReturn } from '@pinia/colada'
import { useIntervalFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ApiError, Resource } from '../../../api/index.ts'
import { useMe } from '../../../stores/me.ts'
import { useServiceEvents } from '../../../composables/data/useLive.ts'
import { useSlow } from '../../../composables/feedback/useSlow.ts'

/** A version that was created since the shown one was loaded. */
export interface NewerVersion {
  sequence_no: number
  /** URN of the user who created it, if known. */
  actor: string
  /** Whether the record was archived by it. */
  isArchived: boolean
}

/** Time (ms) for the response to the user's own change, which also arrives as an event. */
const settleMs = 700
/** Only administrators receive events; for others the record is polled. */
const pollIntervalMs = 20_000

/**
 * Keep the shown version while others change the record: the page does not change while a user reads it, and a newer version is announced.
 * @param read returns the version that was loaded last
 */
export function useShown(
  read: () => Resource | undefined,
  { refetch, refresh }: Pick<UseQueryReturn<Resource, ApiError>, 'refetch' | 'refresh'>,
) {
  const me = useMe()
  /** The version being shown. It stays until the user asks for a newer one. */
  const resource = shallowRef<Resource>()
  const announced = ref<NewerVersion>()
  let upTo = 0

  watch(
    read,
    now => {
      const isExpected = now === undefined || now.id !== resource.value?.id || now.sequence_no <= upTo
      if (isExpected || now.sequence_no === resource.value?.sequence_no) resource.value = now
    },
    { immediate: true },
  )
  useServiceEvents(({ type, subject, actor, sequence_no: sequence }) => {
    if (subject !== resource.value?.id || sequence === undefined) return
    if (type === 'Resource.Published' || type === 'Resource.Unpublished') return void refetch() // no new version
    announced.value = { sequence_no: sequence, actor, isArchived: type === 'Resource.Deleted' }
  })

  useIntervalFn(() => {
    if (!me.isAdministrator && !document.hidden && resource.value !== undefined) void refetch()
  }, pollIntervalMs)

  const found = computed<NewerVersion | undefined>(() => {
    const shown = resource.value
    if (shown === undefined) return undefined
    const [seen, event] = [read()?.sequence_no ?? 0, announced.value]
    if (event !== undefined && event.sequence_no > shown.sequence_no && event.sequence_no >= seen) return event
    const isArchived = read()?.status === 'archived'
    return seen > shown.sequence_no ? { sequence_no: seen, actor: '', isArchived } : undefined
  })
  const isLasting = useSlow(() => found.value !== undefined && found.value.actor !== me.me?.id, settleMs)
  const isOwnLasting = useSlow(() => found.value !== undefined, settleMs * 3) // changed in another window

  /** Show the newest version. @param sequence that of the user's own change, after which `useResourceActions` reads the record again */
  async function update(sequence?: number): Promise<void> {
    upTo = sequence ?? Number.MAX_SAFE_INTEGER
    await (sequence === undefined ? refetch() : refresh())
    resource.value = read()
  }
  return {
    resource,
    /** Undefined while the shown version is the newest. */
    newer: computed(() => (isLasting.value || isOwnLasting.value ? found.value : undefined)),
    update,
  }
}
