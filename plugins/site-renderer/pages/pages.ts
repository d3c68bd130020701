import { lengthOf } from '../binding/reader.ts'
import type { SiteResource } from '../contract.ts'
import { addressCandidatesOf } from './addresses/address.ts'
import type { SiteBase } from './addresses/address.ts'
import { etagOfContent, textAnswer } from './answer.ts'
import type { SiteAnswer } from './answer.ts'
import { findAddressed, renderPage } from './page.ts'
import type { RenderedPage } from './page.ts'
import { filesIn } from './pictures.ts'
import { policyOf } from './document/policy.ts'
import type { MadeAnswer, SharedParts, SiteParts } from './site.ts'
import { findPage, findPages, readOthers, readParts } from './structure.ts'
import type { PageParts } from './structure.ts'
import type { Templates } from './document/templates.ts'

/** The context of one answer. */
export interface PageContext extends SharedParts {
  base: SiteBase
  /** By `performance.now()`. */
  deadline: number
}

/** A page and its parts; without parts if its template cannot be shown, without a page if there is none with that slug. */
export interface FoundPage {
  page: SiteResource | undefined
  parts: PageParts | undefined
}

/** Finds and renders the pages of the site. */
export class Pages {
  readonly #parts: SiteParts
  readonly #templates: Templates

  constructor(parts: SiteParts, templates: Templates) {
    this.#parts = parts
    this.#templates = templates
  }

  /**
   * The page at a path; undefined if there is none.
   * @param listPage the value of `?page=`
   */
  async find(path: string, listPage: string | undefined, context: PageContext): Promise<MadeAnswer | undefined> {
    const number = readNumber(listPage)
    if (number === undefined) return undefined
    for (const { slug, resource } of addressCandidatesOf(path)) {
      const { page, parts } = await this.#readPage(slug, context)
      const isHidden = resource === undefined && context.details.withoutContent.has(slug)
      if (page !== undefined) return this.#render(parts, resource, number, context, isHidden)
    }
    return undefined
  }

  /** The site's own not-found page. */
  async notFound(context: PageContext): Promise<MadeAnswer | undefined> {
    const { parts } = await this.#readPage('404', context)
    const made = await this.#render(parts, undefined, 1, context, true)
    return made === undefined ? undefined : { ...made, answer: { ...made.answer, status: 404 } }
  }

  /** Read the pages at some paths together, so that {@link find} does not read each one alone. */
  async readAhead(paths: readonly string[], { found, home, deadline }: Omit<PageContext, 'base'>): Promise<void> {
    const { structure } = this.#parts
    const slugs = new Set(paths.flatMap(path => addressCandidatesOf(path).map(({ slug }) => slug)))
    const pages = await findPages(
      structure,
      [...slugs].filter(slug => !found.has(slug)),
      deadline,
    )
    const others = await readOthers(
      structure,
      [...pages.values()].filter(page => page !== undefined),
    )
    for (const [slug, page] of pages)
      keepPage(found, slug, page, page && (await readParts(structure, page, deadline, home, others)))
  }

  /** Read a page once for each state of the structure. */
  async #readPage(slug: string, { found, home, deadline }: PageContext): Promise<FoundPage> {
    const known = found.get(slug)
    if (known !== undefined) return known
    const { structure } = this.#parts
    const page = await findPage(structure, slug, deadline)
    return keepPage(found, slug, page, page && (await readParts(structure, page, deadline, home)))
  }

  async #render(
    parts: PageParts | undefined,
    resource: string | undefined,
    listPage: number,
    context: PageContext,
    isHidden = false,
  ): Promise<MadeAnswer | undefined> {
    const { content, options, files } = this.#parts
    const { base, details, feed } = context
    if (parts === undefined) return undefined
    const compiled = this.#templates.compile(parts)
    const addressed =
      resource === undefined ? undefined : await findAddressed(content, compiled, resource, context.deadline)
    if (resource !== undefined && addressed === undefined) return undefined
    const defaultLanguage = options.language
    const view = { parts, compiled, addressed, listPage, base, details, feed, isHidden, files, defaultLanguage }
    const rendered = await renderPage(view, content, context.deadline)
    if (rendered === undefined) return undefined
    const { dependencies, resources } = rendered.binding
    const hasFiles = files !== undefined && [...resources.values()].some(one => filesIn(one).length > 0)
    return {
      answer: pageAnswer(rendered, parts, policyOf(compiled)),
      collections: new Set([
        ...context.structural,
        ...dependencies.collections,
        ...(hasFiles ? [await files.collection()] : []),
      ]),
      validUntil: dependencies.validUntil,
    }
  }
}

function keepPage(
  found: SharedParts['found'],
  slug: string,
  page: SiteResource | undefined,
  parts: PageParts | undefined,
): FoundPage {
  const lengths = [page, parts?.template, parts?.site, parts?.theme].map(part => (part ? lengthOf(part) : 0))
  found.set(slug, { page, parts }, { size: lengths.reduce((sum, length) => sum + length, 1024 + slug.length) })
  return { page, parts }
}

function pageAnswer({ html, binding, relations }: RenderedPage, parts: PageParts, policy: string): SiteAnswer {
  const structure = [parts.page, parts.site, parts.theme, parts.template].map(part => part && versionOf(part))
  const versions = [...binding.resources.values()].map(versionOf).sort() // they are read at the same time, in any order
  const link = relations.map(({ rel, address }) => `<${address}>; rel="${rel}"`).join(', ')
  const etag = etagOfContent([html, policy, ...structure, ...versions].join('\n'))
  return {
    ...textAnswer('text/html', html, etag),
    policy,
    ...(link !== '' && { link }),
    ...(binding.list?.isCut === true && { isCut: true }),
  }
}

const versionOf = ({ id, sequence_no, type }: SiteResource): string => `${id}.${sequence_no}.${type.sequence_no}`

/** @returns undefined for an invalid page number */
function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return 1
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}
