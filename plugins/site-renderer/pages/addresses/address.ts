/** Where a site is reached. */
export interface SiteBase {
  /** `https://www.example.org` */
  origin: string
  /** What the paths of the site begin with: nothing at the root of a host of its own. */
  prefix: '' | '/site'
  /** What full addresses begin with where the site is published elsewhere, with a slash at the end. */
  publishedAt?: string
}

/** What local addresses in data and templates may begin with, whatever the site is reached at. */
const written = /^\/site(?=[/?#]|$)/

/**
 * The local address of a path on the site. Addresses are written as `/about` or `/site/about`; those of the API stay as they are.
 */
export function linkTo({ prefix }: Pick<SiteBase, 'prefix'>, path: string): string {
  if (!path.startsWith('/') || path.startsWith('//') || /^\/api(?:[/?#]|$)/.test(path)) return path
  const own = path.replace(written, '')
  if (own === '' || own === '/') return prefix === '' ? '/' : prefix
  return own.startsWith('/?') || own.startsWith('/#') ? `${prefix || '/'}${own.slice(1)}` : `${prefix}${own}`
}

/** The full address of a path on the site; of an address in data that is one already, that. */
export function absoluteTo(base: SiteBase, address: string): string {
  if (base.publishedAt !== undefined && address.startsWith('/') && !address.startsWith('//')) {
    return new URL(address.replace(written, '').slice(1), base.publishedAt).href
  }
  const local = linkTo(base, address)
  return URL.canParse(local, base.origin) ? new URL(local, `${base.origin}${base.prefix}/`).href : base.origin
}

/** Whether a text is a full address of the web. */
export const isWebAddress = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text)

/** The slugs and parts that a path of the site may mean, the first that is there counts. */
export interface PageCandidate {
  slug: string
  /** Names a resource: its id, the last part of that, or its slug. */
  resource: string | undefined
}

/**
 * What a path may mean: a page, or a resource on the page above.
 * @param path decoded, from `/`, without a slash at its end
 */
export function candidatesOf(path: string): PageCandidate[] {
  if (path === '/') return [{ slug: 'index', resource: undefined }]
  const slug = path.slice(1)
  const cut = slug.lastIndexOf('/')
  if (slug.split('/').includes('')) return []
  const page = { slug, resource: undefined }
  return cut === -1 ? [page] : [page, { slug: slug.slice(0, cut), resource: slug.slice(cut + 1) }]
}

/** The path of a page of a list on a page. */
export const listPath = (path: string, page: number): string => (page <= 1 ? path : `${path}?page=${page}`)
