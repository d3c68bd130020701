import type { ResourceType } from '../../../types/contract.ts'
import { isExactly, typesNamed } from '../../binding/schema-org.ts'
import type { CompiledTemplate, SiteReader, SiteResource } from '../../contract.ts'
import { findAll, furniture, maxPages, pageSlug, readParts, textOf } from '../structure.ts'
import type { Templates } from '../document/templates.ts'

/** Slug of a type → slug of the page that shows a single resource of it. */
export type DetailPages = ReadonlyMap<string, string>

/**
 * The page that shows a single resource of a type: the first by slug, except the home page, whose template has a single element for the type,
 * outside of fragments and other elements. A page for the type itself takes precedence over one for a supertype.
 */
export async function findDetailPages(
  reader: { structure: SiteReader; content: SiteReader },
  templates: Templates,
  deadline: number,
): Promise<DetailPages> {
  const types = (await reader.content.types()).filter(({ slug }) => !furniture.has(slug))
  const entities = await entitiesOfPages(reader.structure, templates, deadline)
  const found = new Map<string, string>()
  for (const fits of [isExactly, isNamed]) {
    for (const [page, names] of entities) {
      for (const type of types) {
        if (!found.has(type.slug) && names.some(name => fits(type, name))) found.set(type.slug, page)
      }
    }
  }
  return found
}

const isNamed = (type: ResourceType, name: string): boolean => typesNamed(name, [type]).length > 0

/** The entities that the template of each page, by its slug, has a single element for. */
async function entitiesOfPages(
  reader: SiteReader,
  templates: Templates,
  deadline: number,
): Promise<[slug: string, entities: readonly string[]][]> {
  const pages = (await findAll(reader, [pageSlug], maxPages, deadline))
    .map(page => ({ page, slug: textOf(page, 'slug') ?? '' }))
    .filter(({ page, slug }) => !['', 'index', '404'].includes(slug) && typeof page.data['template'] === 'string')
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
  const known = new Map<string, readonly string[]>()
  const entities: [string, readonly string[]][] = []
  for (const { page, slug } of pages) {
    const key = `${String(page.data['template'])} ${String(page.data['isPartOf'])}`
    let names = known.get(key)
    if (names === undefined) {
      const parts = await readParts(reader, page, deadline)
      names = parts === undefined ? [] : entitiesAlone(templates.compile(parts))
      known.set(key, names)
    }
    entities.push([slug, names])
  }
  return entities
}

const entitiesAlone = ({ entities }: CompiledTemplate): string[] =>
  entities
    .filter(({ list, parent, fragment }) => list === undefined && parent === undefined && fragment === undefined)
    .map(({ entity }) => entity)

/** The last part of the address of a resource: its slug, if its type has a unique one, else the last part of its id. */
function addressPart({ id, type, data }: SiteResource): string {
  const { slug } = data
  if (typeof slug === 'string' && slug !== '' && !slug.includes('/') && hasUniqueSlug(type)) return slug
  return id.slice(id.lastIndexOf(':') + 1)
}

export const hasUniqueSlug = ({ compiled }: ResourceType): boolean =>
  compiled.columns.some(({ path, unique }) => unique && path.length === 1 && path[0] === 'slug')

/** The path of a resource on the site: for a page its own path, for others one below the page that shows it. */
export function pathOf(resource: SiteResource, details: DetailPages, page?: string): string | undefined {
  if (resource.type.slug === pageSlug && page === undefined) return pathOfPage(textOf(resource, 'slug') ?? '')
  const below = page ?? details.get(resource.type.slug)
  return below === undefined ? undefined : `${pathOfPage(below)}/${encodeURIComponent(addressPart(resource))}`
}

/** The path of a page; `/` for the home page. */
export const pathOfPage = (slug: string): string =>
  slug === 'index' ? '/' : `/${slug.split('/').map(encodeURIComponent).join('/')}`
