import type { Caller, Preconditions, ServiceError } from '../../kernel/index.ts'
import type { JsonObject, Scalar } from '../../lib/json/index.ts'
import type { DocumentMeta, Perspective, StoredDocument, WriteOperation } from '../../lib/store-kit/index.ts'
import type { ResourceType } from '../types/contract.ts'
import type { ShownSecrets } from './reading/contract.ts'

export type { FlatViews } from './flat/contract.ts'
export type * from './reading/contract.ts'

/** A change to a resource, before it is written. */
export interface ResourceChange {
  action: 'create' | 'update' | 'archive' | 'restore'
  type: ResourceType
  id: string
  caller: Caller
  /** Continue where a rule would refuse the change (`?force=true`, administrators only). */
  force: boolean
  /** The data before; null on create. */
  before: JsonObject | null
  /**
   * The data to be written: a copy of the data of the request, made again each time the write is planned. A behaviour can change it in place, read-only
   * properties included; what it leaves is checked like a body.
   */
  data: JsonObject
}

/** A resource as a behaviour reads it; a copy. */
export interface ScopedResource {
  id: string
  meta: DocumentMeta
  data: JsonObject
}

/**
 * The write that a change becomes part of, as a behaviour sees it. The behaviour reads resources as this write leaves them, the change itself
 * included, and adds further changes, which happen together with it or not at all. They are validated, recorded and followed by behaviours like
 * any other change, and use the caller's rights: a caller who is not allowed to read what is looked up here, or to do what is done here, gets 403
 * for the whole request, even if the behaviour catches the `Forbidden`. What the write itself created can be read and changed.
 * The scope can be used until the behaviour has ended; every call must be awaited.
 *
 * When another request changes first what is changed here, the whole write is planned again. For resources that are only read, and for
 * resources that may not exist yet, {@link claim} a name.
 */
export interface ChangeScope {
  /**
   * The active resource of the caller's account, or undefined.
   * @throws `Forbidden` when the caller is not allowed to read it
   */
  get(typeSlug: string, id: string): Promise<ScopedResource | undefined>

  /**
   * The active resources of the caller's account in which these properties have these values (null: have none), the oldest first.
   * @throws `Conflict` when there is no such type or property, or there are more than 1,000
   * @throws `Forbidden` when the caller is not allowed to read one of them, or anything of the type
   */
  find(typeSlug: string, where: Readonly<Record<string, Scalar>>): Promise<ScopedResource[]>

  /**
   * @returns the id
   * @throws `Forbidden` when the caller is not allowed to create resources of the type
   */
  create(typeSlug: string, data: JsonObject): Promise<string>

  /**
   * Replace the data of an active resource.
   * @throws `Forbidden` when the caller is not allowed to modify it
   */
  update(typeSlug: string, id: string, data: JsonObject): Promise<void>

  /** @throws `Forbidden` when the caller is not allowed to archive it */
  archive(typeSlug: string, id: string): Promise<void>

  /**
   * Keep properties consistent across the account: in every other active resource of the type in which these properties have these values,
   * set them to others. This is done on behalf of the service, whatever rights the caller has, and recorded with the caller as the actor.
   * @param where values of properties that the behaviour declares in {@link Behaviour.maintains}
   * @param values new values of such properties
   */
  maintain(
    typeSlug: string,
    where: Readonly<Record<string, Scalar>>,
    values: Readonly<Record<string, Scalar>>,
  ): Promise<void>

  /**
   * All writes that claim the same name in an account happen one after the other, and each sees what those before it did.
   * Claim before reading the data that the decision depends on. A unique value that the behaviour gives, such as the next number, is then
   * never refused because of simultaneous writes. Names begin with the name of the behaviour or the plugin.
   */
  claim(name: string): Promise<void>
}

/**
 * Something that happens on changes of a type. It reads what it needs and adds to the same atomic write, with the caller's rights. A
 * `ServiceError` that it throws refuses the whole write with its message; anything else is a fault of its plugin (500). A plugin contributes
 * its behaviours as `contributes.behaviours`, a list; a preset enables them by name for its types.
 */
export interface Behaviour {
  /** Name by which a preset enables the behaviour. */
  name: string
  /** Slugs of the types concerned. */
  types: readonly string[]
  /**
   * Properties that the behaviour keeps consistent across the account, by the slug of their type: `{ pantry: ['isDefault'] }`. It can change
   * them with {@link ChangeScope.maintain}, and require in its operations that no other resource has their values (`absent`), whatever rights the
   * caller has.
   */
  maintains?: Readonly<Record<string, readonly string[]>>
  /**
   * Runs before the write, on every change, however it is requested; again when the write is planned again. When it does not finish
   * in time (the option `behaviourTimeout` of the plugin `dynamic-resources`) the request is answered 503 and nothing is written.
   * @returns operations to add to the write, in addition to the changes made with the scope; operations on resources use the caller's rights
   */
  before?(
    change: ResourceChange,
    scope: ChangeScope,
  ): WriteOperation[] | undefined | void | Promise<WriteOperation[] | undefined | void>
}

