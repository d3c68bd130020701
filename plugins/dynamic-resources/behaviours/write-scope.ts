import { Conflict, Forbidden } from '../../../kernel/index.ts'
import type { Action, Caller, WriteOperation } from '../../../kernel/index.ts'
import { cloneJson } from '../../../lib/json/index.ts'
import type { JsonObject, Scalar } from '../../../lib/json/index.ts'
import { newId, readData, readMeta } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ChangeScope, ResourceChange, ScopedResource } from '../contract.ts'
import { checkData } from '../service/properties.ts'
import type { Plan, PlannedChange, Planner } from '../service/plan-change.ts'
import { unreferredChecks } from '../references/blockers.ts'
import type { ChangedResources } from '../references/changed-resources.ts'
import { arrangeOperations } from './arrange-operations.ts'
import type { SuppliedBehaviour } from './behaviours.ts'
import { claim, findActive } from './find-active.ts'
import { behaviourFault, checkOutcome } from './run-behaviour.ts'
import type { PendingWrite } from './pending-write.ts'
import type { CallerRights } from './caller-rights.ts'

type PlanChange = (planner: Planner, change: PlannedChange) => Plan | Promise<Plan>

/** What a scope is created from. */
interface ScopeParts {
  planner: Planner
  caller: Caller
  pending: PendingWrite
  /** The type of the change whose behaviour this is. */
  own: ResourceType
  /** The changed resource. */
  ownId: string
  supplied: SuppliedBehaviour
  /** Plans a change that the behaviour requests. */
  planChange: PlanChange
}

/** The write that a change becomes part of, as one behaviour of that change sees it. */
export class WriteScope implements ChangeScope {
  readonly #parts: ScopeParts
  readonly #rights: CallerRights
  readonly #changes: ChangedResources
  readonly #claims: WriteOperation[] = []
  readonly #checks: WriteOperation[] = []
  readonly #plans = new Map<string, Plan[]>()
  #isClosed = false
  #atWork = 0
  #refusal: unknown

  constructor(parts: ScopeParts) {
    this.#parts = parts
    this.#rights = parts.pending.rights
    this.#changes = parts.pending.rules.changes
  }

