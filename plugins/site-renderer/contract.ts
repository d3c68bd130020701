import type { Bindings } from './binding/bind.ts'
import type { Program } from './template/program.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { ResourceType } from '../types/contract.ts'

/** What a template may do, and what it is put together from. */
export interface CompileOptions {
  /** Leave scripts and event handlers where they are (the operator's `allowScripts`). */
  allowScripts: boolean
  /**
   * HTML texts by name, usually the theme's. `data-svc-fragment="name"` fills an element with one. The fragment `layout` is put around every template
   * that is no whole document; its element `data-svc-fragment="content"` takes the template.
   */
  fragments?: Readonly<Record<string, string>>
  /** For the preview: keep the binding attributes, and name each bound resource in `data-svc-resource`. Default: they are left out. */
  annotate?: boolean
}

/** Something in a template that does not work as written. The page is rendered all the same. */
export interface TemplateProblem {
  kind:
    | 'too-large' // nothing of the template is rendered
    | 'removed-element'
    | 'removed-attribute'
    | 'unknown-attribute' // a data-svc-… that means nothing
    | 'invalid-binding' // a value that means nothing: a list of -1, a sort of three words
    | 'unknown-fragment'
    | 'unknown-type'
    | 'unknown-slot'
    | 'invalid-query' // a sort or filter that the API would refuse
  message: string
  /** Name of the fragment that it stands in; absent for the template itself. */
  fragment?: string
  /** From 1; absent where it stands in no one place. */
  line?: number
  /** From 1. */
  column?: number
}

/** A place in a template, for messages. */
export interface TemplatePlace {
  fragment?: string
  line?: number
  column?: number
}

/** An element with `data-svc-entity`. */
export interface TemplateEntity extends TemplatePlace {
  /** As written: a schema.org type, an IRI, or a property of the entity around it. */
  entity: string
  /** The value of `data-svc-list`; undefined when it is no list. */
  list: number | undefined
  /** Place in {@link CompiledTemplate.entities} of the entity around it; undefined at the top. */
  parent: number | undefined
}

/** A slot: a value that a template asks for. */
export interface TemplateSlot extends TemplatePlace {
  /** Names of properties from the entity, such as `['author', 'name']`. */
  path: readonly string[]
  /** Place in {@link CompiledTemplate.entities}; undefined for the page itself. */
  entity: number | undefined
}

/** A template that was parsed, sanitised and prepared for binding. It does not change and may be shared. */
export interface CompiledTemplate {
  readonly entities: readonly TemplateEntity[]
  readonly slots: readonly TemplateSlot[]
  readonly problems: readonly TemplateProblem[]
  /** What the document's head has, so that nobody adds it again: `title`, `meta:description`, `meta:og:title`, `link:canonical`, `link:icon`. */
  readonly head: ReadonlySet<string>
  /** `lang` of the document's root element. */
  readonly language: string | undefined
  /** CSP sources (`'sha256-…'`) of its style elements, those made of `style` attributes included. */
  readonly styleHashes: readonly string[]
  /** CSP sources of its inline scripts; empty unless scripts are allowed. */
  readonly scriptHashes: readonly string[]
  /** What the engine renders from. Nobody else's business. */
  readonly program: Program
}

/** A resource as the site may show it. */
export interface SiteResource {
  id: string
  type: ResourceType
  sequence_no: number
  created_at: string
  updated_at: string
  /** The properties, without what the site never shows. */
  data: JsonObject
}

/** A question for resources of some types together. */
export interface SiteQuery {
  types: readonly ResourceType[]
  /** The pairs of a query string in the API's grammar: `sort_by`, `sort_order`, `_filter[…][…]`, `filter_field`, `filter_value`, `q`. */
  parameters: readonly (readonly [name: string, value: string])[]
  /** Only what refers to one of these ids at this path. */
  referring?: { path: readonly string[]; ids: readonly string[] }
  /** How many to leave out at the beginning. Default: 0. */
  skip?: number
  limit: number
  /** Count all that match, at most up to this number. Default: no. */
  count?: number
}

