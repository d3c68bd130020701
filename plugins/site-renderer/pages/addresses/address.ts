import { attempt, insteadOf } from '../../../../lib/errors/index.ts'
import { linkTo, writtenPrefix } from '../../../../lib/web-text/index.ts'
import { fileName } from '../../build/local-path.ts'

/** How many addresses a file of a sitemap may have (sitemaps.org), and a list of them. */
export const maxAddresses = 50_000

/** The address at which a site is reached. */
export interface SiteBase {
  /** `https://www.example.org` */
  origin: string
  /** The prefix of the site's paths: empty at the root of a host of its own. */
  prefix: '' | '/site'
  /** The beginning of full addresses if the site is published elsewhere, with a trailing slash. */
  publishedAt?: string
}

/** The full address of a path on the site; a full address in data is returned unchanged. */
export function absoluteTo(base: SiteBase, address: string): string {
  if (base.publishedAt !== undefined && address.startsWith('/') && !address.startsWith('//')) {
    return new URL(publishedPath(address.replace(writtenPrefix, '')).slice(1), base.publishedAt).href
  }
  const local = linkTo(base, address)
  return attempt(() => new URL(local, `${base.origin}${base.prefix}/`).href, insteadOf(TypeError, base.origin))
}

/** The path under which a usual host serves the static file of an address: a folder for a page, `/books/page-2/`. */
function publishedPath(address: string): string {
  const path = /^[^#]*/.exec(address)?.[0] ?? ''
  const name = hasExtension.test(path) ? undefined : fileName(path || '/')
  if (name === undefined) return address
  const encoded = name.split('/').map(encodeURIComponent).join('/')
  return `/${encoded.replace(/(?:^|(?<=\/))index\.html$/, '')}${address.slice(path.length)}`
}

/** An address in data can be that of another file of the host. */
const hasExtension = /\.[a-z][a-z0-9]{1,4}$/i

/** Whether a text is a full http(s) address. */
export const isWebAddress = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text)

/** The possible slugs and resource parts of a path; the first candidate that exists is used. */
interface PageCandidate {
  slug: string
  /** Identifies a resource: its id, the last part of its id, or its slug. */
  resource: string | undefined
}

/**
 * The possible meanings of a path: a page, or a resource on the parent page.
 * @param path decoded, from `/`, without a trailing slash
 */
export function addressCandidatesOf(path: string): PageCandidate[] {
  if (path === '/') return [{ slug: 'index', resource: undefined }]
  const slug = path.slice(1)
  const cut = slug.lastIndexOf('/')
  if (slug.split('/').includes('')) return []
  const page = { slug, resource: undefined }
  return cut === -1 ? [page] : [page, { slug: slug.slice(0, cut), resource: slug.slice(cut + 1) }]
}

/** The path of a page of a list on a page. */
export const listPath = (path: string, page: number): string => (page <= 1 ? path : `${path}?page=${page}`)
