import type { Caller } from '../../kernel/index.ts'
import type { JsonObject, Scalar } from '../../lib/json/index.ts'
import type { Problem } from '../../lib/errors/index.ts'
import type { CountWanted, Total } from '../../lib/query/index.ts'
import type { Condition, DocumentMeta, StoredDocument, WriteOperation } from '../../lib/store-kit/index.ts'
import type { ResourceType } from '../types/contract.ts'

export type { FlatViews } from './flat/contract.ts'
export type { Labels } from './references/contract.ts'

/** A change to a resource, before it is written. */
export interface ResourceChange {
  action: 'create' | 'update' | 'archive' | 'restore'
  type: ResourceType
  id: string
  caller: Caller
  /** The data before; null on create. */
  before: JsonObject | null
  /**
   * The data to be written: a copy of what came in, made anew each time the write is worked out. A behaviour may change it in place, read-only
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
 * The write that a change becomes part of, as a behaviour sees it: it reads what this write leaves behind, the change itself included, and
 * adds further changes, which happen together with it or not at all. They are validated, recorded and followed by behaviours like any
 * other, and they are the caller's: who may not read what is looked up here, or may not do what is done here, gets 403 for the whole request,
 * whatever the behaviour makes of the `Forbidden` that it is thrown. What the write itself created may be read and changed.
 * It works until the behaviour has ended; every call is to be awaited.
 *
 * What is changed here cannot change under it: the whole is worked out again when somebody else was quicker. For what is only read, and for
 * what may not be there yet, {@link claim} a name.
 */
export interface ChangeScope {
  /**
   * The active resource of the caller's account, or undefined.
   * @throws `Forbidden` when the caller may not read it
   */
  get(typeSlug: string, id: string): Promise<ScopedResource | undefined>

  /**
   * The active resources of the caller's account in which these properties have these values (null: have none), the oldest first.
   * @throws `Conflict` when there is no such type or property, or there are more than 1,000
   * @throws `Forbidden` when the caller may not read one of them, or nothing of the type
   */
  find(typeSlug: string, where: Readonly<Record<string, Scalar>>): Promise<ScopedResource[]>

  /**
   * @returns the id
   * @throws `Forbidden` when the caller may not create resources of the type
   */
  create(typeSlug: string, data: JsonObject): Promise<string>

  /**
   * Replace the data of an active resource.
   * @throws `Forbidden` when the caller may not modify it
   */
  update(typeSlug: string, id: string, data: JsonObject): Promise<void>

  /** @throws `Forbidden` when the caller may not archive it */
  archive(typeSlug: string, id: string): Promise<void>

  /**
   * Keep properties consistent across the account: in every other active resource of the type in which these properties have these values,
   * set them to others. That is done for the service, whatever the caller may do, and recorded with the caller as the actor.
   * @param where values of properties that the behaviour declares in {@link Behaviour.maintains}
   * @param values new values of such properties
   */
  maintain(
    typeSlug: string,
    where: Readonly<Record<string, Scalar>>,
    values: Readonly<Record<string, Scalar>>,
  ): Promise<void>

