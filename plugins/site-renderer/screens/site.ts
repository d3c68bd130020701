import { api, requests, value } from '../../../admin/src/index.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import type { Listed } from '../../../admin/src/index.ts'

/** An error in a template. */
export type SiteProblem = Listed<'/api/site/problems'>

/** A type whose resources have a preview. */
export type ShownType = Listed<'/api/site/types'>

/** A page of the public site. */
type SiteAddress = Listed<'/api/site/addresses'>

/** A resource with unsaved data. */
export interface Draft {
  type_slug: string
  id?: string
  data: JsonObject
}

/** List the types whose resources have a preview. */
export const listShownTypes = async (): Promise<ShownType[]> => (await value(api.GET('/api/site/types'))).data

export const listSiteProblems = async (): Promise<SiteProblem[]> => (await value(api.GET('/api/site/problems'))).data

const addressesAtOnce = 100

/** A page of the list of the site's pages, which have no id but their path. */
export async function listSiteAddresses(cursor: string | undefined, signal: AbortSignal) {
  const page = await value(
    api.GET('/api/site/addresses', { params: { query: { limit: addressesAtOnce, cursor } }, signal }),
  )
  return { ...page, data: page.data.map(address => ({ ...address, id: address.path })) }
}

/** The address of a resource on the site; null when it has none. */
export const findSiteAddress = async (id: string): Promise<SiteAddress | null> =>
  (await value(api.GET('/api/site/addresses', { params: { query: { id } } }))).data[0] ?? null

/** The page that shows a draft, and what does not work in its template and theme. */
export interface PreviewAnswer {
  html: string
  problems: SiteProblem[]
}

/** The id of a draft in the answers of the preview. */
export const idOfDraft = (slug: string, id: string | undefined): string => id ?? `urn:${slug}:draft`

/** Render the page that shows a draft. @throws ApiError */
export const readPreview = (draft: Draft, signal: AbortSignal): Promise<PreviewAnswer> =>
  requests.sendForJson('POST', '/api/site/preview', { body: draft, accept: 'application/json', signal })
