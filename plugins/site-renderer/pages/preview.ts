import { BadRequest, NotFound } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { requestDeadline } from '../../../lib/query/index.ts'
import { isUrnOf } from '../../../lib/store-kit/index.ts'
import { privateMembers } from '../binding/private.ts'
import { isPerson } from '../binding/schema-org.ts'
import { overlayReader } from '../binding/index.ts'
import type { Files } from '../../files/contract.ts'
import type { SiteReader, SiteResource } from '../contract.ts'
import { addressCandidatesOf } from './addresses/address.ts'
import type { SiteBase } from './addresses/address.ts'
import { findAddressed, renderPage } from './page.ts'
import { pagePolicy } from './document/policy.ts'
import { groupProblems, placeProblems, problemsOf, themeProblems } from './problems.ts'
import type { SiteProblem } from './problems.ts'
import type { Site, SiteParts } from './site.ts'
import { findFirst, findPage, pageSlug, readParts, textOf, withValue } from './structure.ts'
import { PageTooLarge } from '../template/index.ts'
import { previewPath, withPictures } from './pictures.ts'
import type { PathOfPicture } from './pictures.ts'
import { Templates } from './document/templates.ts'
import { hashSource } from '../template/html/styles.ts'

/** A draft of a resource, and the page to preview it on. */
export interface PreviewRequest {
  type_slug: string
  /** URN; absent for a new resource. */
  id?: string
  data: JsonObject
  /** A page of the site. Default: the page that shows it. */
  path?: string
}

/** A page with a draft. */
export interface PreviewAnswer {
  /** URN of the draft; of a new resource one that ends with `:draft`. */
  id: string
  html: string
  /** `Content-Security-Policy` of the page. */
  policy: string
  /** Finds what does not work as written in the template and the theme of the page. */
  problems: () => Promise<SiteProblem[]>
}

/** The page on which a draft is previewed. */
interface PreviewView {
  page: SiteResource
  addressed: SiteResource | undefined
}

/** The readers of a preview. */
export interface SiteReaders {
  content: SiteReader
  structure: SiteReader
  /** Those that can be shown; undefined when no plugin provides files. */
  files: Files | undefined
}

/** A page of the site with drafts, and its policy. */
export interface DraftPage {
  /** What the page is about, or the page itself. */
  subject: SiteResource
  html: string
  policy: string
}

/** Renders pages with unsaved data. Nothing is stored or cached. */
export class Preview {
  readonly #parts: SiteParts
  readonly #site: Site
  readonly #templates: Templates

  readonly #readersFor: (caller: Caller) => SiteReaders

  constructor(parts: SiteParts, site: Site, readersFor: (caller: Caller) => SiteReaders) {
    this.#readersFor = readersFor
    this.#parts = parts
    this.#site = site
    this.#templates = new Templates(parts.options.allowScripts)
  }

