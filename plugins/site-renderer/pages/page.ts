import { linkTo } from '../../../lib/web-text/index.ts'
import type { Files } from '../../files/contract.ts'
import type { ResourceType } from '../../types/contract.ts'
import { bindTemplate, typesNamed } from '../binding/index.ts'
import type { CompiledTemplate, SiteReader, SiteResource, TemplateBinding } from '../contract.ts'
import { renderTemplate } from '../template/index.ts'
import { shownPaths } from '../template/shown-paths.ts'
import { absoluteTo, listPath } from './addresses/address.ts'
import type { SiteBase } from './addresses/address.ts'
import { hasUniqueSlug, pathOf, pathOfPage, showsProperty } from './addresses/details.ts'
import type { DetailPages } from './addresses/details.ts'
import { headHtml } from './document/head.ts'
import { addSources, alternativeTextOf } from './pictures.ts'
import { findBySlug, textOf } from './structure.ts'
import type { PageParts } from './structure.ts'
import { styleSheetOf } from './document/theme.ts'

/** Longer than any id or slug in an address; characters. */
const maxPartLength = 1000

/** One page to be rendered. */
interface PageView {
  parts: PageParts
  compiled: CompiledTemplate
  addressed: SiteResource | undefined
  /** From 1. */
  listPage: number
  details: DetailPages
  base: SiteBase
  /** Path of the feed on the site, if there are posts. */
  feed: string | undefined
  /** BCP 47: the language of a page that names none. */
  defaultLanguage: string
  /** Whether search engines should ignore it. */
  isHidden?: boolean
  files: Files | undefined
  /** Replaces the theme's style sheet: the escaped text of a style element. */
  styles?: string | undefined
}

/** A rendered page, and its source. */
export interface RenderedPage {
  html: string
  binding: TemplateBinding
  /** For the header `Link`: the previous and next page of its list. */
  relations: readonly { rel: 'prev' | 'next'; address: string }[]
}

/**
 * Render a page.
 * @returns undefined when the list does not have that many pages
 * @throws QueryTooSlow, PageTooLarge
 */
export async function renderPage(
  view: PageView,
  reader: SiteReader,
  deadline: number,
): Promise<RenderedPage | undefined> {
  const { parts, compiled, addressed, listPage, details, base } = view
  const { page, site, theme } = parts
  const binding = await bindTemplate(compiled, { page, site, addressed, listPage }, reader, deadline)
  const { list } = binding
  if (listPage > 1 && (list === undefined || list.shown === 0)) return undefined
  const path = canonicalPath(view)
  const paths = {
    canonical: listPath(path, listPage),
    styleSheet: view.styles === undefined ? styleSheetOf(theme)?.path : undefined,
    feed: view.feed,
    list: (number: number): string => listPath(path, number),
  }
  const own = textOf(page, 'inLanguage') ?? textOf(site, 'inLanguage')
  const language = own ?? compiled.language ?? view.defaultLanguage
  const link = (local: string): string => linkTo(base, local)
  const head = headHtml({
    template: compiled,
    page,
    site,
    addressed,
    main: addressed ?? page,
    ofPage: { shown: shownPaths(compiled.program.root), isInBody: showsProperty(compiled, page) },
    shown: binding.shown,
    lookup: binding.bindings.lookup,
    list,
    language,
    paths,
    link,
    absolute: address => absoluteTo(base, address),
    pathOf: resource => (resource === addressed ? path : pathOf(resource, details)),
    styles: view.styles,
    isHidden: view.isHidden === true,
  })
  const rendered = renderTemplate(compiled, binding, {
    language,
    timeZone: textOf(site, 'timeZone'),
    head,
    link,
    absolute: path => absoluteTo(base, path),
    alternative: alternativeTextOf,
    listPath: paths.list,
    currentPath: path,
    resourcePath: (resource, slug) => pathOf(resource, details, slug),
  })
  const html = addSources(rendered, view.files)
  return { html, binding, relations: relationsOf(binding, number => link(paths.list(number))) }
}

/** The page's own path, whatever address was requested. */
function canonicalPath({ parts, addressed, details }: PageView): string {
  const slug = textOf(parts.page, 'slug') ?? ''
  return (addressed === undefined ? undefined : pathOf(addressed, details, slug)) ?? pathOfPage(slug)
}

function relationsOf({ list }: TemplateBinding, address: (page: number) => string): RenderedPage['relations'] {
  if (list === undefined) return []
  const previous = list.hasPrevious ? [{ rel: 'prev' as const, address: address(list.page - 1) }] : []
  return list.hasNext ? [...previous, { rel: 'next', address: address(list.page + 1) }] : previous
}

/**
 * The resource that the last part of an address identifies, of a type that the template has an element for.
 * @param part a full URN, the last part of one, or a slug
 */
export async function findAddressed(
  reader: SiteReader,
  compiled: CompiledTemplate,
  part: string,
  deadline: number,
): Promise<SiteResource | undefined> {
  if (part.length > maxPartLength) return undefined
  const types = await typesIn(reader, compiled)
  const ids = part.startsWith('urn:') ? [part] : types.map(({ slug }) => `urn:${slug}:${part}`)
  const found = await reader.getMany(ids)
  for (const { slug } of types) {
    const resource = ids.map(id => found.get(id)).find(one => one?.type.slug === slug)
    if (resource !== undefined) return resource
  }
  for (const { slug } of part.startsWith('urn:') ? [] : types.filter(hasUniqueSlug)) {
    const resource = await findBySlug(reader, slug, part, deadline)
    if (resource !== undefined) return resource
  }
  return undefined
}

/** The types of a template's entities, in document order. */
async function typesIn(reader: SiteReader, { entities }: CompiledTemplate): Promise<ResourceType[]> {
  const types = await reader.types()
  return [...new Set(entities.flatMap(({ entity, isPath }) => (isPath ? [] : typesNamed(entity, types))))]
}
