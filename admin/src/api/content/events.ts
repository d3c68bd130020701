import { api, value } from '../transport/client.ts'
import type { Listed } from '../transport/client.ts'
import { isObject } from '../transport/json.ts'
import type { Page } from '../transport/page.ts'

/** A recorded event as the list of events returns it (CloudEvents). */
export type RecordedEvent = Listed<'/api/events'>

/** The filters of a list of events. */
export interface EventFilter {
  type?: string
  subject?: string
  /** RFC 3339. */
  since?: string
  until?: string
}

/** List events, newest first. */
export const listEvents = (filter: EventFilter = {}, cursor?: string, limit = 50): Promise<Page<RecordedEvent>> =>
  value(api.GET('/api/events', { params: { query: { ...filter, limit, cursor } } }))

/** An event of the stream (CloudEvents). */
export interface ServiceEvent {
  id: string
  type: string
  subject: string
  time: string
  actor: string
  type_slug: string | undefined
  /** Version of the resource after the event. */
  sequence_no?: number | undefined
}

/**
 * Follow the events of the service (Server-Sent Events). The browser reconnects by itself and continues after the last event.
 * @param onStop called when the service refuses the stream permanently
 * @returns a function that stops following
 */
export function followEvents(onEvent: (event: ServiceEvent) => void, onStop: () => void): () => void {
  const source = new EventSource('/api/events/stream')
  const known = new Set<string>()
  source.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
    if (known.has(lastEventId)) return // events are delivered at least once
    known.add(lastEventId)
    if (known.size > 1000) known.clear()
    const event = readEvent(data)
    if (event !== undefined) onEvent(event)
  })
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) onStop()
  })
  return () => source.close()
}

function readEvent(text: string): ServiceEvent | undefined {
  const event: unknown = JSON.parse(text)
  if (!isObject(event)) return undefined
  const { id, type, subject, time, data } = event
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
