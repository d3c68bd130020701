import { addSource, unless } from '../../../admin/src/index.ts'

/** The link to a path on the site. */
export const siteHref = (path: string): string => `/site${path === '/' ? '' : path}`

addSource('site', {
  hrefOf: siteHref,
  async pathOf(slug, id) {
    const { findSiteAddress, listShownTypes } = await import('./site.ts')
    const shown = await unless<string[], string[]>([403, 404], listShownTypes(), [])
    return shown.includes(slug) ? (await findSiteAddress(id))?.path : undefined
  },
})
