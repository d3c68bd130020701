import { Forbidden, NotFound, NotUnique, checkPreconditions, namesState } from '../../../kernel/index.ts'
import type {
  Access,
  Caller,
  DocumentMeta,
  DocumentStore,
  StoredDocument,
  WriteOperation,
} from '../../../kernel/index.ts'
import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import type { ValidationBudget } from '../../../lib/json-schema/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { creating, isUrnOf, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type {
  Behaviour,
  BulkOperation,
  BulkOptions,
  BulkResult,
  ChangeOptions,
  CreateOptions,
  NewResource,
  ReferredTo,
  Resources,
  ScopedResource,
  SecretOptions,
  UpsertOptions,
  WriteOptions,
} from '../contract.ts'
import { shownDocument } from '../reading/secrets.ts'
import { runBulk } from './bulk/bulk.ts'
import { listBlockers } from '../references/blockers.ts'
import { ReferenceSources } from '../references/reference-sources.ts'
import { ChangedMeanwhile, RetryQueue, notFound, stateOf, writeChanges } from './conflicts.ts'
import { describeHolders, findDuplicates, findHolder, keyValue } from './find-duplicates.ts'
import type { RefusedValue } from './find-duplicates.ts'
import { planCreation } from './plan-creation.ts'
import { checkData } from './properties.ts'
import type { BodyMode } from './properties.ts'
import { Write, partsForCopies, readChange } from './write.ts'
import type { Change, ChangeData, CompleteChange, WriteParts } from './write.ts'

/** What the service needs. */
export interface ServiceOptions extends Omit<WriteParts, 'mode' | 'sources'> {
  /** Name of the plugin that uses the service. */
  plugin: string
}

/** Returns the change of the current resource; undefined leaves it unchanged. */
type ReadChange = (
  type: ResourceType,
  current: ScopedResource,
  write: Write,
) => ChangeData | undefined | Promise<ChangeData>

/** A write that is one of several in its request. */
interface Budgeted {
  /** What checking its data may take. Default: as much as that of a request of its own. */
  budget?: ValidationBudget
}

/** Resources of every type. */
export class ResourceService implements Resources {
  readonly store: DocumentStore
  readonly registry: TypeRegistry
  readonly access: Access
  readonly parts: WriteParts
  /** Which types refer to which. */
  readonly sources: ReferenceSources
  readonly #options: ServiceOptions
  readonly #retries: RetryQueue

  /** @param shared the service for requests, whose state a service of another mode shares */
  constructor(options: ServiceOptions, mode: BodyMode = 'request', shared?: ResourceService) {
    const { store, registry, access } = options
    this.#options = options
    this.store = store
    this.registry = registry
    this.access = access
    this.sources = shared?.sources ?? new ReferenceSources(registry)
    this.#retries = shared === undefined ? new RetryQueue() : shared.#retries
    const parts = { ...options, mode, sources: this.sources }
    this.parts = mode === 'copy' ? partsForCopies(parts) : parts
  }

  /** The same service for bodies from another source. */
  #inMode(mode: BodyMode): ResourceService {
    return new ResourceService(this.#options, mode, this)
  }

  /** The same service for another plugin, whose name the behaviours get that it adds. */
  forPlugin(plugin: string): ResourceService {
    return new ResourceService({ ...this.#options, plugin }, 'request', this)
  }

  async create(
    caller: Caller,
    typeSlug: string,
    body: JsonObject,
    { id, budget, ...options }: CreateOptions & Budgeted = {},
  ): Promise<StoredDocument> {
    return this.#retries.run(`${typeSlug}:new`, async attempt => {
      const type = await this.type(typeSlug, attempt)
      const turn = yieldIfLong() // others can be validated in the same turn of the event loop
      if (turn !== undefined) await turn
      const change = await this.#planCreation(caller, type, body, attempt, { id, budget })
      return creating(change.id, this.#write(caller, change, options))
    })
  }

  upsert(
    caller: Caller,
    typeSlug: string,
    key: string,
    body: JsonObject,
    { restore = false, beside, secrets, ...preconditions }: UpsertOptions = {},
  ): Promise<{ document: StoredDocument; isNew: boolean }> {
    const queue = `${typeSlug}:${key}=${JSON.stringify(body[key])}`
    return this.#retries.runQueued(queue, async attempt => {
      const type = await this.type(typeSlug, attempt)
      const holder = await findHolder(this.store, type, caller.account_id, key, keyValue(type, key, body))
      const options = { beside, secrets }
      const current = holder && { id: holder.id, meta: readMeta(holder), data: readData(holder) }
      checkPreconditions(preconditions, current && stateOf(type, current))
      if (current === undefined)
        return { document: await this.#createByKey(caller, type, key, body, attempt, options), isNew: true }
      if (current.meta.status === 'archived' && !restore)
        throw await this.#describe(caller, type, { error: new NotUnique(key), data: body })
      const write = new Write(this.parts, caller, attempt)
      const changed = await write.changedBy(body, type, current)
      const wanted = readChange(type, this.parts.mode, { op: 'update', data: body }, changed)
      const planned = await write.plan({ ...wanted, type, current, conditional: namesState(preconditions) })
      return { document: await this.#write(caller, planned, options), isNew: false }
    })
  }

  /** Create a resource for {@link upsert}. Another one can have been given the same key meanwhile. */
  async #createByKey(
    caller: Caller,
    type: ResourceType,
    key: string,
    body: JsonObject,
    attempt: number,
    options: WriteOptions,
  ): Promise<StoredDocument> {
    const change = await this.#planCreation(caller, type, body, attempt)
    try {
      return await creating(change.id, this.#write(caller, change, options))
    } catch (error) {
      throw error instanceof NotUnique && error.property === key ? new ChangedMeanwhile() : error
    }
  }

  async #planCreation(
    caller: Caller,
    type: ResourceType,
    data: JsonObject,
    attempt: number,
    { id, budget }: { id?: string | undefined; budget?: ValidationBudget | undefined } = {},
  ): Promise<CompleteChange> {
    const wanted = readChange(type, this.parts.mode, { op: 'create', data }, undefined, budget)
    return new Write(this.parts, caller, attempt).plan({ ...wanted, type, current: undefined, id })
  }

