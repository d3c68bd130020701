import { isAddressPart } from '../pages/addresses/address-part.ts'
import { filesPath } from '../pages/public-name.ts'
import { decodePercent } from '../../../lib/web-text/index.ts'

/** The path at which the service serves the site; its pages write local links with it. */
const prefix = '/site'

/**
 * The path on the site that a link leads to.
 * @param link the link as written in a document
 * @param from path of that document
 * @returns undefined for links that leave the site
 */
export function localPath(link: string, from: string): { path: string; fragment: string } | undefined {
  const base = `http://site.invalid${prefix}${from === '/' ? '/' : from}`
  if (!URL.canParse(link, base)) return undefined
  const { origin, pathname, searchParams, hash } = new URL(link, base)
  if (origin !== 'http://site.invalid') return undefined
  if (pathname !== prefix && !pathname.startsWith(`${prefix}/`)) return undefined
  const own = pathname.slice(prefix.length).replace(/\/$/, '') || '/'
  const page = searchParams.get('page')
  return {
    path: page === null || page === '1' ? own : `${own}?page=${encodeURIComponent(page)}`,
    fragment: hash.slice(1),
  }
}

/** Whether a path is that of a page rather than a file. */
const isPage = (path: string): boolean =>
  !path.startsWith('/assets/') &&
  !path.startsWith(filesPath) &&
  !/^\/(?:sitemap(?:-[a-z][a-z0-9-]*)?\.xml|robots\.txt|feed\.xml)$/.test(path)

/**
 * The name of the file for a path of the site, relative to the folder of the built site, with `/`.
 * @returns undefined for a path that must not become a file name
 */
export function fileName(path: string): string | undefined {
  if (path === '/404') return '404.html'
  const { pathname, searchParams } = new URL(path, 'http://site.invalid')
  const parts = pathname
    .split('/')
    .filter(part => part !== '')
    .map(decodePercent)
  if (!parts.every(part => part !== undefined && isAddressPart(part))) return undefined
  if (!isPage(path)) return parts.join('/')
  const page = searchParams.get('page')
  if (page !== null) parts.push(`page-${page}`)
  return [...parts, 'index.html'].join('/')
}
