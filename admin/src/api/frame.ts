import { api, value } from './transport/client.ts'
import type { Listed } from './transport/client.ts'
import type { JsonObject } from './transport/json.ts'
import { everyItem } from './transport/page.ts'
import type { Page } from './transport/page.ts'
import { sendForJson } from './transport/send.ts'

/** What the sidebar shows. */
export interface Sidebar {
  hidden_slugs: string[]
  menu_groups: Record<string, string[]>
}

/** One's own, or that of a role (administrators). */
export async function getSidebar(role?: string): Promise<Sidebar> {
  const { hidden_slugs, menu_groups } = await value(api.GET('/api/settings/sidebar', { params: { query: { role } } }))
  return { hidden_slugs, menu_groups }
}

/** A screen that a plugin brings. */
export type ContributedScreen = Listed<'/api/admin/screens'>

/** A page of any list of the API, by its address. */
export const listAt = (url: string, cursor?: string): Promise<Page<JsonObject>> =>
  sendForJson('GET', url, { query: { cursor, limit: 50 } })

/** Those that the caller gets to see; the service checked them when the plugins contributed them. */
export const listScreens = (): Promise<ContributedScreen[]> =>
  everyItem(cursor => value(api.GET('/api/admin/screens', { params: { query: { limit: 1000, cursor } } })))

/** Whether the service and its store can be reached. */
export async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/api/health/ready')).ok
  } catch {
    return false // no answer is an answer here
  }
}