/** An operation on an existing resource. A precondition that is not met throws `PreconditionFailed`. */
interface OnResource extends Preconditions {
  /** Slug of its type. */
  type: string
  /** Its full URN. */
  id: string
}

/** An operation that gives an existing resource new data. */
interface WithData extends OnResource {
  data: JsonObject
  /** The resource can be archived, and is restored in the same write. Default: `NotFound` is thrown. */
  restore?: boolean
  publish?: Publishes
}

/** Create a resource. */
export interface CreateOperation {
  op: 'create'
  /** Slug of its type. */
  type: string
  data: JsonObject
  /** The id to create it under: a full URN, never used before. Default: a new one. */
  id?: string | undefined
  /** When it counts as created, RFC 3339 in UTC with milliseconds, so that resources of one import have an order. Default: the moment of the write. */
  created_at?: string | undefined
  publish?: Publishes
  /** Of a copy: what was public in the other service, which becomes the first version; `data` is a second one where it differs. */
  published?: CopiedPublication | undefined
}

/** What is public of a resource in the copy of a service. */
export interface CopiedPublication {
  /** RFC 3339 in UTC. */
  at: string
  /** URN of the user who published it. */
  by: string
  data: JsonObject
}

/** Of a type with `x-drafts`: whether what is written becomes public, which needs `odrl:distribute`. Default: no. */
type Publishes = boolean | undefined

/** Replace the data of a resource; secrets that are absent stay. */
export interface ReplaceOperation extends WithData {
  op: 'replace'
}

/** Merge data into those of a resource (RFC 7396). */
export interface PatchOperation extends WithData {
  op: 'patch'
}

/** Replace or archive a resource depending on its current state; no change of another request is lost. */
export interface EditOperation extends OnResource {
  op: 'edit'
  /** The resource can be archived. Default: `NotFound` is thrown. */
  restore?: boolean
  /** The resource as this request has read it, so that it is read again only if another request changed it meanwhile. */
  read?: StoredDocument | undefined
  /**
   * Returns the new data, and whether to archive the resource in the same write; undefined leaves it unchanged. Called again when another request changed
   * it meanwhile.
   */
  edit(data: JsonObject, type: ResourceType, meta: DocumentMeta): { data: JsonObject; archive?: boolean } | undefined
}

/** Replace the data of the resource that has the same value of a unique property, or create one. Of several at once, one creates it. */
export interface UpsertOperation extends Preconditions {
  op: 'upsert'
  type: string
  /** The property, of which the data must have a value. */
  key: string
  data: JsonObject
  /** Restore an archived resource with this value. Default: `NotUnique` is thrown. */
  restore?: boolean
  publish?: Publishes
}

export interface ArchiveOperation extends OnResource {
  op: 'archive'
  /** Only in a dry run: it is not refused because others refer to the resource; they are listed besides. */
  listsReferrers?: boolean
}

export interface RestoreOperation extends OnResource {
  op: 'restore'
}

/** Make a version of a resource of a type with `x-drafts` public. Preconditions name the whole entity tag. */
export interface PublishOperation extends OnResource {
  op: 'publish'
  /** Default: the current version. */
  sequence_no?: number | undefined
}

/** End the publication of a resource. */
export interface UnpublishOperation extends OnResource {
  op: 'unpublish'
}

/** Make what is public the draft, as a new version. */
export interface DiscardOperation extends OnResource {
  op: 'discard'
}

/** What a write does to one resource. A new kind of write is one more member, and a case in `writing/plan-operation.ts`. */
export type ResourceOperation =
  | CreateOperation
  | ReplaceOperation
  | PatchOperation
  | EditOperation
  | UpsertOperation
  | ArchiveOperation
  | RestoreOperation
  | PublishOperation
  | UnpublishOperation
  | DiscardOperation

/** What is returned of a resource. */
export interface ResourceOptions extends SecretOptions {
  /** Of a type with `x-drafts`: what is public, or what editors see, who need `odrl:modify`. Default: what is public. */
  perspective?: Perspective | undefined
}

export interface SecretOptions {
  /** The properties whose secrets are returned, see {@link ReadScope.secrets}. Default: none. */
  secrets?: ShownSecrets | undefined
}

