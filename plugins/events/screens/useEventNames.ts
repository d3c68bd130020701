import { content, queries } from '../../../admin/src/index.ts'
import type { RecordedEvent } from './eventsApi.ts'

/** The names of the subjects of events; undefined for a subject that has no name any more. */
export function useEventNames(events: () => readonly RecordedEvent[]): { nameOf: (urn: string) => string | undefined } {
  const resources = queries.useNames(() =>
    events()
      .map(({ subject }) => subject)
      .filter(urn => content.slugOf(urn) !== 'user'),
  )
  return { nameOf: urn => resources.value.get(urn) }
}
