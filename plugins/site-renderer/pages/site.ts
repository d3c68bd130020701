import { LRUCache } from 'lru-cache'
import { requestDeadline } from '../../../lib/query/index.ts'
import type { Cursors } from '../../../lib/query/index.ts'
import { linkTo } from '../../../lib/web-text/index.ts'
import type { TypeRegistry } from '../../types/contract.ts'
import type { Files } from '../../files/contract.ts'
import type { SiteReader, WalkPosition } from '../contract.ts'
import { feedPath, feedXml, hasPosts } from '../feeds/posts.ts'
import { readPartPath, robotsText, sitemapPartXml, sitemapXml } from '../feeds/sitemap.ts'
import type { SiteAddress, SitemapParts } from '../feeds/sitemap.ts'
import type { SiteOptions } from '../options.ts'
import { absoluteTo, isWebAddress } from './addresses/address.ts'
import type { SiteBase } from './addresses/address.ts'
import { addressesOf, listedTypes, pageOfAddresses } from './addresses/addresses.ts'
import type { AddressPage } from './addresses/addresses.ts'
import { immutable, redirection, textAnswer } from './answer.ts'
import type { SiteAnswer } from './answer.ts'
import { findAsset } from './assets.ts'
import { findDetailPages, pathOfPage } from './addresses/details.ts'
import type { DetailPages } from './addresses/details.ts'
import { Pages } from './pages.ts'
import type { FoundPage, PageContext } from './pages.ts'
import { plainNotFound } from './document/plain-not-found.ts'
import { findProblems, findUnusableSlugs } from './problems.ts'
import type { SiteProblem } from './problems.ts'
import type { Mark, Revisions } from './revisions.ts'
import { findPage, pageElementSlugs, oldestSite, pageSlug, readHome, textOf } from './structure.ts'
import type { Home } from './structure.ts'
import { Templates } from './document/templates.ts'
import { findStyleSheet } from './document/theme.ts'

/** The parts of a site. */
export interface SiteParts {
  options: SiteOptions
  registry: TypeRegistry
  revisions: Revisions
  /** Of the lists of addresses. */
  cursors: Cursors
  /** Reads the resources that the site shows. */
  content: SiteReader
  /** Reads pages, templates, sites and themes, whatever the site shows. */
  structure: SiteReader
  /** Undefined when no plugin provides files. */
  files: Files | undefined
}

/** Approximate number of characters of JSON in the pages that are kept with their parts. */
const maxFoundLength = 16 * 1024 * 1024

/** An answer, and the collections in which a change invalidates it; undefined if it must not be cached. */
export interface MadeAnswer {
  answer: SiteAnswer
  collections: ReadonlySet<string> | undefined
  /** In milliseconds since 1970. Default: until something changes. */
  validUntil?: number
}

/** A type whose resources can be viewed on the site. */
export interface ShownType {
  type_slug: string
  /** Where the addresses of its resources begin; absent where they have none. */
  path?: string
}

/** What all pages share. */
export interface SharedParts {
  /** The pages that show a single resource of a type. */
  details: DetailPages
  home: Home
  /** Path of the feed on the site, if there are posts. */
  feed: string | undefined
  /** The collections of pages, templates, sites and themes. */
  structural: ReadonlySet<string>
  /** The pages by slug that were requested so far. */
  found: LRUCache<string, FoundPage>
}

/** Where the parts of the sitemap end, by the slug of their type, while nothing in it has changed. */
interface SitemapEnds {
  mark: Mark
  byType: Map<string, WalkPosition[]>
}

interface Kept {
  answer: SiteAnswer
  collections: ReadonlySet<string>
  mark: Mark
  validUntil: number
}

/** Answers requests to the site; answers are cached until something changes that they depend on. */
export class Site {
  readonly #parts: SiteParts
  readonly #pages: Pages
  readonly #templates: Templates
  readonly #kept: LRUCache<string, Kept>
  readonly #pending = new Map<string, { mark: Mark; made: Promise<MadeAnswer> }>()
  #shared: { shared: SharedParts; mark: Mark; collections: ReadonlySet<string> } | undefined
  #ends: SitemapEnds | undefined

  constructor(parts: SiteParts) {
    this.#parts = parts
    this.#templates = new Templates(parts.options.allowScripts)
    this.#pages = new Pages(parts, this.#templates)
    const maxSize = Math.max(1, parts.options.maxCacheBytes)
    this.#kept = new LRUCache({ maxSize, maxEntrySize: Math.ceil(maxSize / 4) })
  }

