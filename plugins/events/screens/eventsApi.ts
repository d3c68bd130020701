import { api, value } from '../../../admin/src/index.ts'
import type { Listed } from '../../../admin/src/index.ts'

/** A recorded event (CloudEvents). */
export type RecordedEvent = Listed<'/api/events'>

/** The filters of a list of events; the times are RFC 3339. */
export type EventFilter = Partial<Record<'type' | 'subject' | 'since' | 'until', string>>

/** List events, newest first. For administrators. @throws ApiError */
export const listEvents = (filter: EventFilter = {}, cursor?: string, limit = 50) =>
  value(api.GET('/api/events', { params: { query: { ...filter, limit, cursor } } }))
