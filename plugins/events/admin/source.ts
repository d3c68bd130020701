import { addSource, api, followStream, isObject, value } from '../../../admin/src/index.ts'
import type { ServiceEvent } from '../../../admin/src/index.ts'

addSource('events', {
  list: (filter = {}, cursor, limit = 50) =>
    value(api.GET('/api/events', { params: { query: { ...filter, limit, cursor } } })),
  follow: (onEvent, onStop) =>
    followStream('/api/events/stream', content => isObject(content) && onEvent(eventOf(content)), onStop),
})

function eventOf({ id, type, subject, time, data }: Record<string, unknown>): ServiceEvent {
  const { actor, type_slug: slug, sequence_no: version } = isObject(data) ? data : {}
  return {
    id: String(id),
    type: String(type),
    subject: String(subject),
    time: String(time),
    actor: String(actor ?? ''),
    type_slug: typeof slug === 'string' ? slug : undefined,
    sequence_no: typeof version === 'number' ? version : undefined,
  }
}
