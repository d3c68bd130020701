import { computed, ref, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { queries, useMore } from '../../../admin/src/index.ts'
import { listEvents } from './eventsApi.ts'
import type { EventFilter, RecordedEvent } from './eventsApi.ts'

const names = ['type', 'subject', 'since', 'until'] as const

/** Events, newest first, with the filter in the query of the address. */
export function useEvents() {
  const route = useRoute()
  const router = useRouter()
  const filter = computed<EventFilter>(() =>
    Object.fromEntries(
      names.flatMap(name => {
        const value = route.query[name]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    ),
  )
  const list = useMore(
    () => ['events', { ...filter.value }],
    cursor => listEvents(filter.value, cursor),
  )
  /** Number of newer events, which are shown on request. */
  const newEvents = ref(0)
  watch(filter, () => (newEvents.value = 0))
  queries.useServiceEvents(event => {
    if (fits(event, filter.value)) newEvents.value += 1
  })

  /** Write the filter to the address. */
  function narrow(change: EventFilter): void {
    const query = { ...filter.value, ...change }
    for (const name of names) if (!query[name]) delete query[name]
    void router.replace({ query })
  }

  const isNarrow = computed(() => Object.keys(filter.value).length > 0)
  const clear = (): void => narrow({ type: '', subject: '', since: '', until: '' })

  async function showNewEvents(): Promise<void> {
    await list.refetch()
    newEvents.value = 0
  }

  return { filter, isNarrow, narrow, clear, list, newEvents, showNewEvents }
}

/** Whether an event matches the filter. */
function fits({ type, subject, time }: Pick<RecordedEvent, 'type' | 'subject' | 'time'>, filter: EventFilter): boolean {
  const at = Date.parse(time)
  return (
    (filter.type === undefined || filter.type === type) &&
    (filter.subject === undefined || filter.subject === subject) &&
    (filter.since === undefined || at >= Date.parse(filter.since)) &&
    (filter.until === undefined || at <= Date.parse(filter.until))
  )
}
