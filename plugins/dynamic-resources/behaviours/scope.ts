import { Conflict, newId, readData, readMeta } from '../../../kernel/index.ts'
import type {
  Caller,
  ChangeScope,
  JsonObject,
  ResourceChange,
  ResourceType,
  Scalar,
  ScopedResource,
  WriteOperation,
} from '../../../kernel/index.ts'
import { checkData } from '../body.ts'
import type { Plan, PlannedChange, Planner } from '../plan.ts'
import { releasesOf } from '../references/releases.ts'
import { claim } from './claims.ts'
import { findActive } from './find.ts'
import type { Pending } from './pending.ts'

type PlanChange = (planner: Planner, change: PlannedChange) => Plan | Promise<Plan>

/** The write that a change becomes part of, as the behaviours of that change see it. */
export class WriteScope implements ChangeScope {
  readonly #planner: Planner
  readonly #caller: Caller
  readonly #pending: Pending
  readonly #own: ResourceType
  readonly #claims: WriteOperation[] = []
  readonly #planChange: PlanChange
  readonly #checks: WriteOperation[] = []
  readonly #plans = new Map<string, Plan[]>()

  /**
   * @param own the type of the change whose behaviours these are
   * @param planChange works out a change that a behaviour asks for
   */
  constructor(planner: Planner, caller: Caller, pending: Pending, own: ResourceType, planChange: PlanChange) {
    this.#planner = planner
    this.#caller = caller
    this.#pending = pending
    this.#own = own
    this.#planChange = planChange
  }

  async get(typeSlug: string, id: string): Promise<ScopedResource | undefined> {
    const type = await this.#type(typeSlug)
    const found = this.#pending.get(id) ?? (await this.#read(type, id))
    if (found === undefined || found.meta.type_slug !== type.slug) return undefined
    return found.meta.status === 'active' ? found : undefined
  }

  async find(typeSlug: string, where: Readonly<Record<string, Scalar>>): Promise<ScopedResource[]> {
    const type = await this.#type(typeSlug)
    const { store } = this.#planner
    return findActive(
      { store: this.#isNew(type) ? undefined : store, pending: this.#pending },
      this.#caller,
      type,
      where,
    )
  }

  async create(typeSlug: string, data: JsonObject): Promise<string> {
    const id = newId(typeSlug)
    await this.#change(await this.#type(typeSlug), { action: 'create', id, current: undefined, data })
    return id
  }

  async update(typeSlug: string, id: string, data: JsonObject): Promise<void> {
    const [type, current] = await this.#existing(typeSlug, id)
    await this.#change(type, { action: 'update', id, current, data })
  }

  async archive(typeSlug: string, id: string): Promise<void> {
    const [type, current] = await this.#existing(typeSlug, id)
    await this.#change(type, { action: 'archive', id, current, data: current.data })
  }

  async claim(name: string): Promise<void> {
    if (this.#pending.claimed.has(name)) return
    this.#pending.claimed.add(name)
    this.#claims.push(await claim(this.#planner.store, this.#caller, name))
  }

  /** Whether the write does anything on behalf of the behaviours. */
  get isUsed(): boolean {
    return this.#claims.length > 0 || this.#plans.size > 0
  }

  /** What was added to the write. Stores are quickest when changes to one collection follow each other. */
  operations(): WriteOperation[] {
    const plans = [...this.#plans.values()]
    const all = plans.flat().flatMap(({ operations }) => operations)
    const releases = plans.flatMap(group => releasesOf(group))
    return [...this.#claims, ...arrange(all), ...releases, ...this.#checks]
  }

  async #change(
    type: ResourceType,
    change: { action: ResourceChange['action']; id: string; current: ScopedResource | undefined; data: JsonObject },
  ): Promise<void> {
    const pending = this.#pending
    if (change.action !== 'archive') checkData(type, change.data)
    const { rules } = pending
    const base = { type, caller: this.#caller, pending, rules }
    const plan = await pending.follow(async () => this.#planChange(this.#planner, { ...base, ...change }))
    rules.note(plan.operations)
    this.#plans.set(type.slug, [...(this.#plans.get(type.slug) ?? []), plan])
    if (type.slug === this.#own.slug || pending.coming.has(type.slug) || pending.checked.has(type.slug)) return
    pending.checked.add(type.slug)
    this.#checks.push(this.#planner.registry.check(type))
  }

  async #existing(typeSlug: string, id: string): Promise<[ResourceType, ScopedResource]> {
    const current = await this.get(typeSlug, id)
    if (current === undefined) throw new Conflict(`there is no active resource ${id}, which a behaviour would change`)
    return [await this.#type(typeSlug), current]
  }

  async #read(type: ResourceType, id: string): Promise<ScopedResource | undefined> {
    const document = this.#isNew(type) ? undefined : await this.#planner.store.get(type.collection, id)
    if (document === undefined) return undefined
    const meta = readMeta(document)
    return meta.account_id === this.#caller.account_id ? { id, meta, data: readData(document) } : undefined
  }

  /** Whether the write itself brings the type, so that there is nothing of it yet. */
  #isNew({ slug, sequence_no }: ResourceType): boolean {
    return sequence_no === 1 && this.#pending.coming.has(slug)
  }

  async #type(slug: string): Promise<ResourceType> {
    if (slug === this.#own.slug) return this.#own
    const coming = this.#pending.coming.get(slug)
    const { registry } = this.#planner
    const type = coming ?? (this.#pending.attempt === 0 ? await registry.find(slug) : await registry.reload(slug))
    if (type?.status === 'active') return type
    throw new Conflict(`a behaviour of ${this.#own.slug} needs the resource type ${slug}, which is not there`)
  }
}

/** Changes first, those to one collection together; then what must be true beside them, once each; then the events. */
export function arrange(operations: readonly WriteOperation[]): WriteOperation[] {
  const created = new Set(operations.flatMap(one => (one.kind === 'insert' ? [one.document.id] : [])))
  const changes = new Map<string, WriteOperation[]>()
  const conditions = new Map<string, WriteOperation>()
  const events: WriteOperation[] = []
  for (const operation of operations) {
    if (operation.collection === '_events') events.push(operation)
    else if (operation.kind === 'absent') conditions.set(`absent ${conditions.size}`, operation)
    else if (operation.kind !== 'check') append(changes, operation.collection, operation)
    else if (!created.has(operation.id)) conditions.set(`${operation.id} ${operation.expected}`, operation)
  }
  return [...[...changes.values()].flat(), ...conditions.values(), ...events]
}

function append(groups: Map<string, WriteOperation[]>, name: string, operation: WriteOperation): void {
  const group = groups.get(name)
  if (group === undefined) groups.set(name, [operation])
  else group.push(operation)
}
