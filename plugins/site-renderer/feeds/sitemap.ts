import type { SiteResource, WalkPosition } from '../contract.ts'
import { maxAddresses } from '../pages/addresses/address.ts'
import { addressesOf } from '../pages/addresses/addresses.ts'
import type { ListedType } from '../pages/addresses/addresses.ts'
import type { DetailPages } from '../pages/addresses/details.ts'
import { declaration, element } from './xml.ts'

/** An address of the site, and the time of the last change of its content. */
export interface SiteAddress {
  /** Path on the site. */
  path: string
  /** RFC 3339 */
  updated_at: string
  /** The slug, where it cannot be part of an address. */
  unusable_slug?: string
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The parts of a sitemap. */
export interface SitemapParts {
  listed: readonly ListedType[]
  details: DetailPages
  /** The full address of a path on the site. */
  absolute: (path: string) => string
}

/**
 * The sitemap (sitemaps.org, 0.9): all addresses, or, if there are more than one file may have, the index of the files for the resources of each type.
 */
export async function sitemapXml(parts: SitemapParts): Promise<string> {
  const counted = await Promise.all(
    parts.listed.map(async ({ type, reader }) => ({ slug: type.slug, count: await reader.count(type) })),
  )
  if (counted.reduce((sum, { count }) => sum + count, 0) > maxAddresses) {
    const files = counted.flatMap(({ slug, count }) =>
      Array.from({ length: Math.ceil(count / maxAddresses) }, (_, index) => partPath(slug, index + 1)),
    )
    const entries = files.map(path => `<sitemap>${element('loc', parts.absolute(path))}</sitemap>\n`)
    return `${declaration}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
  }
  let urls = ''
  for (const { type, reader } of parts.listed)
    for await (const portion of reader.walk(type)) urls += urlsOf(portion, parts)
  return urlSet(urls)
}

const partPath = (slug: string, number: number): string => `/sitemap-${slug}-${number}.xml`

/** The type and number of a part of the sitemap; undefined for any other path. */
export function readPartPath(path: string): { slug: string; number: number } | undefined {
  const { slug, number } = /^\/sitemap-(?<slug>[a-z][a-z0-9-]*)-(?<number>[1-9]\d{0,4})\.xml$/.exec(path)?.groups ?? {}
  return slug === undefined ? undefined : { slug, number: Number(number) }
}

/**
 * One part of the sitemap: at most {@link maxAddresses} resources of a type, oldest first, so that new resources change only the last part.
 * @param ends the last resource of each part that is known; those on the way are added
 * @returns undefined when there is no such part
 */
export async function sitemapPartXml(
  parts: SitemapParts,
  { slug, number }: { slug: string; number: number },
  ends: WalkPosition[],
): Promise<string | undefined> {
  const listed = parts.listed.find(({ type }) => type.slug === slug)
  if (listed === undefined) return undefined
  const { type, reader } = listed
  let part = Math.min(number, ends.length + 1)
  let inPart = 0
  let urls = ''
  for await (const portion of reader.walk(type, ends[part - 2])) {
    for (const resource of portion) {
      if (inPart === maxAddresses) {
        part += 1
        inPart = 0
      }
      inPart += 1
      if (part > number) return urlSet(urls)
      if (inPart === maxAddresses) ends[part - 1] = { created_at: resource.created_at, id: resource.id }
      if (part === number) urls += urlsOf([resource], parts)
    }
  }
  return part === number && inPart > 0 ? urlSet(urls) : undefined
}

const urlsOf = (resources: readonly SiteResource[], { details, absolute }: SitemapParts): string =>
  resources
    .flatMap(resource => addressesOf(resource, details))
    .map(({ path, updated_at }) => `<url>${element('loc', absolute(path))}${element('lastmod', updated_at)}</url>\n`)
    .join('')

const urlSet = (urls: string): string => `${declaration}<urlset ${namespace}>\n${urls}</urlset>\n`

/** The part of the host that search engines can crawl (RFC 9309): the site; next to the service, nothing else. */
export function robotsText(sitemap: string, prefix: string): string {
  const allowed = prefix === '' ? ['Allow: /', 'Disallow: /api/'] : [`Allow: ${prefix}`, 'Disallow: /']
  return ['User-agent: *', ...allowed, '', `Sitemap: ${sitemap}`, ''].join('\n')
}
