import { Forbidden, NotFound } from '../../../kernel/index.ts'
import type {
  Access,
  Caller,
  DocumentMeta,
  DocumentStore,
  StoredDocument,
  WriteOperation,
} from '../../../kernel/index.ts'
import { isUrnOf, presentVersion, readMeta, readState } from '../../../lib/store-kit/index.ts'
import type { Perspective } from '../../../lib/store-kit/index.ts'
import { notPublished, setOf } from '../publishing/sets.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import type {
  ArchiveOperation,
  ArchivingPlan,
  Behaviour,
  ReferredTo,
  ResourceOperation,
  Resources,
  ResourceWriteOptions,
  ResourceOptions,
  WriteResult,
  WrittenResource,
} from '../contract.ts'
import { shownDocument } from '../reading/secrets.ts'
import { listBlockers } from '../references/blockers.ts'
import { ReferenceSources } from '../references/reference-sources.ts'
import { RetryQueue, notFound } from './conflicts.ts'
import type { BodyMode } from './properties.ts'
import { OperationRefused, budgetsFor, planOperations, writeOperations } from './write-operations.ts'
import type { WriteRequest } from './write-operations.ts'
import { partsForCopies } from './write.ts'
import type { WriteParts } from './write.ts'

/** What the service needs. */
export interface ServiceOptions extends Omit<WriteParts, 'mode' | 'sources'> {
  /** Name of the plugin that uses the service. */
  plugin: string
}

/** Resources of every type. */
export class ResourceService implements Resources {
  readonly store: DocumentStore
  readonly registry: TypeRegistry
  readonly access: Access
  /** Which types refer to which. */
  readonly sources: ReferenceSources
  readonly #options: ServiceOptions
  readonly #retries: RetryQueue
  readonly #parts: Record<BodyMode, WriteParts>

  /** @param shared the service of the plugin `dynamic-resources`, whose state the services for other plugins share */
  constructor(options: ServiceOptions, shared?: ResourceService) {
    const { store, registry, access } = options
    this.#options = options
    this.store = store
    this.registry = registry
    this.access = access
    this.sources = shared?.sources ?? new ReferenceSources(registry)
    this.#retries = shared === undefined ? new RetryQueue() : shared.#retries
    const request: WriteParts = { ...options, mode: 'request', sources: this.sources }
    this.#parts = { request, import: { ...request, mode: 'import' }, copy: partsForCopies(request) }
  }

