import { addSource, unless } from '../../../admin/src/index.ts'

/** The link to a path on the site. */
export const siteHref = (path: string): string => `/site${path === '/' ? '' : path}`

async function shownTypes(): Promise<string[]> {
  const { listShownTypes } = await import('./site.ts')
  return unless<string[], string[]>([403, 404], listShownTypes(), [])
}

addSource('site', {
  hrefOf: siteHref,
  shownTypes,
  async pathOf(slug, id) {
    const { findSiteAddress } = await import('./site.ts')
    return (await shownTypes()).includes(slug) ? (await findSiteAddress(id))?.path : undefined
  },
})
