import { declaration, element } from './xml.ts'

/** An address of the site, and when what it shows was changed last. */
export interface SiteAddress {
  /** On the site. */
  path: string
  /** RFC 3339 */
  updated_at: string
}

/** More does no search engine read from one file (sitemaps.org); here less is made at once. */
export const maxAddresses = 10_000

/** A sitemap (sitemaps.org, 0.9). */
export function sitemapXml(addresses: readonly SiteAddress[], absolute: (path: string) => string): string {
  const urls = addresses.map(
    ({ path, updated_at }) => `<url>${element('loc', absolute(path))}${element('lastmod', updated_at)}</url>\n`,
  )
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** What search engines may look at (RFC 9309): the site, and where it stands beside the service, nothing else. */
export function robotsText(sitemap: string, prefix: string): string {
  const allowed = prefix === '' ? ['Allow: /', 'Disallow: /api/'] : [`Allow: ${prefix}`, 'Disallow: /']
  return ['User-agent: *', ...allowed, '', `Sitemap: ${sitemap}`, ''].join('\n')
}