  /** The same service for another plugin, whose name the behaviours get that it adds. */
  forPlugin(plugin: string): ResourceService {
    return new ResourceService({ ...this.#options, plugin }, this)
  }

  async write(
    caller: Caller,
    operations: readonly ResourceOperation[],
    options: ResourceWriteOptions = {},
  ): Promise<WriteResult[]> {
    try {
      return await writeOperations(this.#request(caller, options), operations)
    } catch (error) {
      throw error instanceof OperationRefused ? error.ofWrite : error
    }
  }

  async writeOne(
    caller: Caller,
    operation: ResourceOperation,
    options: ResourceWriteOptions = {},
  ): Promise<WrittenResource> {
    const { document, isNew = false } = await this.#one(caller, operation, options)
    if (document === undefined) throw new TypeError('a dry run writes no resource')
    return { document, isNew }
  }

  /** Try an operation, and change nothing. @throws its own error */
  async try(caller: Caller, operation: ResourceOperation, options: ResourceWriteOptions = {}): Promise<void> {
    await this.#one(caller, operation, { ...options, dryRun: true })
  }

  /** {@link try} for archiving. @returns the resources whose references prevent it; @throws what else refuses it */
  async tryArchive(caller: Caller, operation: ArchiveOperation, options: ResourceWriteOptions): Promise<ReferredTo[]> {
    await this.try(caller, { ...operation, listsReferrers: true }, options)
    return listBlockers(this.#parts.request, caller, await this.type(operation.type), operation.id)
  }

  async plan(
    caller: Caller,
    operations: readonly ResourceOperation[],
    changedTypes: readonly ResourceType[],
  ): Promise<WriteOperation[]> {
    try {
      return await planOperations({ ...this.#request(caller, { ofStream: true }), changedTypes }, operations)
    } catch (error) {
      throw error instanceof OperationRefused ? error.ofWrite : error
    }
  }

  async #one(caller: Caller, operation: ResourceOperation, options: ResourceWriteOptions): Promise<WriteResult> {
    try {
      // The steps of its check are limited: the time that many rows share does not have to be measured.
      const request = this.#request(caller, { ...options, atomic: true, ofStream: true })
      const [result = {}] = await writeOperations(request, [operation])
      return result
    } catch (error) {
      throw error instanceof OperationRefused ? error.cause : error
    }
  }

  #request(caller: Caller, options: ResourceWriteOptions): WriteRequest {
    const { mode = 'request', expects } = options
    const parts = expects === undefined ? this.#parts[mode] : { ...this.#parts[mode], expects }
    return { parts, retries: this.#retries, caller, options, budgetOf: budgetsFor(options) }
  }

  async get(
    caller: Caller,
    typeSlug: string,
    id: string,
    { secrets, perspective }: ResourceOptions = {},
  ): Promise<StoredDocument> {
    const type = setOf(await this.registry.active(typeSlug), perspective)
    return shownDocument(type, (await this.#find(caller, type, id, 'active')).document, secrets)
  }

  async version(
    caller: Caller,
    typeSlug: string,
    id: string,
    sequenceNo: number,
    { secrets, perspective }: ResourceOptions = {},
  ): Promise<StoredDocument> {
    const type = await this.registry.active(typeSlug)
    const set = setOf(type, perspective)
    const { document } = await this.#find(caller, set, id, 'active')
    const shown = shownDocument(set, document, secrets)
    const { sequence_no } = readMeta(shown)
    if (sequenceNo === sequence_no) return shown
    const numbers = numbersOf(set, document)
    const isThere = numbers?.includes(sequenceNo) ?? sequenceNo < sequence_no
    const version = isThere ? await this.store.version(type.collection, id, sequenceNo) : undefined
    if (version === undefined) throw new NotFound('the resource has no such version')
    return shownDocument(type, numbers === undefined ? version : presentVersion(shown, version), secrets)
  }

  /** Throws `Forbidden` unless the caller administers the instance. */
  async requireAdministrator(caller: Caller, what = 'force this'): Promise<void> {
    if (await this.access.isAdministrator(caller)) return
    throw new Forbidden(`only an administrator may ${what}`)
  }

  addBehaviour(behaviour: Behaviour): void {
    this.#options.behaviours.add(this.#options.plugin, behaviour)
  }

  followArchiving(plan: ArchivingPlan): void {
    this.#options.archivingPlans.push(plan)
  }

  behaviours(): { plugin: string; name: string }[] {
    return this.#options.behaviours.list()
  }

  /** The active type. Throws `NotFound`. */
  type(typeSlug: string): Promise<ResourceType> {
    return this.registry.active(typeSlug)
  }

  /** The current resource of the caller's account, as the caller sees it. Throws `NotFound`, also when it has another status. */
  async find(
    caller: Caller,
    type: ResourceType,
    id: string,
    status: 'active' | 'any',
    perspective: Perspective = 'published',
  ): Promise<FoundResource> {
    const set = setOf(type, perspective)
    const found = await this.#find(caller, set, id, status)
    const document = shownDocument(set, found.document)
    if (document === found.document || set.set === undefined) return { document, meta: found.meta }
    return { document, meta: readMeta(document), numbers: numbersOf(set, found.document) }
  }

  /** The current state of a resource, which its next change starts from. */
  async current(
    caller: Caller,
    type: ResourceType,
    id: string,
  ): Promise<{ document: StoredDocument; meta: DocumentMeta }> {
    const { document, meta } = await this.#find(caller, type, id, 'active')
    return { document: shownDocument(type, document), meta }
  }

  /** The same as it is stored. */
  async #find(
    caller: Caller,
    type: ResourceType,
    id: string,
    status: 'active' | 'any',
  ): Promise<{ document: StoredDocument; meta: DocumentMeta }> {
    const isPublic = type.set?.perspective === 'published'
    if (type.set?.perspective === 'draft') await this.access.authorize(caller, 'odrl:modify', type.slug, id)
    const document = isUrnOf(type.slug, id) ? await this.store.get(type.collection, id) : undefined
    const meta = document && readMeta(document)
    if (document === undefined || meta?.account_id !== caller.account_id) throw isPublic ? notPublished() : notFound()
    if ((status === 'active' || isPublic) && meta.status !== 'active') throw isPublic ? notPublished() : notFound()
    return { document, meta }
  }
}

/** A resource that was read, as the caller sees it. */
interface FoundResource {
  document: StoredDocument
  meta: DocumentMeta
  /** Of what is public: the versions that are or were public. */
  numbers?: readonly number[] | undefined
}

/** The versions that are or were public of a row of what is public. */
const numbersOf = ({ set }: ResourceType, row: StoredDocument): readonly number[] | undefined =>
  set?.perspective === 'published' ? (readState(row).numbers ?? []) : undefined
