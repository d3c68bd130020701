import { useIntervalFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import type { Resource } from '../../../api/index.ts'
import { useMe } from '../../../stores/me.ts'
import { useServiceEvents } from '../../../composables/data/useLive.ts'
import { useSlow } from '../../../composables/feedback/useSlow.ts'

/** A version that somebody made since what is shown was read. */
export interface NewerVersion {
  sequence_no: number
  /** Who made it, where that is known. */
  actor: string
}

/** What useShown gives. */
export interface Shown {
  /** What is shown: as it was read, until somebody asks for what is newer. */
  resource: ShallowRef<Resource | undefined>
  /** Undefined as long as what is shown is the newest. */
  newer: ComputedRef<NewerVersion | undefined>
  /** Show what is newest, or at least this version. */
  update(sequence?: number): Promise<void>
}

/** Long enough for the answer to one's own change, which is event as an event as well. */
const settleMs = 700
/** Only administrators get events; others ask. */
const pollIntervalMs = 20_000

/**
 * Hold still what is shown while others change it: nothing on the page jumps, and somebody who reads is event.
 * @param read what was read last
 * @param refetch reads it again
 */
export function useShown(read: () => Resource | undefined, refetch: () => Promise<unknown>): Shown {
  const me = useMe()
  const resource = shallowRef<Resource>()
  const announced = ref<NewerVersion>()
  let upTo = 0

  watch(
    read,
    now => {
      const isAsked = now === undefined || now.id !== resource.value?.id || now.sequence_no <= upTo
      if (isAsked || now.sequence_no === resource.value?.sequence_no) resource.value = now
    },
    { immediate: true },
  )
  useServiceEvents(({ subject, actor, sequence_no: sequence }) => {
    if (subject === resource.value?.id && sequence !== undefined) announced.value = { sequence_no: sequence, actor }
  })

  useIntervalFn(() => {
    if (!me.isAdministrator && !document.hidden && resource.value !== undefined) void refetch()
  }, pollIntervalMs)

  const found = computed<NewerVersion | undefined>(() => {
    const shown = resource.value
    if (shown === undefined) return undefined
    const [seen, event] = [read()?.sequence_no ?? 0, announced.value]
    if (event !== undefined && event.sequence_no > shown.sequence_no && event.sequence_no >= seen) return event
    return seen > shown.sequence_no ? { sequence_no: seen, actor: '' } : undefined
  })
  const isLasting = useSlow(() => found.value !== undefined && found.value.actor !== me.me?.id, settleMs)
  const isOwnLasting = useSlow(() => found.value !== undefined, settleMs * 3) // in another window

  async function update(sequence = Number.MAX_SAFE_INTEGER): Promise<void> {
    upTo = sequence
    await refetch()
    resource.value = read()
  }
  return {
    resource,
    newer: computed(() => (isLasting.value || isOwnLasting.value ? found.value : undefined)),
    update,
  }
}
