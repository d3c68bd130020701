import type { Caller, Condition, DocumentStatus, Sort, StoredDocument, Visibility } from '../../../kernel/index.ts'
import type { Perspective } from '../../../lib/store-kit/index.ts'
import type { CountRequest, FilterGroup, ReferenceFilter, Total } from '../../../lib/query/index.ts'
import type { ResourceType } from '../../types/contract.ts'

/** The resources of one type that a scope can see. */
export interface VisibleResources {
  visibility: Visibility
  /** Conditions that a resource must also match, such as those of publication. Default: none. */
  conditions?: readonly Condition[]
  /** Resources that the scope sees in another set of rows. */
  except?: Visibility
}

/**
 * The properties whose secrets are shown: what their schemas mark by `writeOnly` or `format: password`, in the property itself or at any depth in it.
 * Everything else of the kind is left out. `all` is for a plugin that hides such values by rules of its own.
 */
export type ShownSecrets = readonly string[] | 'all'

/**
 * On whose behalf resources are read: which of them can be seen, whatever is asked for. The scope of a caller comes from
 * {@link ResourceReader.callerScope}; a plugin with rules of its own, such as the public site, implements one.
 */
export interface ReadScope {
  /** The account whose resources are read. */
  readonly account_id: string
  /**
   * The secrets that this plugin needs, by name: `{ ...reader.callerScope(caller), secrets: ['password'] }`. Answers to callers must not contain them.
   * Default: none.
   */
  readonly secrets?: ShownSecrets
  /** Of types with `x-drafts`: what is public, or what editors see. Default: what is public. */
  readonly perspective?: Perspective
  /**
   * What can be seen of a type, or of one of its sets of rows (`ResourceType.set`). Asked for every type that an answer shows or that a filter reaches across a reference.
   * @param status of the resources that are read: archived ones can require further rights
   * @throws `Forbidden` when nothing of the type can be seen
   */
  visible(type: ResourceType, status: DocumentStatus): Promise<VisibleResources>
  /**
   * Called for the field of every filter across a reference, which would otherwise reveal values that are never shown. Default: all fields can be used.
   * @param field the name of a field of the type
   * @param parameter the query parameter, for the message
   * @throws `BadRequest` for a field that this scope cannot use
   */
  checkField?(type: ResourceType, field: string, parameter: string): void
}

/** A stored resource and its type. */
export interface TypedDocument {
  type: ResourceType
  document: StoredDocument
}

/** Which resources of a type, and their order. The result of `readListParameters` (`plinth/lib/query`) is one. */
export interface ResourceQuery {
  /** Default: `active`. */
  status?: DocumentStatus
  /** Conditions that a resource must all match. */
  conditions?: readonly Condition[]
  /**
   * Filters on fields of referenced resources: a resource matches when it refers to an active one that the scope can see and that matches; a negative
   * one matches all others.
   */
  referenceFilters?: readonly ReferenceFilter[]
  /** Groups of filters of which a resource must match at least one; empty: no restriction. */
  groups?: readonly FilterGroup[]
  /** The time that relative filters refer to, in milliseconds since 1970. Required when there are any. */
  now?: number | undefined
  /** Normalised words that the data must contain. */
  words?: readonly string[]
  /** Default: newest first. */
  sort?: Sort
  /**
   * See `SelectQuery.deadline`: everything that is read of the selection shares it. Default: 2 s from the call, except that each portion of
   * {@link ResourceSelection.walk} has 2 s of its own.
   */
  deadline?: number
}

/** What an answer contains about referenced resources. */
export interface RelatedRequest {
  /** Names of references (`CompiledSchema.referenceNames`): the resources that they refer to are read. */
  include: readonly string[]
  /** Whether label and status of every referenced resource, and of the user who created each resource, are read; with `all` those of the resources themselves too. */
  labels: boolean | 'all'
  /** The languages of labels, the preferred one first. */
  languages: readonly string[]
}

/** How an answer is written: as JSON, or as JSON-LD, in which a resource takes more bytes. */
export type AnswerForm = 'json' | 'json-ld'

/** One page of a selection. */
export interface PageRequest {
  /** 1–1000. A page ends earlier, before its text exceeds `http.maxPageBytes`, but has at least one resource. */
  limit: number
  /** The `cursor` of the page before. */
  cursor?: string | undefined
  /** Whether all are counted. Default: no. */
  count?: CountRequest
  /** Name of the list: a cursor is valid only for the list with its name, in the same order and with the same filters. Default: the slug of the type. */
  list?: string
  /** Default: nothing about referenced resources. */
  related?: RelatedRequest | undefined
  /** Default: `json`. */
  form?: AnswerForm
  /** Leave out resources that cannot be read because the store is damaged, and count them. */
  skipDamaged?: boolean
}

/** The label of a referenced resource or of a user. */
export interface RelatedLabel {
  label: string
  status: string
}

/** What resources refer to, as far as the scope can see it. */
export interface RelatedResources {
  /** The active resources that the included references of a resource refer to, in the order of the references, each once. */
  included(document: StoredDocument): readonly TypedDocument[]
  /** Labels by URN; undefined when they were not requested. */
  labels: ReadonlyMap<string, RelatedLabel> | undefined
}

