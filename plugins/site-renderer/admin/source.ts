import { addSource } from '../../../admin/src/index.ts'

/** The link to a path on the site. */
export const siteHref = (path: string): string => `/site${path === '/' ? '' : path}`

addSource('site', { hrefOf: siteHref })
