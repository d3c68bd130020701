import { api, send, value } from '../../../admin/src/index.ts'
import type { JsonObject, Listed } from '../../../admin/src/index.ts'

/** Something in a template that does not work as written. */
export type SiteProblem = Listed<'/api/site/problems'>

/** A page of the public site. */
export type SiteAddress = Listed<'/api/site/addresses'>

/** A resource as it would be. */
export interface Draft {
  type_slug: string
  id?: string
  data: JsonObject
}

/** Slugs of the types whose resources have a preview. */
export const listShownTypes = async (): Promise<string[]> =>
  (await value(api.GET('/api/site/types'))).data.map(({ type_slug }) => type_slug)

export const listSiteProblems = async (): Promise<SiteProblem[]> => (await value(api.GET('/api/site/problems'))).data

export const listSiteAddresses = async (): Promise<SiteAddress[]> => (await value(api.GET('/api/site/addresses'))).data

/** The page that shows a draft, as HTML. @throws ApiError */
export async function readPreview(draft: Draft, signal: AbortSignal): Promise<string> {
  const answer = await send('POST', '/api/site/preview', { body: draft, accept: 'text/html', signal })
  return answer.text()
}
