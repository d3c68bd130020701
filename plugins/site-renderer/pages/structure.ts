import type { SiteReader, SiteResource, SiteQuery } from '../contract.ts'
import { formsOf } from './addresses/address-part.ts'

/** Slugs of the types that define a site: always read, whatever types the options allow. */
export const pageSlug = 'web-page'
export const structuralSlugs: readonly string[] = [pageSlug, 'web-page-template', 'web-site', 'theme']

/** Slugs of the types of page elements: no page is about one of them. */
export const pageElementSlugs: ReadonlySet<string> = new Set(
  'web-site web-page web-page-template theme menu menu-item web-page-element breadcrumb-list'.split(' '),
)

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
export const findPage = (reader: SiteReader, slug: string, deadline: number): Promise<SiteResource | undefined> =>
  findBySlug(reader, pageSlug, slug, deadline)

/** Longer than any slug in an address; characters. */
const maxSlugLength = 1000

/**
 * The pages with some slugs, read by one query: for each slug its page, or undefined if there is none. Slugs that cannot be part of such a query are left
 * out.
 */
export async function findPages(
  reader: SiteReader,
  slugs: readonly string[],
  deadline: number,
): Promise<ReadonlyMap<string, SiteResource | undefined>> {
  const plain = slugs.filter(slug => slug.length <= maxSlugLength && !slug.includes(',') && formsOf(slug).length === 1)
  if (plain.length === 0) return new Map()
  const types = (await reader.types()).filter(({ slug }) => slug === pageSlug)
  const parameters = [['_filter[slug][in]', plain.join(',')]] as const
  const { resources, hasMore, problems } = await reader.find({ types, parameters, limit: plain.length }, deadline)
  if (hasMore || problems.length > 0) return new Map()
  const found = new Map(resources.toReversed().map(page => [page.data['slug'], page])) // of several the newest
  return new Map(plain.map(slug => [slug, found.get(slug)]))
}

/** The resource of a type with this slug, however its letters are composed. */
export async function findBySlug(
  reader: SiteReader,
  typeSlug: string,
  slug: string,
  deadline: number,
): Promise<SiteResource | undefined> {
  if (slug.length > maxSlugLength) return undefined
  for (const form of formsOf(slug)) {
    const found = await findFirst(reader, typeSlug, withValue('slug', form), deadline)
    if (found !== undefined) return found
  }
  return undefined
}

/** The parameters of a query for the resources with a value of a property. */
export const withValue = (field: string, value: string): (readonly [string, string])[] => [
  ['filter_field', field],
  ['filter_value', value],
]

/** The first resource of a type that a query finds. */
export async function findFirst(
  reader: SiteReader,
  typeSlug: string,
  parameters: SiteQuery['parameters'],
  deadline: number,
): Promise<SiteResource | undefined> {
  const types = (await reader.types()).filter(({ slug }) => slug === typeSlug)
  return (await reader.find({ types, parameters, limit: 1 }, deadline)).resources[0]
}

/** All templates, oldest first, one after the other. */
export async function* walkTemplates(reader: SiteReader): AsyncGenerator<SiteResource, void> {
  const type = (await reader.types()).find(({ slug }) => slug === 'web-page-template')
  if (type !== undefined) for await (const portion of reader.walk(type)) yield* portion
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
 * @param others what {@link readOthers} found, if it was read before
 */
export async function readParts(
  reader: SiteReader,
  page: SiteResource,
  deadline: number,
  home?: Home,
  others?: ReadonlyMap<string, SiteResource>,
): Promise<PageParts | undefined> {
  const { template: templateId, isPartOf } = page.data
  const found = others ?? (await readOthers(reader, [page]))
  const template = ofType(found.get(String(templateId)), 'web-page-template')
  if (templateId !== undefined && templateId !== null && template === undefined) return undefined
  const site = ofType(found.get(String(isPartOf)), 'web-site') ?? home?.site
  if (home !== undefined && site?.id === home.site?.id) return { page, template, ...home }
  if (site === undefined) return { page, template, ...(await readHome(reader, deadline)) }
  return { page, template, site, theme: await readTheme(reader, site) }
}

/** The templates and sites that pages name. */
export const readOthers = (
  reader: SiteReader,
  pages: readonly SiteResource[],
): Promise<ReadonlyMap<string, SiteResource>> =>
  reader.getMany([
    ...new Set(
      pages.flatMap(({ data: { template, isPartOf } }) => [template, isPartOf].filter(id => typeof id === 'string')),
    ),
  ])

/** The site that everything belongs to that names none: the oldest one, so that another site changes nothing. */
export function oldestSite(reader: SiteReader, deadline: number): Promise<SiteResource | undefined> {
  return findFirst(reader, 'web-site', [['sort_order', 'asc']], deadline)
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
