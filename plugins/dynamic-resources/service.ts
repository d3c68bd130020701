import { Conflict, Forbidden, WriteRefused, checkIfMatch } from '../../kernel/index.ts'
import type {
  Caller,
  DocumentMeta,
  ListQuery,
  Page,
  StoredDocument,
  Visibility,
  WriteOperation,
} from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import { newestFirst } from '../../lib/query/index.ts'
import { isUrnOf, readData, readMeta } from '../../lib/store-kit/index.ts'
import type { ResourceType } from '../types/contract.ts'
import type {
  Behaviour,
  BulkOperation,
  BulkOptions,
  BulkResult,
  ChangeOptions,
  CreateOptions,
  Decision,
  NewResource,
  PageRequest,
  ResourcePage,
  Resources,
  ReferredTo,
  WriteOptions,
} from './contract.ts'
import { planCreation } from './behaviours/creation.ts'
import { checkData, keepReadOnly, readProperties, type BodyMode } from './body.ts'
import { runBulk } from './bulk.ts'
import { Retries, Retry, isConditional, meaningOf, notFound } from './conflicts.ts'
import { readPage } from './list.ts'
import { mergePatch } from './merge-patch.ts'
import { planChange } from './plan.ts'
import { releasesOf } from './references/releases.ts'
import type { Current, Plan, PlannedChange, Planner } from './plan.ts'
import { ReferenceIndex } from './references/reference-index.ts'
import type { ResourceParts } from './resource-parts.ts'
import { ReferenceRules } from './references/rules.ts'
import { Sources } from './references/sources.ts'

/** What a change makes of the resource as it is; undefined leaves it so. */
type Decide = (type: ResourceType, current: Current) => Pick<PlannedChange, 'action' | 'data' | 'expected'> | undefined

const restored: Decide = (_type, { data, meta }) => {
  if (meta.status === 'active') throw new Conflict('the resource is active already')
  return { action: 'restore', data }
}

/** A stored resource and its standard columns. */
export interface Found {
  document: StoredDocument
  meta: DocumentMeta
}

/** Resources of every type. */
export class ResourceService implements Resources {
  readonly parts: ResourceParts
  readonly planner: Planner
  /** Which types refer to which. */
  readonly sources: Sources
  readonly #retries: Retries

  /** @param shared the service for requests, with which one of another mode shares what it knows */
  constructor(parts: ResourceParts, mode: BodyMode = 'request', shared?: ResourceService) {
    this.parts = parts
    this.sources = shared?.sources ?? new Sources(parts.registry, new ReferenceIndex(parts.store, parts.registry))
    this.#retries = shared === undefined ? new Retries() : shared.#retries
    const forReferences = { ...parts, sources: this.sources }
    this.planner = { ...parts, mode, rules: caller => new ReferenceRules(forReferences, caller) }
  }