/** What matched, in order. */
export interface SitePage {
  resources: readonly SiteResource[]
  hasMore: boolean
  /** How many match in all, where it was counted to the end. */
  total: number | undefined
  /** Why a type could not be asked (its name first): a field that it does not have, say. */
  problems: readonly string[]
  /** Whether the answer depends on the present time (a filter on `now` or `today`). */
  timeBound: boolean
}

/**
 * Reads what the site may show, with the site's own rights: active resources of the default account, of the types that the options allow, never those
 * whose own property `status` is `unpublished`, and never the `email` of a person. Work is bounded; the deadline is that of {@link bindTemplate}.
 */
export interface SiteReader {
  /** The active types that the site may show, by slug. */
  types(): Promise<readonly ResourceType[]>
  /** @throws `QueryTooSlow` when the deadline has passed */
  find(query: SiteQuery, deadline: number): Promise<SitePage>
  /** Those of these resources that the site may show, by id; one query for each type. */
  getMany(ids: readonly string[]): Promise<ReadonlyMap<string, SiteResource>>
}

/** What a page shows besides what its template asks for. */
export interface PageData {
  /** The `web-page`: what slots outside any entity are filled from. */
  page: SiteResource
  /** The resource that the address names. */
  addressed?: SiteResource | undefined
  /** Which page of the main list is shown, from 1 (`?page=`). Default: 1. */
  listPage?: number
}

/** Everything that a page depends on. When none of it changed, neither did the page. */
export interface PageDependencies {
  /** Id and `sequence_no` of every resource that was read. */
  resources: ReadonlyMap<string, number>
  /** Collections in which any change may change the page: lists, newest ones, and ids that were not there. */
  collections: ReadonlySet<string>
  /** Whether it depends on the present time. */
  timeBound: boolean
}

/** Where a page stands in its main list: the first list of the template, outside fragments, entities and `nav`, `header`, `footer`, `aside`; or that with `data-svc-pages`. */
export interface ListPosition {
  /** From 1. */
  page: number
  hasPrevious: boolean
  hasNext: boolean
  /** How many pages there are, where it was counted. */
  pages: number | undefined
  /** How many there are in all, where it was counted. */
  total: number | undefined
  /** How many are on this page. */
  shown: number
}

/** A template's data, read and resolved. */
export interface TemplateBinding {
  readonly page: PageData
  /** The resources that elements of the template are bound to, in order of the document, each once; those in fragments too. */
  readonly bound: readonly SiteResource[]
  /** Every resource that was read, those behind references included, by id. */
  readonly resources: ReadonlyMap<string, SiteResource>
  /** Undefined when the template has no main list. */
  readonly list: ListPosition | undefined
  readonly dependencies: PageDependencies
  /** A short text that differs when anything that the page shows of resources does. For ETags, beside the versions of template and theme. */
  readonly fingerprint: string
  /** What the template asked for in vain: types that are not there, filters that the API refuses. */
  readonly problems: readonly TemplateProblem[]
  /** What the engine renders from. Nobody else's business. */
  readonly bindings: Bindings
}

/** How a page is written. */
export interface RenderOptions {
  /** BCP 47; what dates and numbers are written in, and the `lang` of the document. Default: the template's own, else `en`. */
  language?: string | undefined
  /** IANA time zone of date-times. Default: UTC. */
  timeZone?: string
  /** HTML for the end of the head. Trusted: made by the service, escaped. */
  head?: string
  /** The address of a path on this site (`/about` → `/site/about`), for every local link, picture and style sheet. Default: as it is. */
  link?: (path: string) => string
  /** The path on this site of a resource's own page (`@url`), before {@link link}; undefined when it has none. @param page slug of the page that the template names */
  resourcePath?: (resource: SiteResource, page: string | undefined) => string | undefined
  /** The path of another page of the main list, before {@link link}: what `@previous` and `@next` lead to. */
  listPath?: (page: number) => string
  /** The path of the page itself, before {@link link}: links to it in a `nav` get `aria-current="page"`. */
  currentPath?: string
  /** Default: 4 MiB. */
  maxBytes?: number
}
