import { typesNamed } from '../../binding/index.ts'
import type { SiteReader, SiteResource } from '../../contract.ts'
import { maxAddresses } from '../../feeds/sitemap.ts'
import type { SiteAddress } from '../../feeds/sitemap.ts'
import { pathOf } from './details.ts'
import type { DetailPages } from './details.ts'
import { findAll, maxPages, pageSlug, textOf } from '../structure.ts'

/**
 * Every address of the site with content of its own: the pages, and the resources that have one, newest first. Persons and organizations
 * are found through links on pages.
 * @param structure reads pages
 * @param content reads the resources that they show
 */
export async function listAddresses(
  structure: SiteReader,
  content: SiteReader,
  details: DetailPages,
  deadline: number,
): Promise<SiteAddress[]> {
  const types = await content.types()
  const unlisted = new Set(['Person', 'Organization'].flatMap(name => typesNamed(name, types).map(({ slug }) => slug)))
  const listed = [...details.pages].filter(([slug]) => !unlisted.has(slug))
  const pages = (await findAll(structure, [pageSlug], maxPages, deadline)).flatMap(page => addressesOf(page, details))
  const resources = await findAll(
    content,
    listed.map(([slug]) => slug),
    maxAddresses - pages.length,
    deadline,
  )
  return [...pages, ...resources.flatMap(resource => addressesOf(resource, details))]
}

/** The address of a resource, if it has one: that of the page that it is, or of the page that shows it. */
export function addressesOf(resource: SiteResource, details: DetailPages): SiteAddress[] {
  if (resource.type.slug === pageSlug) {
    const slug = textOf(resource, 'slug')
    if (slug === undefined || slug === '404' || details.withoutContent.has(slug)) return []
  }
  const path = pathOf(resource, details)
  return path === undefined ? [] : [{ path, updated_at: resource.updated_at }]
}