/** A page, with the fields of the API's list envelope. */
export interface ResourcePage {
  resources: readonly TypedDocument[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
  /** Undefined when nothing was requested. */
  related?: RelatedResources | undefined
  /** How many resources were left out because the store is damaged. */
  skipped?: number
  /** How many secrets were left out of the resources, if any. Only administrators get this number. */
  leftOut?: number
}

/** A page by its number. */
export interface SliceRequest {
  /** How many resources to pass over. They are scanned, so later slices cost more. Default: 0. */
  skip?: number
  limit: number
  /** The order of resources with the same value, ascending, as the query's `sort` then must be. Default: by id. */
  thenBy?: readonly Sort[] | undefined
  /** Bytes of the texts of its documents, which has at least one. Default: no limit. */
  maxBytes?: number
}

/** Consecutive resources of a selection. */
export interface Portion {
  documents: readonly StoredDocument[]
  /** Whether there are no more. */
  isLast: boolean
}

/** The resources of one type that match a query and that a scope can see. Rights and filters across references have been resolved once. */
export interface ResourceSelection {
  readonly type: ResourceType
  /**
   * One page.
   * @throws `BadRequest` for a cursor of another list, and when the referenced resources are too many or too large; `QueryTooSlow`
   */
  page(request: PageRequest): Promise<ResourcePage>
  /**
   * Resources from a position on.
   * @throws `QueryTooSlow`
   */
  slice(request: SliceRequest): Promise<{ documents: StoredDocument[]; hasMore: boolean }>
  /**
   * All resources in portions, for as long as the caller takes them: for work that ranks or collects. Each portion is bounded in number and bytes.
   * @param options.firstPortion how many the first portion has at most, when few are usually enough. Default: 1000
   * @param options.thenBy see {@link SliceRequest.thenBy}
   * @throws `QueryTooSlow` from the portion that is too late
   */
  walk(options?: { firstPortion?: number; thenBy?: readonly Sort[] | undefined }): AsyncIterable<Portion>
  /**
   * @param options.max the count stops there
   * @throws `QueryTooSlow`
   */
  count(options?: { max?: number }): Promise<number>
}

/**
 * Reads resources for a scope: filtered, sorted, page by page, with what they refer to. The one way to lists of resources, for HTTP, other plugins and
 * jobs. Provided by the plugin `dynamic-resources`.
 */
export interface ResourceReader {
  /**
   * What a caller is allowed to read; archived resources only where the caller is also allowed to archive. With the perspective `draft`, of types with
   * `x-drafts`, what the caller is allowed to modify; other resources that are referred to are shown as they are public.
   */
  callerScope(caller: Caller, perspective?: Perspective): ReadScope
  /** Everything in an account: for work of the service itself, never for answers to a caller. */
  accountScope(account_id: string): ReadScope
  /**
   * Select resources of a type.
   * @throws `Forbidden` when the scope can see nothing of the type; `BadRequest` for a filter across a reference that is wrong; `QueryTooSlow`
   */
  select(scope: ReadScope, type: ResourceType, query?: ResourceQuery): Promise<ResourceSelection>
  /**
   * Those of these resources that the scope can see, by id; one query per type for every thousand of them. Ids of types that are archived or do not exist are left out.
   * @param options.status default: `active`
   * @param options.maxBytes when the texts of a type exceed this, the rest of its ids are left out. Default: no limit
   */
  getMany(
    scope: ReadScope,
    ids: Iterable<string>,
    options?: { status?: DocumentStatus | 'any'; maxBytes?: number },
  ): Promise<ReadonlyMap<string, TypedDocument>>
  /**
   * The resources of a type that have one of some values in a property, as far as the scope can see them.
   * @param values as texts; those that the property can never have are left out
   * @param options.status default: `active`
   * @throws `QueryTooSlow`
   */
  findByValues(
    scope: ReadScope,
    type: ResourceType,
    property: string,
    values: Iterable<string>,
    options?: { status?: DocumentStatus },
  ): Promise<StoredDocument[]>
  /**
   * What some resources refer to.
   * @param deadline see `SelectQuery.deadline`
   * @throws `BadRequest` when that is too much; `QueryTooSlow`
   */
  related(
    scope: ReadScope,
    resources: readonly TypedDocument[],
    request: RelatedRequest,
    options?: { form?: AnswerForm; deadline?: number },
  ): Promise<RelatedResources>
  /**
   * The labels of resources, by id. What they show of other resources is read in one query per type, if the scope can see it.
   * @param options.languages the languages of the reader, the preferred one first. Default: none, for the labels of `x-label`
   * @throws `QueryTooSlow`
   */
  labels(
    scope: ReadScope,
    resources: readonly TypedDocument[],
    options?: { languages?: readonly string[]; deadline?: number },
  ): Promise<Map<string, string>>
}

declare module '../../../kernel/index.ts' {
  interface Contracts {
    resourceReader: ResourceReader
  }
}
