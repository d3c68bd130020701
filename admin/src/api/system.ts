import { api, value } from './client.ts'
import type { Sidebar } from './frame.ts'
import { everyItem } from './page.ts'
import type { Page } from './page.ts'

/** What happened, as the list has it (CloudEvents). */
export interface RecordedEvent {
  id: string
  type: string
  subject: string
  time: string
  data: { actor: string; impersonator?: string; type_slug?: string; sequence_no?: number }
}

/** What a list of events is narrowed by. */
export interface EventFilter {
  type?: string
  subject?: string
  /** RFC 3339. */
  since?: string
  until?: string
}

/** A plugin that is on. */
export interface Plugin {
  key: string
  name: string
  version: string
  requires: string[]
  optional: string[]
  provides: string[]
  contributes: string[]
  startup_ms: number
  errors: { time: string; request_id: string; method: string; route: string; part?: string }[]
}

/** Newest first. */
export const listEvents = (filter: EventFilter, cursor?: string): Promise<Page<RecordedEvent>> =>
  value(
    api.GET('/api/events', { params: { query: { ...filter, limit: 50, ...(cursor !== undefined && { cursor }) } } }),
  )

export const listPlugins = (): Promise<Plugin[]> =>
  everyItem(cursor =>
    value(
      api.GET('/api/admin/plugins', { params: { query: { limit: 1000, ...(cursor !== undefined && { cursor }) } } }),
    ),
  )

/** Save a sidebar, that of a role or the general one. @returns what is stored */
export function saveSidebar(sidebar: Sidebar, role?: string): Promise<Sidebar> {
  const params = { query: role === undefined ? {} : { role } }
  return value(api.PUT('/api/settings/sidebar', { params, body: sidebar }))
}
