import { typesNamed } from '../../binding/index.ts'
import type { SiteReader } from '../../contract.ts'
import { maxAddresses } from '../../feeds/sitemap.ts'
import type { SiteAddress } from '../../feeds/sitemap.ts'
import { pathOf, pathOfPage } from './details.ts'
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
  const pages = (await findAll(structure, [pageSlug], maxPages, deadline)).flatMap(page => {
    const slug = textOf(page, 'slug')
    return slug === undefined || slug === '404' || details.withoutContent.has(slug)
      ? []
      : [{ path: pathOfPage(slug), updated_at: page.updated_at }]
  })
  const resources = await findAll(
    content,
    listed.map(([slug]) => slug),
    maxAddresses - pages.length,
    deadline,
  )
  const below = resources.flatMap(resource => {
    const path = pathOf(resource, details)
    return path === undefined ? [] : [{ path, updated_at: resource.updated_at }]
  })
  return [...pages, ...below]
}
