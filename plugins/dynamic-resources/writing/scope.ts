import { Conflict, Forbidden } from '../../../kernel/index.ts'
import type { Action, Caller, Condition, DocumentStore, WriteOperation } from '../../../kernel/index.ts'
import { cloneJson } from '../../../lib/json/index.ts'
import type { JsonObject, Scalar } from '../../../lib/json/index.ts'
import { newestFirst } from '../../../lib/query/index.ts'
import { RecordCollection, holds, newId, readDocument } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ChangeScope, ScopedResource } from '../contract.ts'
import { unreferredChecks } from '../references/blockers.ts'
import type { ChangedResources } from '../references/reference-rules.ts'
import { behaviourFault, checkOutcome } from './behaviours.ts'
import type { SuppliedBehaviour } from './behaviours.ts'
import { checkData } from './properties.ts'
import type { CheckedData } from './properties.ts'
import type { CallerRights } from './rights.ts'
import type { Change, CompleteChange, Write } from './write.ts'

/** What a scope is created from. */
interface ScopeParts {
  write: Write
  /** The type of the change whose behaviour this is. */
  own: ResourceType
  /** The changed resource. */
  ownId: string
  supplied: SuppliedBehaviour
}

/** The write that a change becomes part of, as one behaviour of that change sees it. */
export class WriteScope implements ChangeScope {
  readonly #parts: ScopeParts
  readonly #rights: CallerRights
  readonly #changes: ChangedResources
  readonly #claims: WriteOperation[] = []
  readonly #checks: WriteOperation[] = []
  readonly #planned = new Map<string, CompleteChange[]>()
  #isClosed = false
  #atWork = 0
  #refusal: unknown

  constructor(parts: ScopeParts) {
    this.#parts = parts
    this.#rights = parts.write.rights
    this.#changes = parts.write.rules.changes
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
      await this.#change(type, { action: 'create', id, current: undefined, ...this.#checked(type, null, data) })
      return id
    }, true)
  }

  update(typeSlug: string, id: string, data: JsonObject): Promise<void> {
    return this.#work(async () => {
      const [type, current] = await this.#existing(typeSlug, id, 'odrl:modify')
      await this.#change(type, { action: 'update', id, current, ...this.#checked(type, current.data, data) })
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
      const { parts, caller, claimed } = this.#parts.write
      if (claimed.has(name)) return
      claimed.add(name)
      this.#claims.push(await claim(parts.store, caller, name))
    }, true)
  }

  /**
   * An operation that looks for other resources can do so across the account in properties that the behaviour maintains.
   * @throws `Forbidden` unless the caller is allowed to do what an operation does to a resource
   */
  async authorize(operation: WriteOperation): Promise<void> {
    const { collection } = operation
    const types = await this.#parts.write.parts.registry.all()
    const type = types.find(one => one.collection === collection)
    if (type === undefined) return
    if (operation.kind === 'absent') {
      if (!this.#concernsMaintained(type, operation.conditions)) await this.#rights.requireAll('odrl:read', type)
    } else if (operation.kind === 'insert') await this.#rights.requireCreate(type)
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
    return this.#claims.length > 0 || this.#planned.size > 0
  }

  /** The operations added to the write. Stores are fastest when changes to one collection follow each other. */
  operations(): WriteOperation[] {
    const planned = [...this.#planned.values()]
    const all = planned.flat().flatMap(({ operations }) => operations)
    const releases = planned.flatMap(group => unreferredChecks(group))
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
    change: Pick<Change, 'action' | 'current' | 'data' | 'badReferences'> & { id: string },
  ): Promise<void> {
    const { write, own } = this.#parts
    const planned = await write.planFollowing({ type, ...change })
    this.#planned.set(type.slug, [...(this.#planned.get(type.slug) ?? []), planned])
    if (type.slug === own.slug || write.changedTypes.has(type.slug) || write.checked.has(type.slug)) return
    write.checked.add(type.slug)
    this.#checks.push(write.parts.registry.check(type))
  }

  /** The data that the behaviour writes, checked like a body. Failures that a resource already had are ignored. */
  #checked(type: ResourceType, before: JsonObject | null, data: JsonObject): CheckedData {
    const checked = checkOutcome(this.#parts.supplied, type, before, data, givesData)
    return checkData(type, checked, { before: before ?? undefined })
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
    const maintained = this.#maintained(typeSlug)
    const other = properties.find(name => !maintained.includes(name))
    if (other === undefined) return
    const { supplied } = this.#parts
    throw behaviourFault(supplied, `it does not declare that it maintains ${other} of ${typeSlug}`)
  }

  /** Whether conditions concern nothing but properties that the behaviour maintains, and ids. */
  #concernsMaintained({ slug }: ResourceType, conditions: readonly Condition[]): boolean {
    const maintained = this.#maintained(slug)
    return conditions.every(({ target }) => {
      if ('column' in target) return target.column === 'id'
      return 'path' in target && target.path.length === 1 && maintained.includes(String(target.path[0]))
    })
  }

  /** The properties of a type that the behaviour keeps consistent across the account. */
  #maintained(typeSlug: string): readonly string[] {
    const { maintains = {} } = this.#parts.supplied.behaviour
    return Object.hasOwn(maintains, typeSlug) ? (maintains[typeSlug] ?? []) : []
  }

  #find(type: ResourceType, where: Readonly<Record<string, Scalar>>): Promise<ScopedResource[]> {
    const { write } = this.#parts
    const { parts, caller } = write
    const store = write.isNew(type) ? undefined : parts.store
    return findActive(store, this.#changes, caller, type, where)
  }

  /** The active resource of the account, without a check of rights. */
  async #active(type: ResourceType, id: string): Promise<ScopedResource | undefined> {
    const found = this.#changes.get(id) ?? (await this.#stored(type, id))
    if (found === undefined || found.meta.type_slug !== type.slug) return undefined
    return found.meta.status === 'active' ? found : undefined
  }

  async #stored(type: ResourceType, id: string): Promise<ScopedResource | undefined> {
    const { write } = this.#parts
    const { parts, caller } = write
    const document = write.isNew(type) ? undefined : await parts.store.get(type.collection, id)
    if (document === undefined) return undefined
    const resource = readDocument(document)
    return resource.meta.account_id === caller.account_id ? resource : undefined
  }

  async #type(slug: string): Promise<ResourceType> {
    const { write, own } = this.#parts
    if (slug === own.slug) return own
    const { registry } = write.parts
    const changed = write.changedTypes.get(slug)
    const type = changed ?? (write.attempt === 0 ? await registry.find(slug) : await registry.reload(slug))
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