  get(typeSlug: string, id: string): Promise<ScopedResource | undefined> {
    return this.#work(async () => {
      const type = await this.#type(typeSlug)
      const found = await this.#active(type, id)
      if (!this.#isOwn(id)) await this.#rights.require('odrl:read', type, id, found?.meta)
      return found === undefined ? undefined : copyOf(found)
    })
  }

  find(typeSlug: string, where: Readonly<Record<string, Scalar>>): Promise<ScopedResource[]> {
    return this.#work(async () => {
      const type = await this.#type(typeSlug)
      await this.#rights.requireSome('odrl:read', type)
      const found = await this.#find(type, where)
      for (const { id, meta } of found) {
        if (!this.#isOwn(id)) await this.#rights.require('odrl:read', type, id, meta)
      }
      return found.map(copyOf)
    })
  }

  create(typeSlug: string, data: JsonObject): Promise<string> {
    return this.#work(async () => {
      const type = await this.#type(typeSlug)
      await this.#rights.requireCreate(type)
      const id = newId(typeSlug)
      await this.#change(type, { action: 'create', id, current: undefined, data: this.#checked(type, null, data) })
      return id
    }, true)
  }

  update(typeSlug: string, id: string, data: JsonObject): Promise<void> {
    return this.#work(async () => {
      const [type, current] = await this.#existing(typeSlug, id, 'odrl:modify')
      await this.#change(type, { action: 'update', id, current, data: this.#checked(type, current.data, data) })
    }, true)
  }

  archive(typeSlug: string, id: string): Promise<void> {
    return this.#work(async () => {
      const [type, current] = await this.#existing(typeSlug, id, 'odrl:delete')
      await this.#change(type, { action: 'archive', id, current, data: current.data })
    }, true)
  }

  maintain(
    typeSlug: string,
    where: Readonly<Record<string, Scalar>>,
    values: Readonly<Record<string, Scalar>>,
  ): Promise<void> {
    return this.#work(async () => {
      const { ownId, supplied } = this.#parts
      this.#requireMaintained(typeSlug, [...Object.keys(where), ...Object.keys(values)])
      const type = await this.#type(typeSlug)
      for (const current of await this.#find(type, where)) {
        const { id } = current
        if (id === ownId) continue
        const data = checkOutcome(supplied, type, current.data, { ...current.data, ...values }, givesData)
        await this.#change(type, { action: 'update', id, current, data })
      }
    }, true)
  }

  claim(name: string): Promise<void> {
    return this.#work(async () => {
      const { planner, caller, pending } = this.#parts
      if (pending.claimed.has(name)) return
      pending.claimed.add(name)
      this.#claims.push(await claim(planner.store, caller, name))
    }, true)
  }

  /** @throws `Forbidden` unless the caller is allowed to do what an operation does to a resource */
  async authorize(operation: WriteOperation): Promise<void> {
    const { collection } = operation
    const types = await this.#parts.planner.registry.all()
    const type = types.find(one => one.collection === collection)
    if (type === undefined) return
    if (operation.kind === 'absent') await this.#rights.requireAll('odrl:read', type)
    else if (operation.kind === 'insert') await this.#rights.requireCreate(type)
    else {
      const id = operation.kind === 'replace' ? operation.document.id : operation.id
      const action = actionOf(operation)
      await this.#rights.require(action, type, id, (await this.#stored(type, id))?.meta)
    }
  }

  /** The error that refuses the whole write, even where the behaviour continued. */
  get refusal(): unknown {
    return this.#refusal
  }

  /**
   * Called when the behaviour has finished.
   * @throws the error that refuses the whole write; an error when a call of the behaviour is still running
   */
  end(): void {
    if (this.#refusal !== undefined) throw this.#refusal
    if (this.#atWork > 0) throw new Error('it did not wait for what it asked of the scope')
  }

  /** Refuse all further calls of the behaviour. */
  close(): void {
    this.#isClosed = true
  }

  /** Whether behaviours have added anything to the write. */
  get isUsed(): boolean {
    return this.#claims.length > 0 || this.#plans.size > 0
  }

  /** The operations added to the write. Stores are fastest when changes to one collection follow each other. */
  operations(): WriteOperation[] {
    const plans = [...this.#plans.values()]
    const all = plans.flat().flatMap(({ operations }) => operations)
    const releases = plans.flatMap(group => unreferredChecks(group))
    return [...this.#claims, ...arrangeOperations(all), ...releases, ...this.#checks]
  }

  /**
   * Run work for the behaviour.
   * @param changes whether the work changes the write, which must then not continue without it
   */
  async #work<Result>(work: () => Promise<Result>, changes = false): Promise<Result> {
    if (this.#isClosed) throw new Conflict('the behaviour has ended; nothing is done for it any more')
    this.#atWork += 1
    try {
      return await work()
    } catch (error) {
      if (changes || error instanceof Forbidden) this.#refusal ??= error
      throw error
    } finally {
      this.#atWork -= 1
    }
  }

  async #change(
    type: ResourceType,
    change: { action: ResourceChange['action']; id: string; current: ScopedResource | undefined; data: JsonObject },
  ): Promise<void> {
    const { planner, caller, pending, own, planChange } = this.#parts
    const plan = await pending.follow(async () => planChange(planner, { type, caller, pending, ...change }))
    this.#plans.set(type.slug, [...(this.#plans.get(type.slug) ?? []), plan])
    if (type.slug === own.slug || pending.coming.has(type.slug) || pending.checked.has(type.slug)) return
    pending.checked.add(type.slug)
    this.#checks.push(planner.registry.check(type))
  }

  /** The data that the behaviour writes, checked like a body. Failures that a resource already had are ignored. */
  #checked(type: ResourceType, before: JsonObject | null, data: JsonObject): JsonObject {
    const checked = checkOutcome(this.#parts.supplied, type, before, data, givesData)
    checkData(type, checked)
    return checked
  }

  async #existing(typeSlug: string, id: string, action: Action): Promise<[ResourceType, ScopedResource]> {
    const type = await this.#type(typeSlug)
    const current = await this.#active(type, id)
    if (!this.#changes.creates(id)) await this.#rights.require(action, type, id, current?.meta)
    if (current === undefined) throw new Conflict(`there is no active resource ${id}, which a behaviour would change`)
    return [type, current]
  }

  /** Whether a resource is the one that is changed, or is created by the write. */
  #isOwn(id: string): boolean {
    return id === this.#parts.ownId || this.#changes.creates(id)
  }

  #requireMaintained(typeSlug: string, properties: readonly string[]): void {
    const { supplied } = this.#parts
    const { maintains = {} } = supplied.behaviour
    const declared = Object.hasOwn(maintains, typeSlug) ? (maintains[typeSlug] ?? []) : []
    const other = properties.find(name => !declared.includes(name))
    if (other === undefined) return
    throw behaviourFault(supplied, `it does not declare that it maintains ${other} of ${typeSlug}`)
  }

  #find(type: ResourceType, where: Readonly<Record<string, Scalar>>): Promise<ScopedResource[]> {
    const { planner, caller } = this.#parts
    const store = this.#isNew(type) ? undefined : planner.store
    return findActive(store, this.#changes, caller, type, where)
  }

  /** The active resource of the account, without a check of rights. */
  async #active(type: ResourceType, id: string): Promise<ScopedResource | undefined> {
    const found = this.#changes.get(id) ?? (await this.#stored(type, id))
    if (found === undefined || found.meta.type_slug !== type.slug) return undefined
    return found.meta.status === 'active' ? found : undefined
  }

  async #stored(type: ResourceType, id: string): Promise<ScopedResource | undefined> {
    const { planner, caller } = this.#parts
    const document = this.#isNew(type) ? undefined : await planner.store.get(type.collection, id)
    if (document === undefined) return undefined
    const meta = readMeta(document)
    return meta.account_id === caller.account_id ? { id, meta, data: readData(document) } : undefined
  }

  /** Whether the write itself creates the type, so that it has no resources yet. */
  #isNew({ slug, sequence_no }: ResourceType): boolean {
    return sequence_no === 1 && this.#parts.pending.coming.has(slug)
  }

  async #type(slug: string): Promise<ResourceType> {
    const { planner, pending, own } = this.#parts
    if (slug === own.slug) return own
    const { registry } = planner
    const coming = pending.coming.get(slug)
    const type = coming ?? (pending.attempt === 0 ? await registry.find(slug) : await registry.reload(slug))
    if (type?.status === 'active') return type
    throw new Conflict(`a behaviour of ${own.slug} needs the resource type ${slug}, which is not there`)
  }
}

const givesData = 'it gives data'

/** Copies data, so that a behaviour that reads data of the write cannot change them. */
const copyOf = ({ id, meta, data }: ScopedResource): ScopedResource => ({
  id,
  meta: { ...meta },
  data: cloneJson(data),
})

/** The action that an operation on an existing resource requires. */
function actionOf(operation: WriteOperation): Action {
  if (operation.kind === 'check') return 'odrl:read'
  if (operation.kind === 'remove') return 'odrl:delete'
  return operation.kind === 'replace' && operation.document.meta.status === 'archived' ? 'odrl:delete' : 'odrl:modify'
}