  /**
   * Of all writes that claim the same name in an account, one happens after the other, each knowing what those before it did.
   * Claim before reading what the decision rests on. Names begin with that of the behaviour or the plugin.
   */
  claim(name: string): Promise<void>
}

/**
 * Something that happens on changes of a type. It reads what it needs and adds to the same atomic write, with the caller's rights. An
 * `ServiceError` that it throws refuses the whole with its message; anything else is a fault of its plugin (500). A plugin brings its behaviours as `contributes.behaviours`, a list; a preset switches
 * them on by name for its types.
 */
export interface Behaviour {
  /** Name by which a preset switches it on. */
  name: string
  /** Slugs of the types concerned. */
  types: readonly string[]
  /**
   * Properties that it keeps consistent across the account, by the slug of their type: `{ pantry: ['isDefault'] }`. It may change them with
   * {@link ChangeScope.maintain} whatever the caller may do.
   */
  maintains?: Readonly<Record<string, readonly string[]>>
  /**
   * Runs before the write, on every change, whichever way it is asked for; again when the write is worked out again. Where it has not finished
   * in time (the option `behaviourTimeout` of the plugin `dynamic-resources`) the request is answered 503 and nothing is written.
   * @returns operations to add to the write beside what was changed by the scope; on resources, with the caller's rights
   */
  before?(
    change: ResourceChange,
    scope: ChangeScope,
  ): WriteOperation[] | undefined | void | Promise<WriteOperation[] | undefined | void>
}

/** A resource that is to be created together with others. */
export interface NewResource {
  type_slug: string
  /** Full URN, never used before. */
  id: string
  data: JsonObject
}

/** One operation of a bulk write, in the words of the API. */
export interface BulkOperation {
  op: 'create' | 'update' | 'patch' | 'delete' | 'restore'
  id?: string
  data?: JsonObject
  if_match?: string
}

/** How a bulk write is done. */
export interface BulkOptions {
  /** All or nothing; else each operation stands for itself. */
  atomic: boolean
  /** Check everything, change nothing. */
  dryRun: boolean
  /** Archive what others refer to all the same (administrators). Default: no. */
  force?: boolean
  /**
   * Where the data come from. `import`: they may name values that the service sets, which must be those that it sets. `copy`: another service
   * decided them; such values are kept, and no behaviours run. Default: from a request, whose body cannot name such values.
   */
  mode?: 'import' | 'copy' | undefined
  /** The creates carry ids that the calling plugin makes, so that the caller need not be an administrator. Default: no. */
  ownIds?: boolean
  /** As {@link WriteOptions.beside}, for the resources of one transaction in the order of their operations. */
  beside?: ((documents: readonly StoredDocument[]) => WriteOperation[] | Promise<WriteOperation[]>) | undefined
}

/** What became of one operation of a bulk write. */
export interface BulkResult {
  /** The HTTP status that the single request would have had. */
  status: number
  id?: string
  message?: string
  /** What is wrong with its data, place by place; absent where the message is about the whole. */
  problems?: readonly Problem[]
}

/** What else belongs into the write of a resource. */
export interface WriteOptions {
  /**
   * Operations of the calling plugin's own for the same write; asked again when the write is worked out again.
   * @param document the resource as it will be
   */
  beside?: ((document: StoredDocument) => WriteOperation[] | Promise<WriteOperation[]>) | undefined
}

/** How a resource is created. */
export interface CreateOptions extends WriteOptions {
  /** The id to create it under: a full URN, never used before. Default: a new one. */
  id?: string
}

/** What must be true of a resource for a change to it to happen: its current ETag, if the caller named one. */
export interface ChangeOptions extends WriteOptions {
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
  count: CountWanted
  /** What must hold besides. Default: nothing. */
  conditions?: readonly Condition[]
}

/** A page, as the list envelope of the API has it. */
export interface ResourcePage {
  documents: readonly StoredDocument[]
  /** Token of the next page, empty when there is none. */
  cursor: string
  total: Total | undefined
}

/** What becomes of a resource: its new data, and whether it is archived with it. */
export interface Decision {
  data: JsonObject
  archive?: boolean
}

/** Resources that keep another one from being archived, by the property with which they refer to it. */
export interface ReferredTo {
  kind: 'referred-to'
  property: string
  count: number
  /** Some that the caller may read. */
  ids: string[]
}

/**
 * Create, get, list, change and archive resources of any type. Provided by the plugin `dynamic-resources`.
 * Ids are full URNs. Rights are checked by the route or by the caller of this contract, except that lists take their visibility.
 */
export interface Resources {
  create(caller: Caller, typeSlug: string, data: JsonObject, options?: CreateOptions): Promise<StoredDocument>
  /** The active resource. Throws `NotFound`, also for one of another account. */
  get(caller: Caller, typeSlug: string, id: string): Promise<StoredDocument>
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
  /** Check everything that {@link archive} checks, and change nothing. @returns who refers to it so that it cannot be archived */
  tryArchive(caller: Caller, typeSlug: string, id: string, options?: ChangeOptions): Promise<ReferredTo[]>
  restore(caller: Caller, typeSlug: string, id: string): Promise<StoredDocument>
  /**
   * Do many changes, all or nothing or each for itself.
   * @throws `BadRequest` or `Forbidden` where one operation refuses the whole: its index as `part`, its problems as those of the body of the
   * bulk write (`/operations/<index>/data/<property>`)
   */
  bulk(
    caller: Caller,
    typeSlug: string,
    operations: readonly BulkOperation[],
    options: BulkOptions,
  ): Promise<BulkResult[]>
  /**
   * Work out the creation of resources of several types, in order, for a write of the caller's own: they see each other, and behaviours run.
   * @param coming types that this write brings or changes, in their new state
   * @returns the operations, all of which belong into one write
   * @throws what creating the first one that is refused would be refused with, its index as `part`
   */
  planCreation(
    caller: Caller,
    resources: readonly NewResource[],
    coming: readonly ResourceType[],
  ): Promise<WriteOperation[]>
  /** Add a behaviour for good; it runs from now on, whatever presets say. */
  addBehaviour(behaviour: Behaviour): void
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    resources: Resources
  }

  interface Contributions {
    /** Behaviours that a preset may switch on by name. */
    behaviours?: readonly Behaviour[]
  }
}