  /**
   * @param path on the site, decoded, from `/`
   * @param listPage the value of `?page=`
   * @param url the address as it was requested: a redirection keeps its query
   * @throws QueryTooSlow, PageTooLarge, StoreUnavailable
   */
  async answer(path: string, listPage: string | undefined, base: SiteBase, url: string): Promise<SiteAnswer> {
    const { registry, revisions } = this.#parts
    const asset = await this.#file(path)
    if (asset !== undefined) return asset
    if (isWithSlash(path)) return redirection(linkTo(base, withoutSlash(path)) + queryOf(url))
    await registry.find(pageSlug)
    await revisions.follow()
    const key = JSON.stringify([keyOf(base), path, listPage])
    const kept = this.#kept.get(key)
    if (kept !== undefined && this.#isFresh(kept)) return kept.answer
    const pending = this.#pending.get(key)
    if (pending !== undefined && revisions.isUnchanged(pending.mark, revisions.watched)) {
      const { answer, validUntil = Infinity } = await pending.made
      if (Date.now() < validUntil) return answer
    }
    const mark = revisions.mark()
    const made = this.#produce(path, listPage, base)
    this.#pending.set(key, { mark, made })
    try {
      this.#keep(key, await made, mark)
      return (await made).answer
    } finally {
      if (this.#pending.get(key)?.made === made) this.#pending.delete(key)
    }
  }

  /** Prepare the answers at some paths: their pages are read together. @throws QueryTooSlow, StoreUnavailable */
  async readAhead(paths: readonly string[]): Promise<void> {
    const { registry, revisions } = this.#parts
    await registry.find(pageSlug)
    await revisions.follow()
    const deadline = requestDeadline()
    await this.#pages.readAhead(paths, { ...(await this.shared(deadline)), deadline })
  }

  /** Whether there are pages, or could be: their type exists. */
  async exists(): Promise<boolean> {
    return (await this.#parts.structure.types()).some(({ slug }) => slug === pageSlug)
  }

  /** The addresses of the site with content of their own, page by page. */
  async addresses(range: { limit: number; cursor?: string | undefined }): Promise<AddressPage> {
    const { listed, details } = await this.#listed()
    return pageOfAddresses(listed, details, this.#parts.cursors, range)
  }

  /** The address of a resource; none if the site does not show it. */
  async addressOf(id: string): Promise<SiteAddress[]> {
    const { structure, content, revisions } = this.#parts
    await revisions.follow()
    const resource = (await structure.getMany([id])).get(id) ?? (await content.getMany([id])).get(id)
    return resource === undefined ? [] : addressesOf(resource, (await this.shared(requestDeadline())).details)
  }

  async #listed(): Promise<Pick<SitemapParts, 'listed' | 'details'>> {
    const { structure, content, revisions } = this.#parts
    await revisions.follow()
    const { details } = await this.shared(requestDeadline())
    return { listed: await listedTypes(structure, content, details), details }
  }

  /** The types whose resources can be viewed on the site: those with a page of their own, and those that pages consist of. */
  async shownTypes(): Promise<ShownType[]> {
    const { structure, content, revisions } = this.#parts
    await revisions.follow()
    const { details } = await this.shared(requestDeadline())
    const types = [...(await content.types()), ...(await structure.types())]
    const slugs = new Set(types.map(({ slug }) => slug))
    return [...slugs].sort().flatMap(type_slug => {
      const page = type_slug === pageSlug ? 'index' : details.pages.get(type_slug)
      if (page !== undefined) return { type_slug, path: pathOfPage(page) }
      return pageElementSlugs.has(type_slug) ? { type_slug } : []
    })
  }

  /** The address at which the oldest site is published; undefined if it has none. */
  async publishedUrl(): Promise<string | undefined> {
    const url = textOf(await oldestSite(this.#parts.structure, requestDeadline()), 'url')
    return url !== undefined && isWebAddress(url) ? url : undefined
  }

  /** Everything that does not work as written: in the templates, the theme, and slugs that cannot be addresses. */
  async problems(): Promise<SiteProblem[]> {
    const { structure, content, options } = this.#parts
    const found = await findProblems(structure, content, this.#templates, requestDeadline())
    const { listed, details } = await this.#listed()
    return [...found, ...(await findUnusableSlugs(listed, details, options.hosts.length > 0))]
  }

  /** What all pages share; read again when a part of the structure has changed. */
  async shared(deadline: number): Promise<SharedParts> {
    const { revisions, structure, content, files } = this.#parts
    const known = this.#shared
    if (known !== undefined && revisions.isCurrent() && revisions.isUnchanged(known.mark, known.collections))
      return known.shared
    const mark = revisions.mark()
    const structural = new Set((await structure.types()).map(({ collection }) => collection))
    const home = await readHome(structure, deadline)
    const details = await findDetailPages(this.#parts, this.#templates, home, deadline)
    const feed = (await hasPosts(content)) ? feedPath : undefined
    const found = new LRUCache<string, FoundPage>({ maxSize: maxFoundLength })
    const shared = { home, details, feed, structural, found }
    // Their pages are kept with the paths of pictures.
    const collections = files === undefined ? structural : new Set([...structural, await files.collection()])
    this.#shared = { shared, mark, collections }
    return shared
  }

  #isFresh({ mark, collections, validUntil }: Omit<Kept, 'answer'>): boolean {
    const { revisions } = this.#parts
    return Date.now() < validUntil && revisions.isCurrent() && revisions.isUnchanged(mark, collections)
  }

  #keep(key: string, { answer, collections, validUntil = Infinity }: MadeAnswer, mark: Mark): void {
    if (collections === undefined || !this.#isFresh({ mark, collections, validUntil })) return
    const size = answer.body.length + 2048 + key.length
    this.#kept.set(key, { answer, collections, mark, validUntil }, { size })
  }

  async #produce(path: string, listPage: string | undefined, base: SiteBase): Promise<MadeAnswer> {
    const deadline = requestDeadline()
    if (path === '/sitemap.xml') return this.#xml('application/xml', await sitemapXml(await this.#sitemap(base)))
    if (path === '/robots.txt') return uncached(textAnswer('text/plain', robots(base)))
    const shared = await this.shared(deadline)
    if (path === shared.feed) return this.#feed(base, shared, deadline)
    const part = readPartPath(path)
    const text = part && (await sitemapPartXml(await this.#sitemap(base), part, this.#endsOf(part.slug)))
    if (text !== undefined) return this.#xml('application/xml', text)
    const context = { ...shared, base, deadline }
    return (await this.#pages.find(path, listPage, context)) ?? (await this.#notFound(context))
  }

  async #notFound(context: PageContext): Promise<MadeAnswer> {
    const { base, deadline } = context
    const key = JSON.stringify([keyOf(base), 404])
    const kept = this.#kept.get(key)
    if (kept !== undefined && this.#isFresh(kept)) return uncached(kept.answer)
    const mark = this.#parts.revisions.mark()
    const made = await this.#pages.notFound(context)
    if (made === undefined) {
      const home = await findPage(this.#parts.structure, 'index', deadline)
      return uncached(plainNotFound(base, home !== undefined))
    }
    this.#keep(key, made, mark)
    return uncached(made.answer)
  }

  async #file(path: string): Promise<SiteAnswer | undefined> {
    if (!path.startsWith('/assets/')) return undefined
    const { structure, options } = this.#parts
    const sheet = await findStyleSheet(structure, path)
    if (sheet === undefined) return findAsset(options.assets, path)
    return { ...textAnswer('text/css', sheet.text), ...(sheet.isExact && { cacheControl: immutable }) }
  }

  async #sitemap(base: SiteBase): Promise<SitemapParts> {
    return { ...(await this.#listed()), absolute: path => absoluteTo(base, path) }
  }

  /** A new resource only changes the end, but a changed one can be hidden from now on. */
  #endsOf(slug: string): WalkPosition[] {
    const { revisions } = this.#parts
    if (this.#ends === undefined || !revisions.isUnchanged(this.#ends.mark, revisions.watched))
      this.#ends = { mark: revisions.mark(), byType: new Map() }
    const ends = this.#ends.byType.get(slug) ?? []
    this.#ends.byType.set(slug, ends)
    return ends
  }

  /** An answer that any change can change. */
  #xml(mediaType: string, text: string): MadeAnswer {
    return { answer: textAnswer(mediaType, text), collections: this.#parts.revisions.watched }
  }

  async #feed(base: SiteBase, { details, home: { site } }: SharedParts, deadline: number): Promise<MadeAnswer> {
    const { content, options } = this.#parts
    const absolute = (path: string): string => absoluteTo(base, path)
    const text = await feedXml({ reader: content, site, details, language: options.language, absolute }, deadline)
    return this.#xml('application/atom+xml', text)
  }
}

const uncached = (answer: SiteAnswer): MadeAnswer => ({ answer, collections: undefined })

const keyOf = ({ origin, prefix, publishedAt = '' }: SiteBase): string => `${origin} ${prefix} ${publishedAt}`

const robots = (base: SiteBase): string =>
  robotsText(absoluteTo(base, '/sitemap.xml'), base.publishedAt === undefined ? base.prefix : '')

/** The query of the address of a request, from `?`, as a browser would send it; the address can begin with a host (RFC 9112, 3.2.2). */
const queryOf = (url: string): string => new URL(url.slice(url.indexOf('/')), 'http://localhost').search

/** Empty parts and dots lead elsewhere. */
const isWithSlash = (path: string): boolean => path !== '/' && path.endsWith('/') && !/\/\.{0,2}\//.test(path)

const withoutSlash = (path: string): string => path.slice(0, -1).split('/').map(encodeURIComponent).join('/')
