import { setImmediate as turn } from 'node:timers/promises'
import type { ResourceType } from '../../../types/contract.ts'
import { isExactly, typesNamed } from '../../binding/schema-org.ts'
import type { CompiledTemplate, SiteReader, SiteResource, TemplateEntity } from '../../contract.ts'
import { findFirst, pageElementSlugs, pageSlug, readParts, textOf, walkTemplates, withValue } from '../structure.ts'
import type { Home } from '../structure.ts'
import type { Templates } from '../document/templates.ts'
import { isAddressPart, isPageAddress } from './address-part.ts'

/** The pages that show single resources. */
export interface DetailPages {
  /** Slug of a type → slug of the page that shows a single resource of it. */
  pages: ReadonlyMap<string, string>
  /** Slugs of those pages that show nothing of their own: search engines are told of the addresses with a resource alone. */
  withoutContent: ReadonlySet<string>
}

/**
 * The page that shows a single resource of a type: the first by slug, except the home page, whose template has a single element for the type,
 * outside of fragments and other elements. A page for the type itself takes precedence over one for a supertype.
 */
export async function findDetailPages(
  reader: { structure: SiteReader; content: SiteReader },
  templates: Templates,
  home: Home,
  deadline: number,
): Promise<DetailPages> {
  const types = await reader.content.types()
  const content = types.filter(({ slug }) => !pageElementSlugs.has(slug))
  const candidates = await compiledPages(reader.structure, templates, home, deadline)
  const pages = new Map<string, string>()
  for (const fits of [isExactly, isNamed]) {
    for (const { slug, compiled } of candidates) {
      const names = entitiesAlone(compiled)
      for (const type of content) {
        if (!pages.has(type.slug) && names.some(name => fits(type, name))) pages.set(type.slug, slug)
      }
    }
  }
  const used = new Set(pages.values())
  const bare = candidates.filter(({ slug, page, compiled }) => used.has(slug) && !hasOwnContent(compiled, page, types))
  return { pages, withoutContent: new Set(bare.map(({ slug }) => slug)) }
}

const isNamed = (type: ResourceType, name: string): boolean => typesNamed(name, [type]).length > 0

interface CompiledPage {
  slug: string
  page: SiteResource
  compiled: CompiledTemplate
}

/**
 * For each template that can show a single resource the first page that has it, by slug, except the home page and that for unknown addresses. They
 * are found by their template, so that the number of pages does not matter.
 */
async function compiledPages(
  reader: SiteReader,
  templates: Templates,
  home: Home,
  deadline: number,
): Promise<CompiledPage[]> {
  const found: CompiledPage[] = []
  for await (const template of walkTemplates(reader)) {
    if (!/data-svc-entity/i.test(textOf(template, 'templateBody') ?? '')) continue
    const page = await firstPageOf(reader, template, deadline)
    const slug = textOf(page, 'slug')
    if (page === undefined || slug === undefined || slug === 'index' || !isPageAddress(slug)) continue
    const parts = await readParts(reader, page, deadline, home)
    if (parts !== undefined) found.push({ slug, page, compiled: templates.compile(parts) })
    await turn()
  }
  return found.sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** A type `web-page` without a schema cannot be sorted: then it is the newest one. */
async function firstPageOf(
  reader: SiteReader,
  { id }: SiteResource,
  deadline: number,
): Promise<SiteResource | undefined> {
  const ofTemplate = withValue('template', id)
  const bySlug = [
    ['_filter[slug][exists]', 'true'],
    ['_filter[slug][nin]', 'index,404'],
    ['sort_by', 'slug'],
    ['sort_order', 'asc'],
  ] as const
  const first = await findFirst(reader, pageSlug, [...ofTemplate, ...bySlug], deadline)
  return first ?? findFirst(reader, pageSlug, ofTemplate, deadline)
}

const entitiesAlone = ({ entities }: CompiledTemplate): string[] =>
  entities
    .filter(
      ({ isPath, list, parent, fragment }) =>
        !isPath && list === undefined && parent === undefined && fragment === undefined,
    )
    .map(({ entity }) => entity)

/**
 * Whether a page shows content of its own: one of its properties in the body, or a list beside its navigation. Fragments are those of every page,
 * and breadcrumbs lead elsewhere.
 */
function hasOwnContent(compiled: CompiledTemplate, page: SiteResource, types: readonly ResourceType[]): boolean {
  const { entities } = compiled
  const isTop = (entity: TemplateEntity): boolean =>
    entity.parent === undefined && entity.fragment === undefined && !entity.inHead
  const isOfPage = (index: number | undefined): boolean => {
    const entity = index === undefined ? undefined : entities[index]
    if (entity === undefined) return index === undefined
    const isAtTop = entity.parent === undefined && entity.fragment === undefined
    return isAtTop && !entity.isPath && isNamed(page.type, entity.entity)
  }
  return (
    showsProperty(compiled, page, isOfPage) ||
    entities.some(entity => {
      if (!isTop(entity) || entity.isAside || entity.entity === 'breadcrumb') return false
      if (!entity.isPath && typesNamed(entity.entity, types).length > 0) return entity.list !== undefined
      return hasValue(page, entity.entity.split('.')[0] ?? '')
    })
  )
}

/** Whether the body of a page shows one of its own properties. @param isOfPage whether an entity, by its index, is the page */
export function showsProperty(
  { slots }: CompiledTemplate,
  page: SiteResource,
  isOfPage = (index: number | undefined): boolean => index === undefined,
): boolean {
  return slots.some(
    ({ entity, path, inHead, fragment }) =>
      !inHead && fragment === undefined && isOfPage(entity) && hasValue(page, path[0] ?? ''),
  )
}

function hasValue({ data }: SiteResource, name: string): boolean {
  const value = Object.hasOwn(data, name) ? data[name] : undefined
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** The last part of the address of a resource: its slug, if its type has a unique one that can be that, else the last part of its id. */
function addressPart(resource: SiteResource): string {
  const slug = uniqueSlugOf(resource)
  return slug !== undefined && isAddressPart(slug) ? slug : resource.id.slice(resource.id.lastIndexOf(':') + 1)
}

const uniqueSlugOf = (resource: SiteResource): string | undefined =>
  hasUniqueSlug(resource.type) ? textOf(resource, 'slug') : undefined

/** The slug of a resource, if it cannot be part of its address. */
export function unusableSlugOf(resource: SiteResource, isAtRoot = false): string | undefined {
  const isPage = resource.type.slug === pageSlug
  const slug = isPage ? textOf(resource, 'slug') : uniqueSlugOf(resource)
  return slug === undefined || (isPage ? isPageAddress(slug, isAtRoot) : isAddressPart(slug)) ? undefined : slug
}

export const hasUniqueSlug = ({ compiled }: ResourceType): boolean =>
  compiled.columns.some(({ path, unique }) => unique && path.length === 1 && path[0] === 'slug')

/** The path of a resource on the site, encoded: for a page its own path, for others one below the page that shows it. */
export function pathOf(resource: SiteResource, details: DetailPages, page?: string): string | undefined {
  if (resource.type.slug === pageSlug && page === undefined) {
    const slug = textOf(resource, 'slug')
    return slug === undefined || !isPageAddress(slug) ? undefined : pathOfPage(slug)
  }
  const below = page ?? details.pages.get(resource.type.slug)
  return below === undefined ? undefined : `${pathOfPage(below)}/${encodeURIComponent(addressPart(resource))}`
}

/** The path of a page; `/` for the home page. */
export const pathOfPage = (slug: string): string =>
  slug === 'index' ? '/' : `/${slug.split('/').map(encodeURIComponent).join('/')}`
