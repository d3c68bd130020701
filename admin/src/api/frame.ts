import { api, value } from './transport/client.ts'
import type { Listed } from './transport/client.ts'
import type { JsonObject } from './transport/json.ts'
import { everyItem } from './transport/page.ts'
import type { Page } from './transport/page.ts'
import { sendForJson } from './transport/send.ts'

/** The content of the sidebar. */
export interface Sidebar {
  hidden_slugs: string[]
  menu_groups: Record<string, string[]>
  /** Names of groups in other languages. */
  group_titles?: Record<string, Record<string, string>>
}

/** Read the caller's own sidebar, or that of a role (administrators only). */
export async function getSidebar(role?: string): Promise<Sidebar> {
  const sidebar = await value(api.GET('/api/settings/sidebar', { params: { query: { role } } }))
  const { hidden_slugs, menu_groups, group_titles } = sidebar
  return { hidden_slugs, menu_groups, ...(group_titles !== undefined && { group_titles }) }
}

/** A screen that a plugin contributes. */
export type ContributedScreen = Listed<'/api/admin/screens'>

/** Read a page of any list of the API, given its address. */
export const listAt = (url: string, cursor?: string): Promise<Page<JsonObject>> =>
  sendForJson('GET', url, { query: { cursor, limit: 50 } })

/** List the screens that the caller is allowed to see. The service validated them when the plugins contributed them. */
export const listScreens = (): Promise<ContributedScreen[]> =>
  everyItem(cursor => value(api.GET('/api/admin/screens', { params: { query: { limit: 1000, cursor } } })))

/** Check whether the service and its store can be reached. */
export async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/api/health/ready')).ok
  } catch {
    return false // no answer means: not ready
  }
}
