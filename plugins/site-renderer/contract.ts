import type { Condition } from '../../kernel/index.ts'
import type { Bindings } from './binding/bind.ts'
import type { Program } from './template/program.ts'
import type { ShownPaths } from './template/shown-paths.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { ResourceType } from '../types/contract.ts'

/** The options of a template, and the texts that it is assembled from. */
export interface CompileOptions {
  /** Keep scripts and event handlers (the operator's `allowScripts`). */
  allowScripts: boolean
  /**
   * HTML texts by name, usually the theme's. `data-svc-fragment="name"` fills an element with one. The fragment `layout` is put around every template
   * that is not a whole document; its element `data-svc-fragment="content"` is filled with the template.
   */
  fragments?: Readonly<Record<string, string>>
  /** For the preview: keep the binding attributes, and add the id of each bound resource as `data-svc-resource`. Default: they are removed. */
  annotate?: boolean
}

/** A position in a template, for messages. */
export interface TemplatePlace {
  /** Name of the fragment that contains it; absent for the template itself. */
  fragment?: string
  /** From 1; absent if it has no single position. */
  line?: number
  /** From 1. */
  column?: number
}

/** A part of a template that does not work as written. The page is rendered regardless. */
export interface TemplateProblem extends TemplatePlace {
  kind:
    | 'too-large' // nothing of the template is rendered
    | 'unclosed-element' // with neither an end tag nor an element that HTML ends by itself
    | 'removed-element'
    | 'removed-attribute'
    | 'removed-declaration' // of a style attribute
    | 'unknown-attribute' // an unknown data-svc-… attribute
    | 'invalid-binding' // an invalid value: a list of -1, a sort of three words
    | 'unknown-fragment'
    | 'unknown-type'
    | 'unknown-slot'
    | 'invalid-query' // a sort or filter that the API would refuse
  message: string
}

/** An element with `data-svc-entity` or `data-svc-path`. */
export interface TemplateEntity extends TemplatePlace {
  /** As written: a schema.org type, an IRI, or a property of the surrounding entity. */
  entity: string
  /** Whether it is the value of `data-svc-path`: a property of the surrounding entity, never the name of a type. */
  isPath: boolean
  /** The value of `data-svc-list`; undefined when it is not a list. */
  list: number | undefined
  /** Index of the surrounding entity in {@link CompiledTemplate.entities}; undefined at the top. */
  parent: number | undefined
  /** Whether it is the `html` or `head`, or inside the head: it describes the document. */
  inHead: boolean
  /** Whether it is in a `nav`, `header`, `footer` or `aside`, which accompany the content of a page. */
  isAside: boolean
}

/** A slot: a value that a template shows. */
export interface TemplateSlot extends TemplatePlace {
  /** Names of properties from the entity, such as `['author', 'name']`. */
  path: readonly string[]
  /** Index in {@link CompiledTemplate.entities}; undefined for the page itself. */
  entity: number | undefined
  inHead: boolean
}

/** A parsed, sanitised template that is prepared for binding. It is immutable and can be shared. */
export interface CompiledTemplate {
  readonly entities: readonly TemplateEntity[]
  readonly slots: readonly TemplateSlot[]
  readonly problems: readonly TemplateProblem[]
  /** Elements in the document's head that must not be added again: `title`, `meta:description`, `meta:og:title`, `link:canonical`, `link:icon`. */
  readonly head: ReadonlySet<string>
  /** Whether `?page=` selects a page of a list. */
  readonly hasPages: boolean
  /** `lang` of the document's root element. */
  readonly language: string | undefined
  /** CSP sources (`'sha256-…'`) of its style elements, including those generated from `style` attributes. */
  readonly styleHashes: readonly string[]
  /** CSP sources of its inline scripts; empty unless scripts are allowed. */
  readonly scriptHashes: readonly string[]
  /** The program that the engine renders. Internal. */
  readonly program: Program
}

/** A resource in the form that the site can show. */
export interface SiteResource {
  id: string
  type: ResourceType
  sequence_no: number
  created_at: string
  updated_at: string
  /** The properties, without those that the site never shows. */
  data: JsonObject
}

/** A query for resources of some types together. */
export interface SiteQuery {
  types: readonly ResourceType[]
  /** The pairs of a query string in the API's grammar: `sort_by`, `sort_order`, `_filter[…][…]`, `filter_field`, `filter_value`, `q`. */
  parameters: readonly (readonly [name: string, value: string])[]
  /** Only resources that refer to one of these ids at the path for their type, by its slug. */
  referring?: { paths: ReadonlyMap<string, readonly string[]>; ids: readonly string[] }
  /** How many to skip at the beginning. Default: 0. */
  skip?: number
  limit: number
  /** Count all matches, up to this number. Default: no. */
  count?: number
}

