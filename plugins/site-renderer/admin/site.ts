import { everyItem, send } from '../../../admin/src/index.ts'
import type { JsonObject, Page } from '../../../admin/src/index.ts'

/** Something in a template that does not work as written. */
export interface SiteProblem {
  /** URN of the template, or of the theme in whose fragment it stands. */
  id: string
  name: string
  kind: string
  message: string
  fragment?: string
  line?: number
}

/** A page of the public site. */
export interface SiteAddress {
  path: string
  updated_at: string
}

/** A resource as it would be. */
export interface Draft {
  type_slug: string
  id?: string
  data: JsonObject
}

/** Slugs of the types whose resources have a preview. */
export const listShownTypes = async (): Promise<string[]> =>
  (await listAll<{ type_slug: string }>('/api/site/types')).map(({ type_slug }) => type_slug)

export const listSiteProblems = (): Promise<SiteProblem[]> => listAll('/api/site/problems')

export const listSiteAddresses = (): Promise<SiteAddress[]> => listAll('/api/site/addresses')

/** The page that shows a draft, as HTML. @throws ApiError */
export async function readPreview(draft: Draft, signal: AbortSignal): Promise<string> {
  const answer = await send('POST', '/api/site/preview', { body: draft, accept: 'text/html', signal })
  return answer.text()
}

/** The items are what the service's document says. */
const listAll = <Item>(path: string): Promise<Item[]> =>
  everyItem(async cursor => {
    const answer = await send('GET', path, { query: { cursor } })
    const page: Page<Item> = await answer.json()
    return page
  })
