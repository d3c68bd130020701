import { useQuery } from '@pinia/colada'
import { computed, watch } from 'vue'
import { addSchedule, removeSchedule, schedulesOf, shortId } from '../../../api/index.ts'
import type { Resource, Schedule } from '../../../api/index.ts'
import { attempt } from '../../../composables/feedback/refusal.ts'
import { useReadAgain } from '../../../composables/data/useReadAgain.ts'

/** What is scheduled for a resource and what failed; the user sees it who may modify the resource. */
export function useSchedules(resource: () => Resource, enabled: () => boolean) {
  const cacheReadAgain = useReadAgain()
  const key = (): string[] => ['schedules', resource().type_slug, shortId(resource().id)]
  const query = useQuery({
    key,
    query: () => schedulesOf(resource().type_slug, resource().id),
    enabled,
    staleTime: 0,
  })
  const readAgain = (): Promise<void> => cacheReadAgain(key())
  watch(
    () => [resource().publication, resource().published_at, resource().status],
    () => readAgain(),
  )
  return {
    schedules: computed(() => query.data.value ?? []),
    readAgain,
    remove: async (one: Schedule): Promise<void> => {
      await attempt(() => removeSchedule(one))
      await readAgain()
    },
    /** Publish the latest version at the time of a schedule, instead of its own. */
    renew: async (one: Schedule): Promise<void> => {
      const { type_slug: slug, id, sequence_no } = resource()
      const work = async (): Promise<void> => {
        await addSchedule(slug, id, { action: 'publish', at: one.at, sequence_no })
        await removeSchedule(one)
      }
      await attempt(work)
      await readAgain()
    },
  }
}
