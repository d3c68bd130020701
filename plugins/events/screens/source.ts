import { isObject } from '../../../lib/json/types.ts'
import { addSource } from '../../../admin/src/index.ts'
import { listEvents } from './eventsApi.ts'

addSource('events', {
  list: listEvents,
  follow: (onEvent, onStop) =>
    followStream('/api/events/stream', content => isObject(content) && onEvent(eventOf(content)), onStop),
})

function eventOf({ id, type, subject, time, data }: Record<string, unknown>) {
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

/**
 * Follow a stream of the service (Server-Sent Events). The browser reconnects by itself and continues after the last message.
 * @param onMessage gets the content of each message once, parsed from JSON
 * @param onStop called when the service refuses the stream permanently
 * @returns a function that stops following
 */
function followStream(address: string, onMessage: (content: unknown) => void, onStop: () => void): () => void {
  const stream = new EventSource(address)
  const known = new Set<string>()
  stream.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
    if (known.has(lastEventId)) return // messages are delivered at least once
    known.add(lastEventId)
    if (known.size > 1000) known.clear()
    onMessage(JSON.parse(data))
  })
  stream.addEventListener('error', () => {
    if (stream.readyState === EventSource.CLOSED) onStop()
  })
  return () => stream.close()
}