/** How operations are written. */
export interface ResourceWriteOptions extends SecretOptions {
  /** All or nothing; else each operation is independent of the others. Default: yes. */
  atomic?: boolean
  /** Check everything, change nothing. Default: no. */
  dryRun?: boolean
  /** Continue where a rule would refuse a change (administrators). Default: no. */
  force?: boolean
  /**
   * Where the data come from. `import`: they can contain values that the service sets, which must equal those that it sets. `copy`: the data are
   * those of another service; such values are kept, and no behaviours run. Default: from a request, whose body cannot contain such values.
   */
  mode?: 'import' | 'copy' | undefined
  /** Check the right to each operation, before anything else. Default: no, because the route or the calling plugin has done so. */
  authorizes?: boolean
  /** With `authorizes`: the ids of new resources come from the calling plugin, so that the caller need not be an administrator. Default: no. */
  ownIds?: boolean
  /**
   * The operations are a part of a stream of any length, which gives other requests their turn: the time that checking all of them takes is not
   * limited. Default: no, as for a request.
   */
  ofStream?: boolean
  /** Whether an id counts as that of a resource that can be referred to, although there is none yet. Default: none does. */
  expects?: ((id: string) => boolean) | undefined
  /**
   * Returns the calling plugin's own operations for the same write; called again when the write is planned again, and for each transaction of a write that
   * is not atomic.
   * @param documents the resources after the write, in the order of their operations
   */
  extraOperations?: ((documents: readonly StoredDocument[]) => WriteOperation[] | Promise<WriteOperation[]>) | undefined
}

/** A resource that an operation has written, or left unchanged. */
export interface WrittenResource {
  document: StoredDocument
  /** Whether it was created. */
  isNew: boolean
}

/** The result of one operation. */
export interface WriteResult extends Partial<WrittenResource> {
  /** Id of the resource; absent for a new one that did not get one. */
  id?: string
  /** Secrets are absent that the schema requires: only in a copy, and where they were absent before. */
  lacksSecrets?: true
  /** The error with which the operation alone would have been refused, or failed; absent when it is done. */
  error?: ServiceError
}

/** Resources that prevent another one from being archived, by the property with which they refer to it. */
export interface ReferredTo {
  kind: 'referred-to'
  property: string
  count: number
  /** Ids of some that the caller is allowed to read. */
  ids: string[]
}

/** Returns what is written together with the archiving of some resources of an account, by their ids. */
export type ArchivingPlan = (
  ids: readonly string[],
  account_id: string,
) => Promise<ReadonlyMap<string, readonly WriteOperation[]>>

/**
 * Write and get resources of any type; lists are read with `resourceReader`. Provided by the plugin `dynamic-resources`.
 * Ids are full URNs. Rights are checked by the route or by the caller of this contract. What is secret in a resource is not returned, see {@link SecretOptions}; where data
 * are replaced, absent secrets stay as they are (`MarkedMembers.keep`). {@link EditOperation} and behaviours work on the whole data.
 */
export interface Resources {
  /**
   * Do operations, each on another resource. Each sees those before it.
   * @returns a result for each, in their order
   * @throws `BadRequest` or `Forbidden` where one operation refuses an atomic write: its index as `part`, its own error as `cause`
   */
  write(
    caller: Caller,
    operations: readonly ResourceOperation[],
    options?: ResourceWriteOptions,
  ): Promise<WriteResult[]>
  /** {@link write} of one operation. @throws its own error */
  writeOne(
    caller: Caller,
    operation: ResourceOperation,
    options?: Omit<ResourceWriteOptions, 'atomic' | 'dryRun'>,
  ): Promise<WrittenResource>
  /**
   * Plan operations for a write that the caller makes, in the name of the service.
   * @param changedTypes types that this write creates or changes, in their new state
   * @returns the operations of the store, all of which must be in one write
   * @throws what {@link write} throws
   */
  plan(
    caller: Caller,
    operations: readonly ResourceOperation[],
    changedTypes: readonly ResourceType[],
  ): Promise<WriteOperation[]>
  /** The active resource. Throws `NotFound`, also for one of another account. */
  get(caller: Caller, typeSlug: string, id: string, options?: ResourceOptions): Promise<StoredDocument>
  /** One state of an active resource, by its `sequence_no`. Throws `NotFound` like {@link get}, and when there is no such state. */
  version(
    caller: Caller,
    typeSlug: string,
    id: string,
    sequenceNo: number,
    options?: ResourceOptions,
  ): Promise<StoredDocument>
  /** Add a behaviour permanently; it runs from now on, also when no preset enables it. */
  addBehaviour(behaviour: Behaviour): void
  /**
   * Add what happens together with the archiving of any resource of a type with `x-drafts`, which also ends its publication.
   * @param plan returns operations for the same write; called once for all resources that its request archives, again when it is planned again
   */
  followArchiving(plan: ArchivingPlan): void
  /** The behaviours that plugins contribute or have added, each with its plugin. */
  behaviours(): readonly { plugin: string; name: string }[]
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    resources: Resources
  }

  interface Contributions {
    /** Behaviours that a preset can enable by name. */
    behaviours?: readonly Behaviour[]
  }
}
