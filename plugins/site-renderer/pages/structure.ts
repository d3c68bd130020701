import type { SiteReader, SiteResource } from '../contract.ts'

/** Slugs of the types that define a site: always read, whatever types the options allow. */
export const pageSlug = 'web-page'
export const structuralSlugs: readonly string[] = [pageSlug, 'web-page-template', 'web-site', 'theme']

/** Slugs of the types of page elements: no page is about one of them. */
export const pageElementSlugs: ReadonlySet<string> = new Set(
  'web-site web-page web-page-template theme menu menu-item web-page-element breadcrumb-list'.split(' '),
)

/** Maximum number of pages that are considered for sitemap, feed and detail pages. */
export const maxPages = 2_000
const portionSize = 1_000
const maxSlugLength = 200

/** The parts of a page. */
export interface PageParts {
  page: SiteResource
  /** The site that contains the page, else the oldest one. */
  site: SiteResource | undefined
  /** The theme of that site. */
  theme: SiteResource | undefined
  /** Undefined if the page names none. */
  template: SiteResource | undefined
}

/** The page with this slug. */
export async function findPage(reader: SiteReader, slug: string, deadline: number): Promise<SiteResource | undefined> {
  if (slug.length > maxSlugLength) return undefined
  return findBy(reader, pageSlug, slug, deadline)
}

/** The resource of a type with this slug. */
export async function findBy(
  reader: SiteReader,
  typeSlug: string,
  slug: string,
  deadline: number,
): Promise<SiteResource | undefined> {
  const types = (await reader.types()).filter(type => type.slug === typeSlug)
  const parameters = [
    ['filter_field', 'slug'],
    ['filter_value', slug],
  ] as const
  const { resources } = await reader.find({ types, parameters, limit: 1 }, deadline)
  return resources[0]
}

/** All resources of some types, newest first for each type, up to a limit. */
export async function findAll(
  reader: SiteReader,
  typeSlugs: readonly string[],
  max: number,
  deadline: number,
): Promise<SiteResource[]> {
  const types = (await reader.types()).filter(({ slug }) => typeSlugs.includes(slug))
  const found: SiteResource[] = []
  for (const type of types) {
    for (let skip = 0, hasMore = true; hasMore && found.length < max; skip += portionSize) {
      const limit = Math.min(portionSize, max - found.length)
      const page = await reader.find({ types: [type], parameters: [], skip, limit }, deadline)
      found.push(...page.resources)
      hasMore = page.hasMore
    }
  }
  return found
}

/** The site of all pages that name none, and its theme. */
export type Home = Pick<PageParts, 'site' | 'theme'>

/** Read the site of all pages that name none, and its theme. */
export async function readHome(reader: SiteReader, deadline: number): Promise<Home> {
  const site = await oldestSite(reader, deadline)
  return { site, theme: await readTheme(reader, site) }
}

/**
 * The parts of a page; undefined if its template cannot be shown.
 * @param home that of the reader, if it is known
 */
export async function readParts(
  reader: SiteReader,
  page: SiteResource,
  deadline: number,
  home?: Home,
): Promise<PageParts | undefined> {
  const { template: templateId, isPartOf } = page.data
  const ids = [templateId, isPartOf].filter(id => typeof id === 'string')
  const found = await reader.getMany(ids)
  const template = ofType(found.get(String(templateId)), 'web-page-template')
  if (templateId !== undefined && templateId !== null && template === undefined) return undefined
  const site = ofType(found.get(String(isPartOf)), 'web-site')
  if (site === undefined) return { page, template, ...(home ?? (await readHome(reader, deadline))) }
  return { page, template, site, theme: await readTheme(reader, site) }
}

/** The site that everything belongs to that names none: the oldest one, so that another site changes nothing. */
export async function oldestSite(reader: SiteReader, deadline: number): Promise<SiteResource | undefined> {
  const types = (await reader.types()).filter(({ slug }) => slug === 'web-site')
  const parameters = [['sort_order', 'asc']] as const
  return (await reader.find({ types, parameters, limit: 1 }, deadline)).resources[0]
}

/** The theme of a site. */
export async function readTheme(reader: SiteReader, site: SiteResource | undefined): Promise<SiteResource | undefined> {
  const id = site?.data['theme']
  if (typeof id !== 'string') return undefined
  return ofType((await reader.getMany([id])).get(id), 'theme')
}

const ofType = (resource: SiteResource | undefined, slug: string): SiteResource | undefined =>
  resource?.type.slug === slug ? resource : undefined

/** The value of a property, if it is a non-empty text. */
export function textOf(resource: SiteResource | undefined, name: string): string | undefined {
  const value = resource?.data[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
