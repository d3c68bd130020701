import { defaultAccount } from '../../../../kernel/index.ts'
import { newestFirst } from '../../../../lib/query/index.ts'
import type { CursorScope, Cursors } from '../../../../lib/query/index.ts'
import type { ResourceType } from '../../../types/contract.ts'
import { typesNamed } from '../../binding/index.ts'
import type { SiteReader, SiteResource } from '../../contract.ts'
import type { SiteAddress } from '../../feeds/sitemap.ts'
import { pathOf, unusableSlugOf } from './details.ts'
import type { DetailPages } from './details.ts'
import { pageSlug, textOf } from '../structure.ts'

/** A type whose resources have addresses, and what reads them. */
export interface ListedType {
  type: ResourceType
  reader: SiteReader
}

/**
 * The types whose resources are in the sitemap: pages first, then those that a page shows. Persons and organizations are found through links on pages.
 * @param structure reads pages
 * @param content reads the resources that they show
 */
export async function listedTypes(
  structure: SiteReader,
  content: SiteReader,
  details: DetailPages,
): Promise<ListedType[]> {
  const types = await content.types()
  const unlisted = new Set(['Person', 'Organization'].flatMap(name => typesNamed(name, types).map(({ slug }) => slug)))
  const pages = (await structure.types()).filter(({ slug }) => slug === pageSlug)
  const others = types.filter(({ slug }) => details.pages.has(slug) && !unlisted.has(slug) && slug !== pageSlug)
  return [...pages.map(type => ({ type, reader: structure })), ...others.map(type => ({ type, reader: content }))]
}

/** The address of a resource, if it has one: that of the page that it is, or of the page that shows it. */
export function addressesOf(resource: SiteResource, details: DetailPages): SiteAddress[] {
  if (resource.type.slug === pageSlug) {
    const slug = textOf(resource, 'slug')
    if (slug === undefined || slug === '404' || details.withoutContent.has(slug)) return []
  }
  const path = pathOf(resource, details)
  if (path === undefined) return []
  const unusable_slug = unusableSlugOf(resource)
  return [{ path, updated_at: resource.updated_at, ...(unusable_slug !== undefined && { unusable_slug }) }]
}

/** Consecutive addresses, and the token of the next ones; empty at the end. */
export interface AddressPage {
  addresses: SiteAddress[]
  cursor: string
}

const cursorScope: CursorScope = {
  account_id: defaultAccount,
  list: 'site-addresses',
  sort: newestFirst,
  conditions: [],
  words: [],
}

/**
 * The addresses of some types, one type after the other, each oldest first.
 * @param cursor that of the page before
 * @throws InvalidInput for a cursor of another list
 */
export async function pageOfAddresses(
  listed: readonly ListedType[],
  details: DetailPages,
  cursors: Cursors,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<AddressPage> {
  const position = cursor === undefined ? undefined : cursors.read(cursorScope, cursor)
  const after = position && { created_at: String(position.key), id: position.id }
  const from = listed.findIndex(({ type }) => type.slug === after?.id.split(':')[1])
  const addresses: SiteAddress[] = []
  for (const [index, { type, reader }] of listed.slice(Math.max(0, from)).entries()) {
    for await (const portion of reader.walk(type, index === 0 ? after : undefined)) {
      for (const resource of portion) {
        addresses.push(...addressesOf(resource, details))
        if (addresses.length >= limit)
          return { addresses, cursor: cursors.write(cursorScope, { key: resource.created_at, id: resource.id }) }
      }
    }
  }
  return { addresses, cursor: '' }
}