  async get(caller: Caller, typeSlug: string, id: string, { secrets }: SecretOptions = {}): Promise<StoredDocument> {
    const type = await this.registry.active(typeSlug)
    return shownDocument(type, (await this.#find(caller, type, id, 'active')).document, secrets)
  }

  async version(
    caller: Caller,
    typeSlug: string,
    id: string,
    sequenceNo: number,
    { secrets }: SecretOptions = {},
  ): Promise<StoredDocument> {
    const type = await this.registry.active(typeSlug)
    const { document, meta } = await this.#find(caller, type, id, 'active')
    if (sequenceNo === meta.sequence_no) return shownDocument(type, document, secrets)
    const version =
      sequenceNo > meta.sequence_no ? undefined : await this.store.version(type.collection, id, sequenceNo)
    if (version === undefined) throw new NotFound('the resource has no such version')
    return shownDocument(type, version, secrets)
  }

  replace(
    caller: Caller,
    typeSlug: string,
    id: string,
    body: JsonObject,
    options: ChangeOptions & Budgeted = {},
  ): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, options, this.#read({ op: 'update', data: body }, options))
  }

  patch(
    caller: Caller,
    typeSlug: string,
    id: string,
    body: JsonObject,
    options: ChangeOptions & Budgeted = {},
  ): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, options, this.#read({ op: 'patch', data: body }, options))
  }

