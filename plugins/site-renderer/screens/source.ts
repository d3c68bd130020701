import { addSource, requests } from '../../../admin/src/index.ts'
import { linkTo } from '../../../lib/web-text/index.ts'
import type { ShownType } from './site.ts'

/** The link to a path on the site. */
export const siteHref = (path: string): string => `/site${path === '/' ? '' : path}`

async function shownTypes(): Promise<ShownType[]> {
  const { listShownTypes } = await import('./site.ts')
  return requests.unless<ShownType[], ShownType[]>([403, 404], listShownTypes(), [])
}

addSource('site', {
  hrefOf: path => linkTo({ prefix: '/site' }, path),
  shownTypes,
  async pathOf(slug, id) {
    const { findSiteAddress } = await import('./site.ts')
    const isShown = (await shownTypes()).some(({ type_slug: shown }) => shown === slug)
    return isShown ? (await findSiteAddress(id))?.path : undefined
  },
})
