import { declaration, element } from './xml.ts'

/** An address of the site, and the time of the last change of its content. */
export interface SiteAddress {
  /** Path on the site. */
  path: string
  /** RFC 3339 */
  updated_at: string
}

/** Search engines limit the number of addresses in one file (sitemaps.org); this limit is lower. */
export const maxAddresses = 10_000

/** A sitemap (sitemaps.org, 0.9). */
export function sitemapXml(addresses: readonly SiteAddress[], absolute: (path: string) => string): string {
  const urls = addresses.map(
    ({ path, updated_at }) => `<url>${element('loc', absolute(path))}${element('lastmod', updated_at)}</url>\n`,
  )
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** The part of the host that search engines can crawl (RFC 9309): the site; next to the service, nothing else. */
export function robotsText(sitemap: string, prefix: string): string {
  const allowed = prefix === '' ? ['Allow: /', 'Disallow: /api/'] : [`Allow: ${prefix}`, 'Disallow: /']
  return ['User-agent: *', ...allowed, '', `Sitemap: ${sitemap}`, ''].join('\n')
}