/** The matches, in order. */
export interface SitePage {
  resources: readonly SiteResource[]
  hasMore: boolean
  /** The number of all matches, if the count was complete. */
  total: number | undefined
  /** Why a type could not be queried (begins with its name): for example, it does not have a field. */
  problems: readonly string[]
  /** When the passing of time can change the result first (filters on `now` or `today`), in milliseconds since 1970; else `Infinity`. */
  validUntil: number
}

/** The place of a resource among those of its type, oldest first. */
export interface WalkPosition {
  created_at: string
  id: string
}

/**
 * Reads what the site can show, with the site's own rights: active resources of the default account, of the types that the options allow, except those
 * whose own property `status` is `unpublished` and the drafts of blog posts and articles, and without the `email` of a person. Work is limited; the
 * deadline is that of {@link bindTemplate}.
 */
export interface SiteReader {
  /** The active types that the site can show, by slug. */
  types(): Promise<readonly ResourceType[]>
  /** @throws `QueryTooSlow` when the deadline has passed */
  find(query: SiteQuery, deadline: number): Promise<SitePage>
  /** Those of these resources that the site can show, by id; one query for each type. */
  getMany(ids: readonly string[]): Promise<ReadonlyMap<string, SiteResource>>
  /** The number of resources of a type. */
  count(type: ResourceType): Promise<number>
  /**
   * All resources of a type in portions, oldest first, for as long as the caller takes them; each portion has a time limit of its own.
   * @param after where an earlier walk ended
   */
  walk(type: ResourceType, after?: WalkPosition): AsyncIterable<readonly SiteResource[]>
  /** Whether one of the resources that meet a condition refers to a file in what the site shows of it. Only the first thousand are looked at. */
  shows(type: ResourceType, id: string, condition: Condition): Promise<boolean>
}

/** The data of a page in addition to what its template requests. */
export interface PageData {
  /** The `web-page`: fills the slots outside of entities. */
  page: SiteResource
  /** The site that the page belongs to. */
  site?: SiteResource | undefined
  /** The resource that the address names. */
  addressed?: SiteResource | undefined
  /** The displayed page of the main list, from 1 (`?page=`). Default: 1. */
  listPage?: number
}

/** What a page depends on. If none of it has changed, the page has not changed either. */
export interface PageDependencies {
  /** Collections that the page was read from: a change in one of them can change it. */
  collections: ReadonlySet<string>
  /** When the passing of time can change the page first, in milliseconds since 1970; `Infinity` when it does not depend on it. */
  validUntil: number
}

/**
 * The position of a page in its main list: that with `data-svc-pages`, else the first list of the template, outside fragments, entities and `nav`,
 * `header`, `footer`, `aside`.
 */
export interface ListPosition {
  /** From 1. */
  page: number
  hasPrevious: boolean
  hasNext: boolean
  /** Whether there are further items that no page of the list can show. */
  isCut: boolean
  /** The number of pages, if it was counted. */
  pages: number | undefined
  /** The total number of items, if it was counted. */
  total: number | undefined
  /** The number of items on this page. */
  shown: number
}

/** A template's data, loaded and resolved. */
export interface TemplateBinding {
  /** The resources that elements of the template are bound to, in document order, including those in fragments, and what these show of each. */
  readonly shown: ReadonlyMap<SiteResource, ShownPaths>
  /** Every loaded resource, including those behind references, by id. */
  readonly resources: ReadonlyMap<string, SiteResource>
  /** Undefined when the page has no list with pages: the template neither shows a part of the position nor names a list by `data-svc-pages`. */
  readonly list: ListPosition | undefined
  readonly dependencies: PageDependencies
  /** What the template requested without success: unknown types, filters that the API refuses. */
  readonly problems: readonly TemplateProblem[]
  /** The data that the engine renders. Internal. */
  readonly bindings: Bindings
}

/** The options of rendering. */
export interface RenderOptions {
  /** BCP 47; the language of dates and numbers, and the `lang` of the document. Default: the template's own, else `en`. */
  language?: string | undefined
  /** IANA time zone of date-times. Default: each is shown with its own offset. */
  timeZone?: string | undefined
  /** HTML for the end of the head. Trusted: created by the service, escaped. */
  head?: string
  /** Returns the address of a path on this site (`/about` → `/site/about`), for every local link, picture and style sheet. Default: unchanged. */
  link?: (path: string) => string
  /** The path of a resource's own page (`@url`), before {@link link}; undefined when it has none. @param page slug of the page in the template */
  resourcePath?: (resource: SiteResource, page: string | undefined) => string | undefined
  /** Returns the path of another page of the main list, before {@link link}: the target of `@previous` and `@next`. */
  listPath?: (page: number) => string
  /** Returns the full address of a path on this site, for the pictures of link previews. Default: unchanged. */
  absolute?: (path: string) => string
  /** Returns the alternative text of the picture at a path, where the template and the value give none. */
  alternative?: (path: string) => string | undefined
  /** The path of the page itself, before {@link link}: links to it in a `nav` get `aria-current="page"`. */
  currentPath?: string
  /** Default: 4 MiB. */
  maxBytes?: number
}
