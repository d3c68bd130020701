import { computed } from 'vue'
import { slugOf } from '../../api/index.ts'
import type { RecordedEvent } from '../../api/index.ts'
import { useEveryUser } from '../access/useExplain.ts'
import { useNames } from '../../composables/useNames.ts'

/** What the users and resources are called that events name; undefined for what nobody knows any more. */
export function useEventNames(events: () => readonly RecordedEvent[]): { nameOf: (urn: string) => string | undefined } {
  const { users } = useEveryUser()
  const people = computed(() => new Map(users.value.map(({ id, name, email }) => [id, name || email])))
  const resources = useNames(() =>
    events()
      .map(({ subject }) => subject)
      .filter(urn => slugOf(urn) !== 'user'),
  )
  return { nameOf: urn => people.value.get(urn) ?? resources.value.get(urn) }
}
