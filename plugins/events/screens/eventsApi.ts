import { api, value } from '../../../admin/src/index.ts'
import type { Listed, Page, requests } from '../../../admin/src/index.ts'

/** A recorded event (CloudEvents). */
export type RecordedEvent = Listed<'/api/events'>

type EventQuery = NonNullable<requests.paths['/api/events']['get']['parameters']['query']>

/** The filters of a list of events; the times are RFC 3339. */
export type EventFilter = Pick<EventQuery, 'type' | 'subject' | 'since' | 'until'>

/** List events, newest first. For administrators. @throws ApiError */
export const listEvents = (filter: EventFilter = {}, cursor?: string, limit = 50): Promise<Page<RecordedEvent>> =>
  value(api.GET('/api/events', { params: { query: { ...filter, limit, cursor } } }))
