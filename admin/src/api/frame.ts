import { api, value } from './transport/client.ts'
import type { Answer, Listed } from './transport/client.ts'
import type { JsonObject } from './transport/json.ts'
import { everyItem } from './transport/page.ts'
import type { Page } from './transport/page.ts'
import { sendForJson } from './transport/send.ts'

/** The content of the sidebar. */
export type Sidebar = Answer<'/api/settings/sidebar', 'get'>

/** Read the caller's own sidebar. */
export const getSidebar = (): Promise<Sidebar> => value(api.GET('/api/settings/sidebar'))

/** A screen that a plugin contributes. */
export type ContributedScreen = Listed<'/api/admin/screens'>

/** Read a page of any list of the API, given its address. */
export const listAt = (url: string, cursor?: string): Promise<Page<JsonObject>> =>
  sendForJson('GET', url, { query: { cursor, limit: 50 } })

/** List the screens that the caller is allowed to see. The service validated them when the plugins contributed them. */
export const listScreens = (): Promise<ContributedScreen[]> =>
  everyItem(cursor => value(api.GET('/api/admin/screens', { params: { query: { limit: 1000, cursor } } })))

/** What a page may show of the HTML of a user. */
export const cleanHtml = async (html: string): Promise<string> =>
  (await value(api.POST('/api/admin/clean-html', { body: { html } }))).html

/** Check whether the service and its store can be reached. */
export async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/api/health/ready')).ok
  } catch {
    return false // no answer means: not ready
  }
}