const maxFound = 1000

/**
 * The active resources of the caller's account in which these properties have these values, the oldest first: those in the store and
 * those of the write, as the write leaves them.
 * @param store undefined where it cannot contain resources of the type
 * @throws `Conflict` when the type has no such property, or there are too many
 */
async function findActive(
  store: DocumentStore | undefined,
  changes: ChangedResources,
  { account_id }: Caller,
  type: ResourceType,
  where: Readonly<Record<string, Scalar>>,
): Promise<ScopedResource[]> {
  const conditions = Object.entries(where).map(([name, value]) => conditionOf(type, name, value))
  const changed = changes.of(type.slug)
  const stored = store === undefined ? [] : await readStored(store, account_id, type, conditions)
  const untouched = stored.filter(({ id }) => changes.get(id) === undefined)
  const fitting = changed.filter(
    ({ id, meta, data }) => meta.status === 'active' && conditions.every(condition => holds(condition, meta, id, data)),
  )
  return [...untouched, ...fitting]
}

async function readStored(
  store: DocumentStore,
  account_id: string,
  type: ResourceType,
  conditions: readonly Condition[],
): Promise<ScopedResource[]> {
  const { documents, next } = await store.list({
    collection: type.collection,
    account_id,
    status: 'active',
    visibility: { all: true },
    conditions,
    words: [],
    sort: { ...newestFirst, direction: 'asc' },
    limit: maxFound,
  })
  if (next !== null) throw new Conflict(`a behaviour would have to look at more than ${maxFound} of ${type.slug}`)
  return documents.map(readDocument)
}

function conditionOf({ slug, compiled }: ResourceType, name: string, value: Scalar): Condition {
  const column = compiled.resolve([name])
  if (column === undefined && !compiled.open) {
    throw new Conflict(`a behaviour needs the property ${name} of ${slug}, which is not there`)
  }
  const target = { path: [name] }
  const kind = column?.kind ?? 'json'
  return value === null
    ? { target, kind, operator: 'exists', operands: [false], field: name }
    : { target, kind, operator: 'eq', operands: [value], field: name }
}

/** A document per claimed name and account, changed by every write that claims it, so that of two simultaneous writes one is refused. */
export const claimRecords = new RecordCollection('claim', { name: '_claims' })

/** The operation that makes a write conflict with every write that claims the name after this call. */
async function claim(
  store: DocumentStore,
  { id: created_by, account_id }: Caller,
  name: string,
): Promise<WriteOperation> {
  const id = `urn:claim:${encodeURIComponent(account_id)}:${encodeURIComponent(name)}`
  return claimRecords.save(claimRecords.draft(id, {}, { created_by, account_id }), await claimRecords.find(store, id))
}

/** Changes first, those to one collection together; then the other conditions of the write, each once. */
export function arrangeOperations(operations: readonly WriteOperation[]): WriteOperation[] {
  const created = new Set(operations.flatMap(one => (one.kind === 'insert' ? [one.document.id] : [])))
  const changes = new Map<string, WriteOperation[]>()
  const conditions = new Map<string, WriteOperation>()
  for (const operation of operations) {
    const { kind, collection } = operation
    if (kind === 'absent') conditions.set(`absent ${conditions.size}`, operation)
    else if (kind !== 'check') append(changes, collection, operation)
    else if (!created.has(operation.id)) conditions.set(`${operation.id} ${operation.expected}`, operation)
  }
  return [...[...changes.values()].flat(), ...conditions.values()]
}

function append(groups: Map<string, WriteOperation[]>, name: string, operation: WriteOperation): void {
  const group = groups.get(name)
  if (group === undefined) groups.set(name, [operation])
  else group.push(operation)
}