  async create(
    caller: Caller,
    typeSlug: string,
    body: JsonObject,
    { id, beside }: CreateOptions = {},
  ): Promise<StoredDocument> {
    return this.#retries.run(`${typeSlug}:new`, async attempt => {
      const type = await this.type(typeSlug, attempt)
      const { data, expected } = readProperties(type, body, this.planner.mode)
      checkData(type, data)
      const plan = await planChange(this.planner, {
        action: 'create',
        type,
        caller,
        current: undefined,
        data,
        expected,
        id,
        attempt,
      })
      return this.#write(type, plan, { beside })
    })
  }

  async get(caller: Caller, typeSlug: string, id: string): Promise<StoredDocument> {
    const type = await this.parts.registry.active(typeSlug)
    return (await this.find(caller, type, id, 'active')).document
  }

  list(_caller: Caller, _type: ResourceType, query: ListQuery): Promise<Page> {
    return this.parts.store.list(query)
  }

  async page(caller: Caller, typeSlug: string, { conditions = [], ...request }: PageRequest): Promise<ResourcePage> {
    const type = await this.parts.registry.active(typeSlug)
    const wanted = {
      ...request,
      conditions,
      words: [],
      sort: newestFirst,
      actions: ['odrl:read'],
      status: 'active',
      form: 'json',
    } as const
    const { page, cursor, total } = await readPage(this.parts, caller, type, wanted)
    return { documents: page.documents, cursor, total }
  }

  replace(
    caller: Caller,
    typeSlug: string,
    id: string,
    body: JsonObject,
    options: ChangeOptions = {},
  ): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, options, (type, current) => {
      const { data, expected } = readProperties(type, body, this.planner.mode)
      checkData(type, data)
      return { action: 'update', data: keepReadOnly(type, current.data, data), expected }
    })
  }

  patch(
    caller: Caller,
    typeSlug: string,
    id: string,
    body: JsonObject,
    options: ChangeOptions = {},
  ): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, options, (type, current) => {
      const patch = readProperties(type, body, this.planner.mode)
      const data = mergePatch(current.data, patch.data)
      checkData(type, data)
      return { ...patch, action: 'update', data }
    })
  }

  change(
    caller: Caller,
    typeSlug: string,
    id: string,
    decide: (data: JsonObject, type: ResourceType) => Decision | undefined,
    options: ChangeOptions = {},
  ): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, options, (type, current) => {
      const decision = decide(current.data, type)
      if (decision === undefined) return undefined
      const { data, archive = false } = decision
      if (data !== current.data) checkData(type, data)
      return { action: archive ? 'archive' : 'update', data }
    })
  }

  archive(caller: Caller, typeSlug: string, id: string, options: ChangeOptions = {}): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, options, (_type, { data }) => ({ action: 'archive', data }))
  }

  /** Check everything that {@link archive} checks, and change nothing. @returns who refers to it so that it cannot be archived */
  async tryArchive(
    caller: Caller,
    typeSlug: string,
    id: string,
    { ifMatch }: ChangeOptions = {},
  ): Promise<ReferredTo[]> {
    const type = await this.type(typeSlug, 0)
    const { meta } = await this.find(caller, type, id, 'active')
    checkIfMatch(ifMatch, id, meta.sequence_no, type.sequence_no)
    return this.planner.rules(caller).problems(type, id)
  }

  restore(caller: Caller, typeSlug: string, id: string): Promise<StoredDocument> {
    return this.#change(caller, typeSlug, id, {}, restored, 'any')
  }

  bulk(
    caller: Caller,
    typeSlug: string,
    operations: readonly BulkOperation[],
    options: BulkOptions,
  ): Promise<BulkResult[]> {
    return this.#retries.run(`${typeSlug}:bulk`, attempt =>
      runBulk(this, caller, typeSlug, operations, options, attempt),
    )
  }

  async visibility(caller: Caller, typeSlug: string): Promise<Visibility> {
    return this.parts.access.visibility(caller, 'odrl:read', typeSlug)
  }

  /** What an active resource holds that a body cannot set: its standard columns, and the properties that the service sets. */
  async readOnly(caller: Caller, type: ResourceType, id: string): Promise<JsonObject> {
    const { document, meta } = await this.find(caller, type, id, 'active')
    return keepReadOnly(type, readData(document), { ...meta })
  }

  /** Throws `Forbidden` unless the caller administers the instance. */
  async requireAdministrator(caller: Caller, what = 'force this'): Promise<void> {
    if (await this.parts.access.isAdministrator(caller)) return
    throw new Forbidden(`only an administrator may ${what}`)
  }

  planCreation(
    caller: Caller,
    resources: readonly NewResource[],
    coming: readonly ResourceType[],
  ): Promise<WriteOperation[]> {
    return planCreation(this.planner, caller, resources, coming)
  }

  addBehaviour(behaviour: Behaviour): void {
    this.parts.behaviours.add(this.parts.callingPlugin(), behaviour)
  }

  /** The type in force. After a refused write it is read anew, as it may be the type that changed. */
  type(typeSlug: string, attempt: number): ResourceType | Promise<ResourceType> {
    const { registry } = this.parts
    return attempt === 0 ? registry.active(typeSlug) : registry.reload(typeSlug).then(() => registry.active(typeSlug))
  }

  /** A resource of the caller's account as it is. Throws `NotFound`, also when it has another status. */
  async find({ account_id }: Caller, type: ResourceType, id: string, status: 'active' | 'any'): Promise<Found> {
    const document = isUrnOf(type.slug, id) ? await this.parts.store.get(type.collection, id) : undefined
    if (document === undefined) throw notFound()
    const meta = readMeta(document)
    if (meta.account_id !== account_id || (status === 'active' && meta.status !== 'active')) throw notFound()
    return { document, meta }
  }

  async #change(
    caller: Caller,
    typeSlug: string,
    id: string,
    { ifMatch, force, beside }: ChangeOptions,
    decide: Decide,
    status: 'active' | 'any' = 'active',
  ): Promise<StoredDocument> {
    return this.#retries.run(id, async attempt => {
      const type = await this.type(typeSlug, attempt)
      const { document, meta } = await this.find(caller, type, id, status)
      checkIfMatch(ifMatch, id, meta.sequence_no, type.sequence_no)
      const current = { id, meta, data: readData(document) }
      const decided = decide(type, current)
      if (decided === undefined) return document
      const plan = await planChange(this.planner, { ...decided, type, caller, current, force, attempt })
      return this.#write(type, plan, { conditional: isConditional(ifMatch), beside })
    })
  }

  async #write(
    type: ResourceType,
    plan: Plan,
    { conditional = false, beside }: WriteOptions & { conditional?: boolean },
  ): Promise<StoredDocument> {
    const further = [...releasesOf([plan]), this.parts.registry.check(type), ...((await beside?.(plan.document)) ?? [])]
    try {
      await this.parts.store.write([...plan.operations, ...further])
      return plan.document
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
      const meaning = meaningOf(error, { conditional, own: error.index === 0 })
      throw meaning instanceof Retry ? new Retry(plan.queue) : meaning
    }
  }
}
