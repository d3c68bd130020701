import type { SiteReader, SiteResource } from '../contract.ts'
import { feedPath, hasPosts } from '../feeds/posts.ts'
import { candidatesOf } from './addresses/address.ts'
import type { SiteBase } from './addresses/address.ts'
import { textAnswer } from './answer.ts'
import type { SiteAnswer } from './answer.ts'
import type { DetailPages } from './addresses/details.ts'
import { findAddressed, renderPage } from './page.ts'
import type { RenderedPage } from './page.ts'
import { pagePolicy } from './document/policy.ts'
import type { MadeAnswer, SiteParts } from './site.ts'
import { findPage, readParts, structuralSlugs } from './structure.ts'
import type { Home, PageParts } from './structure.ts'
import type { Templates } from './document/templates.ts'

/** The context of one answer. */
export interface PageContext {
  base: SiteBase
  details: DetailPages
  home: Home
  /** By `performance.now()`. */
  deadline: number
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
    const { structure } = this.#parts
    const number = readNumber(listPage)
    if (number === undefined) return undefined
    for (const { slug, resource } of candidatesOf(path)) {
      if (resource === undefined && context.details.withoutContent.has(slug)) continue
      const page = await findPage(structure, slug, context.deadline)
      if (page !== undefined) return this.#render(page, resource, number, context)
    }
    return undefined
  }

  /** The site's own not-found page. */
  async notFound(context: PageContext): Promise<MadeAnswer | undefined> {
    const page = await findPage(this.#parts.structure, '404', context.deadline)
    const made = page === undefined ? undefined : await this.#render(page, undefined, 1, context, true)
    return made === undefined ? undefined : { ...made, answer: { ...made.answer, status: 404 } }
  }

  async #render(
    page: SiteResource,
    resource: string | undefined,
    listPage: number,
    context: PageContext,
    isHidden = false,
  ): Promise<MadeAnswer | undefined> {
    const { structure, content, options } = this.#parts
    const parts = await readParts(structure, page, context.deadline, context.home)
    if (parts === undefined) return undefined
    const compiled = this.#templates.compile(parts)
    const addressed =
      resource === undefined ? undefined : await findAddressed(content, compiled, resource, context.deadline)
    if (resource !== undefined && addressed === undefined) return undefined
    const feed = (await hasPosts(content)) ? feedPath : undefined
    const { base, details } = context
    const view = { ...parts, compiled, addressed, listPage, base, details, feed, isHidden }
    const rendered = await renderPage({ ...view, defaultLanguage: options.language }, content, context.deadline)
    if (rendered === undefined) return undefined
    return {
      answer: pageAnswer(rendered, parts, pagePolicy(compiled)),
      collections: await this.#collections(rendered),
      validUntil: rendered.binding.dependencies.validUntil,
    }
  }

  /** The collections in which a change can change the page. */
  async #collections({ binding }: RenderedPage): Promise<ReadonlySet<string>> {
    const { collections, resources } = binding.dependencies
    const slugs = new Set([...resources.keys()].map(id => id.split(':')[1] ?? ''))
    const read = (types: Awaited<ReturnType<SiteReader['types']>>, isRead: (slug: string) => boolean): string[] =>
      types.filter(({ slug }) => isRead(slug)).map(({ collection }) => collection)
    return new Set([
      ...collections,
      ...read(await this.#parts.content.types(), slug => slugs.has(slug)),
      ...read(await this.#parts.structure.types(), slug => structuralSlugs.includes(slug)),
    ])
  }
}

function pageAnswer({ html, binding, relations }: RenderedPage, parts: PageParts, policy: string): SiteAnswer {
  const made = [parts.page, parts.site, parts.theme, parts.template].map(part => `${part?.id}.${part?.sequence_no}`)
  const read = [...binding.dependencies.resources].map(([id, number]) => `${id}.${number}`).sort()
  const link = relations.map(({ rel, address }) => `<${address}>; rel="${rel}"`).join(', ')
  return textAnswer('text/html', html, {
    policy,
    dependsOn: [...made, ...read, binding.fingerprint, policy].join(' '),
    ...(link !== '' && { link }),
  })
}

/** @returns undefined for an invalid page number */
function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return 1
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}