  /**
   * The page, whose elements are annotated with their resources, and its policy: for a frame of the service, without scripts.
   * @param options.editor for a form beside which it is shown: its user gets the drafts of what else the page shows. Default: that is as it is public
   * @param options.pathOf the path of a picture of the draft
   * @throws NotFound for an unknown type, or when no page can show the draft
   */
  async render(
    request: PreviewRequest,
    base: SiteBase,
    { editor, pathOf }: { editor?: Caller; pathOf?: PathOfPicture } = {},
  ): Promise<PreviewAnswer> {
    const deadline = requestDeadline()
    const readers = editor === undefined ? this.#parts : this.#readersFor(editor)
    const { files } = readers
    const sent = await this.draftOf(request)
    // Elements are bound by the types that the readers have: of those with drafts, one with its rows.
    const types = [...(await readers.content.types()), ...(await readers.structure.types())]
    const drafted = { ...sent, type: types.find(({ slug }) => slug === sent.type.slug) ?? sent.type }
    const [draft = drafted] =
      files === undefined ? [] : await withPictures(files, [drafted], pathOf ?? previewPath(files))
    const content = overlayReader(readers.content, [draft])
    const structure = overlayReader(readers.structure, [draft])
    const { details } = await this.#site.shared(deadline)
    const { page, addressed } = await this.#viewOf(draft, request.path, { content, structure }, deadline)
    const parts = await readParts(structure, page, deadline)
    if (parts === undefined) throw new NotFound('the page names a template that is not there')
    const compiled = this.#templates.compile(parts, editor !== undefined)
    const styles = draft.type.slug === 'theme' ? styleOf(textOf(parts.theme, 'styles')) : undefined
    const { language: defaultLanguage } = this.#parts.options
    const hidden = { feed: undefined, isHidden: true, defaultLanguage }
    const view = { parts, compiled, addressed, listPage: 1, details, base, files, styles, ...hidden }
    const rendered = await renderPage(view, content, deadline).catch(refuse)
    if (rendered === undefined) throw new NotFound('there is no such page')
    const hashes = {
      scriptHashes: [],
      styleHashes: [...compiled.styleHashes, ...(styles === undefined ? [] : [hashSource(styles)])],
    }
    const problems = async (): Promise<SiteProblem[]> => {
      const { template, theme } = parts
      const own = draft.type.slug === 'theme' ? themeProblems(draft, this.#templates) : []
      const found = problemsOf(template, compiled, await content.types())
      const ofPage = placeProblems(template ?? page, theme, [...found, ...rendered.binding.problems])
      return groupProblems([...placeProblems(draft, theme, own), ...ofPage])
    }
    return { id: draft.id, html: rendered.html, policy: pagePolicy(hashes, previewFrame), problems }
  }

  /** The page at a path with the drafts of what the caller may modify; undefined when there is none. */
  async renderDrafts(caller: Caller, path: string, listPage: number, base: SiteBase): Promise<DraftPage | undefined> {
    const deadline = requestDeadline()
    const readers = this.#readersFor(caller)
    const found = await this.#viewAt(path, readers, deadline)
    if (found === undefined || (found.isOfResource && found.addressed === undefined)) return undefined
    const { page, addressed } = found
    const parts = await readParts(readers.structure, page, deadline)
    if (parts === undefined) return undefined
    const compiled = this.#templates.compile(parts, true)
    const { details } = await this.#site.shared(deadline)
    const { options } = this.#parts
    const { files } = readers
    const hidden = { feed: undefined, isHidden: true, defaultLanguage: options.language }
    const view = { parts, compiled, addressed, listPage, details, base, files, ...hidden }
    const rendered = await renderPage(view, readers.content, deadline)
    if (rendered === undefined) return undefined
    const policy = pagePolicy({ scriptHashes: [], styleHashes: compiled.styleHashes }, previewFrame)
    return { subject: addressed ?? page, html: rendered.html, policy }
  }

  /** The draft as the site can show it. @throws NotFound for an unknown type */
  async draftOf({ type_slug, id, data }: PreviewRequest): Promise<SiteResource> {
    const type = await this.#parts.registry.active(type_slug)
    const urn = id !== undefined && isUrnOf(type_slug, id) ? id : `urn:${type_slug}:draft`
    const now = new Date().toISOString()
    const { email: _, ...others } = data
    const shown = privateMembers(type).remove(isPerson(type) ? others : data)
    return { id: urn, type, sequence_no: 0, created_at: now, updated_at: now, data: shown }
  }

  async #viewOf(
    draft: SiteResource,
    path: string | undefined,
    readers: Omit<SiteReaders, 'files'>,
    deadline: number,
  ): Promise<PreviewView> {
    const { slug } = draft.type
    if (slug === pageSlug && path === undefined) return { page: draft, addressed: undefined }
    const view = path === undefined ? undefined : await this.#viewAt(path, readers, deadline)
    if (view !== undefined) return view
    if (slug === 'web-page-template') return this.#viewOfTemplate(draft, readers.structure, deadline)
    const detail = (await this.#site.shared(deadline)).details.pages.get(slug)
    const page = await findPage(readers.structure, detail ?? 'index', deadline)
    if (page === undefined) throw new NotFound('no page of the site shows this; name one with path')
    return { page, addressed: detail === undefined ? undefined : draft }
  }

  async #viewAt(
    path: string,
    { content, structure }: Omit<SiteReaders, 'files'>,
    deadline: number,
  ): Promise<(PreviewView & { isOfResource: boolean }) | undefined> {
    for (const { slug, resource } of addressCandidatesOf(path)) {
      const page = await findPage(structure, slug, deadline)
      if (page === undefined) continue
      if (resource === undefined) return { page, addressed: undefined, isOfResource: false }
      const parts = await readParts(structure, page, deadline)
      if (parts === undefined) continue
      const compiled = this.#templates.compile(parts, true)
      return { page, addressed: await findAddressed(content, compiled, resource, deadline), isOfResource: true }
    }
    return undefined
  }

  /** A page that uses the template, or a generated one if there is none. */
  async #viewOfTemplate(template: SiteResource, structure: SiteReader, deadline: number): Promise<PreviewView> {
    const type = await this.#parts.registry.active(pageSlug)
    const page = await findFirst(structure, pageSlug, withValue('template', template.id), deadline)
    const data = { name: textOf(template, 'name') ?? 'Preview', slug: 'preview', template: template.id }
    return { page: page ?? { ...template, id: `urn:${pageSlug}:draft`, type, data }, addressed: undefined }
  }
}

const previewFrame = { ancestors: "'self'", sandbox: 'allow-same-origin' }

/** An error about the size is an error of the draft. */
function refuse(error: unknown): never {
  throw error instanceof PageTooLarge ? new BadRequest(error.message, { cause: error }) : error
}

/** Styles escaped for a style element. */
const styleOf = (styles: string | undefined): string | undefined => styles?.replace(/<(?=\/style|!--)/gi, '\\3c ')
