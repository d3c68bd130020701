import type { Caller } from './identity.ts'
import type { Condition, ListQuery, Page, StoredDocument, Visibility, WriteOperation } from './document-store.ts'
import type { JsonObject } from './json.ts'
import type { ResourceType } from './type-registry.ts'

/** A change to a resource, before it is written. */
export interface ResourceChange {
  action: 'create' | 'update' | 'archive' | 'restore'
  type: ResourceType
  id: string
  caller: Caller
  /** The data before; null on create. */
  before: JsonObject | null
  /** The data to be written. A hook may change it in place. */
  data: JsonObject
}

/**
 * Something that a plugin does on changes of a type. It reads what it needs and adds to the same atomic write;
 * what it throws refuses the change with its message.
 */
export interface Behaviour {
  /** Name by which a preset switches it on. */
  name: string
  /** Slugs of the types concerned. */
  types: readonly string[]
  /** Runs before the write. @returns operations to add to it. */
  before?(change: ResourceChange): WriteOperation[] | Promise<WriteOperation[]>
}

/** One operation of a bulk write, in the words of the API. */
export interface BulkOperation {
  op: 'create' | 'update' | 'patch' | 'delete' | 'restore'
  id?: string
  data?: JsonObject
  if_match?: string
}

/** What became of one operation of a bulk write. */
export interface BulkResult {
  /** The HTTP status that the single request would have had. */
  status: number
  id?: string
  message?: string
}

/** What must be true of a resource for a change to it to happen: its current ETag, if the caller named one. */
export interface ChangeOptions {
  /** Value of `If-Match`; a stale one throws `PreconditionFailed`. */
  ifMatch?: string | undefined
  /** Go on where a rule would refuse it (administrators). */
  force?: boolean
}

/** A page of a list that is in the order of creation, the newest first. */
export interface PageRequest {
  /** Name of the list: a cursor fits no list of another name. */
  list: string
  /** 1–1000. */
  limit: number
  /** The `cursor` of the page before. */
  cursor: string | undefined
  /** Whether to count all of the list. */
  count: boolean
  /** What must hold besides. Default: nothing. */
  conditions?: readonly Condition[]
}

/** A page, as the list envelope of the API has it. */
export interface ResourcePage {
  documents: StoredDocument[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: number | undefined
}

/** What becomes of a resource: its new data, and whether it is archived with it. */
export interface Decision {
  data: JsonObject
  archive?: boolean
}

/**
 * Create, get, list, change and archive resources of any type. Provided by the plugin `dynamic-resources`.
 * Ids are full URNs. Rights are checked by the route or by the caller of this contract, except that lists take their visibility.
 */
export interface Resources {
  create(caller: Caller, typeSlug: string, data: JsonObject, options?: { id?: string }): Promise<StoredDocument>
  /** The active resource. Throws `NotFound`, also for one of another account. */
  get(caller: Caller, typeSlug: string, id: string): Promise<StoredDocument>
  list(caller: Caller, type: ResourceType, query: ListQuery): Promise<Page>
  /**
   * A page of the active resources that the caller may see.
   * @throws `NotFound` when there is no such type, `Forbidden` when there is nothing that the caller may see, `BadRequest` for a cursor of another list
   */
  page(caller: Caller, typeSlug: string, request: PageRequest): Promise<ResourcePage>
  /** Replace the data. */
  replace(
    caller: Caller,
    typeSlug: string,
    id: string,
    data: JsonObject,
    options?: ChangeOptions,
  ): Promise<StoredDocument>
  /** JSON Merge Patch (RFC 7396). */
  patch(
    caller: Caller,
    typeSlug: string,
    id: string,
    patch: JsonObject,
    options?: ChangeOptions,
  ): Promise<StoredDocument>
  /**
   * Change an active resource by what it is: nobody else's change is lost.
   * @param decide gives the new data, or undefined to leave the resource as it is; asked again when somebody else changed it meanwhile
   */
  change(
    caller: Caller,
    typeSlug: string,
    id: string,
    decide: (data: JsonObject, type: ResourceType) => Decision | undefined,
    options?: ChangeOptions,
  ): Promise<StoredDocument>
  archive(caller: Caller, typeSlug: string, id: string, options?: ChangeOptions): Promise<StoredDocument>
  restore(caller: Caller, typeSlug: string, id: string): Promise<StoredDocument>
  bulk(
    caller: Caller,
    typeSlug: string,
    operations: readonly BulkOperation[],
    options: { atomic: boolean; dryRun: boolean },
  ): Promise<BulkResult[]>
  /** What of this type the caller may see. */
  visibility(caller: Caller, typeSlug: string): Promise<Visibility>
  /** Add a behaviour; it runs from now on. */
  addBehaviour(behaviour: Behaviour): void
}