  change(
    caller: Caller,
    typeSlug: string,
    id: string,
    edit: (
      data: JsonObject,
      type: ResourceType,
      meta: DocumentMeta,
    ) => { data: JsonObject; archive?: boolean } | undefined,
    options: ChangeOptions = {},
  ): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, options, (type, current) => {
      const edited = edit(current.data, type, current.meta)
      if (edited === undefined) return undefined
      const { data, archive = false } = edited
      if (data === current.data) return { action: archive ? 'archive' : 'update', data }
      return {
        action: archive ? 'archive' : 'update',
        ...checkData(type, data, { before: current.data, isMerge: true }),
      }
    })
  }

  archive(caller: Caller, typeSlug: string, id: string, options: ChangeOptions = {}): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, options, this.#read({ op: 'delete' }))
  }

  /**
   * Plan the write of an operation as it would be done, and throw the plan away.
   * @throws what refuses it
   */
  async try(
    caller: Caller,
    typeSlug: string,
    { op, id = '', data = {} }: Pick<BulkOperation, 'op' | 'id' | 'data'>,
    options: ChangeOptions = {},
  ): Promise<void> {
    const type = await this.type(typeSlug)
    const change =
      op === 'create'
        ? await this.#planCreation(caller, type, data, 0)
        : (await this.#planChange(caller, typeSlug, id, options, this.#read({ op, data }), 0)).change
    if (change === undefined) return
    const [duplicate] = await findDuplicates(this.store, type, caller.account_id, [{ change }])
    if (duplicate === undefined) return
    throw await this.#describe(caller, type, { error: duplicate.error, data: readData(change.document) })
  }

  async tryArchive(caller: Caller, typeSlug: string, id: string, options: ChangeOptions = {}): Promise<ReferredTo[]> {
    const read = this.#read({ op: 'delete' })
    const { type } = await this.#planChange(caller, typeSlug, id, { ...options, listsReferrers: true }, read, 0)
    return listBlockers(this.parts, caller, type, id)
  }

  restore(
    caller: Caller,
    typeSlug: string,
    id: string,
    options: Omit<ChangeOptions, 'restore'> = {},
  ): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, { ...options, restore: true }, this.#read({ op: 'restore' }))
  }

  bulk(
    caller: Caller,
    typeSlug: string,
    operations: readonly BulkOperation[],
    options: BulkOptions,
  ): Promise<BulkResult[]> {
    const service = options.mode === undefined ? this : this.#inMode(options.mode)
    return this.#retries.run(`${typeSlug}:bulk`, attempt =>
      runBulk(service, caller, typeSlug, operations, options, attempt),
    )
  }

  /** Throws `Forbidden` unless the caller administers the instance. */
  async requireAdministrator(caller: Caller, what = 'force this'): Promise<void> {
    if (await this.access.isAdministrator(caller)) return
    throw new Forbidden(`only an administrator may ${what}`)
  }

  planCreation(
    caller: Caller,
    resources: readonly NewResource[],
    changedTypes: readonly ResourceType[],
  ): Promise<WriteOperation[]> {
    return planCreation(this.parts, caller, resources, changedTypes)
  }

  addBehaviour(behaviour: Behaviour): void {
    this.#options.behaviours.add(this.#options.plugin, behaviour)
  }

  behaviours(): { plugin: string; name: string }[] {
    return this.#options.behaviours.list()
  }

  /**
   * The current version of the type.
   * @param attempt raised after a refused write; the type is then read from the store again, because it can be what changed
   */
  async type(typeSlug: string, attempt = 0): Promise<ResourceType> {
    if (attempt > 0) await this.registry.reload(typeSlug)
    return this.registry.active(typeSlug)
  }

  /** The current resource of the caller's account, as the caller sees it. Throws `NotFound`, also when it has another status. */
  async find(
    caller: Caller,
    type: ResourceType,
    id: string,
    status: 'active' | 'any',
  ): Promise<{ document: StoredDocument; meta: DocumentMeta }> {
    const { document, meta } = await this.#find(caller, type, id, status)
    return { document: shownDocument(type, document), meta }
  }

  /** The same as it is stored. */
  async #find(
    { account_id }: Caller,
    type: ResourceType,
    id: string,
    status: 'active' | 'any',
  ): Promise<{ document: StoredDocument; meta: DocumentMeta }> {
    const document = isUrnOf(type.slug, id) ? await this.store.get(type.collection, id) : undefined
    if (document === undefined) throw notFound()
    const meta = readMeta(document)
    if (meta.account_id !== account_id || (status === 'active' && meta.status !== 'active')) throw notFound()
    return { document, meta }
  }

  #read(operation: Pick<BulkOperation, 'op' | 'data'>, { budget }: Budgeted = {}): ReadChange {
    return async (type, current, write) =>
      readChange(type, this.parts.mode, operation, await write.changedBy(operation.data, type, current), budget)
  }

  async #change(
    caller: Caller,
    typeSlug: string,
    id: string,
    options: ChangeOptions,
    read: ReadChange,
  ): Promise<StoredDocument> {
    return this.#retries.run(id, async attempt => {
      const { type, document, change } = await this.#planChange(caller, typeSlug, id, options, read, attempt)
      if (change !== undefined) return this.#write(caller, change, options)
      return shownDocument(type, document, options.secrets)
    })
  }

  /** @returns the current resource, and its change unless it is to stay as it is */
  async #planChange(
    caller: Caller,
    typeSlug: string,
    id: string,
    { force, restore = false, listsReferrers, ...preconditions }: ChangeOptions & Pick<Change, 'listsReferrers'>,
    read: ReadChange,
    attempt: number,
  ): Promise<{ type: ResourceType; document: StoredDocument; change?: CompleteChange }> {
    const type = await this.type(typeSlug, attempt)
    const { document, meta } = await this.#find(caller, type, id, restore ? 'any' : 'active')
    checkPreconditions(preconditions, stateOf(type, { id, meta }))
    const turn = yieldIfLong()
    if (turn !== undefined) await turn
    const current = { id, meta, data: readData(document) }
    const write = new Write(this.parts, caller, attempt)
    const wanted = await read(type, current, write)
    if (wanted === undefined) return { type, document }
    const conditional = namesState(preconditions)
    const change = await write.plan({ ...wanted, type, current, force, conditional, listsReferrers })
    return { type, document, change }
  }

  /** @returns the resource as it is returned to the caller of the contract, which `beside` gets too */
  async #write(caller: Caller, change: CompleteChange, { beside, secrets }: WriteOptions): Promise<StoredDocument> {
    const { document, type } = change
    const shown = shownDocument(type, document, secrets)
    const refused = await writeChanges(this, type, [change], beside && (() => beside(shown)))
    if (refused === undefined) return shown
    const { meaning } = refused
    throw meaning instanceof NotUnique
      ? await this.#describe(caller, type, { error: meaning, data: readData(document) })
      : meaning
  }

  async #describe(caller: Caller, type: ResourceType, refused: RefusedValue): Promise<NotUnique> {
    const [error = refused.error] = await describeHolders(this, caller, type, [refused])
    return error
  }
}
