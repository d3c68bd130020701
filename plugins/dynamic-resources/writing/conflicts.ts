import { Conflict, NotFound, NotUnique, PreconditionFailed, WriteRefused, writeFor } from '../../../kernel/index.ts'
import type { DocumentStore, ServiceError, TargetState, WriteOperation } from '../../../kernel/index.ts'
import { equalJson, getOwn } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, retryOnConflict } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import type { ScopedResource } from '../contract.ts'
import { unreferredChecks } from '../references/blockers.ts'
import { claimRecords } from './scope.ts'
import type { CompleteChange, Write } from './write.ts'
import { insteadOf } from '../../../lib/errors/index.ts'

/** Another request changed something meanwhile: the change must be planned again from the current state. */
export class ChangedMeanwhile extends WriteRefused {
  /** Changes with the same queue name are planned one after the other, whatever resource they start from. */
  readonly queue: string | undefined

  constructor(queue?: string) {
    super('stale', 0)
    this.queue = queue
  }
}

/** The variant in the entity tag of a resource in JSON-LD, which depends on the context of its type, too. */
export const linkedDataVariant = ({ sequence_no }: Pick<ResourceType, 'sequence_no'>): string => `ld${sequence_no}`

/** The state of a resource, for checking preconditions. */
export const stateOf = (type: ResourceType, { id, meta }: Pick<ScopedResource, 'id' | 'meta'>): TargetState => ({
  id,
  sequenceNo: meta.sequence_no,
  variant: linkedDataVariant(type),
})

/** Why a write was refused. */
export interface RefusedWrite {
  /** Index of the refused change; undefined when the type has changed, or a resource refers to one that was to be archived. */
  at: number | undefined
  /** A {@link ChangedMeanwhile} where planning again can succeed, else the error to answer with. */
  meaning: ChangedMeanwhile | ServiceError
}

/**
 * Write changes of resources in one transaction.
 * @param extra further operations, of the calling plugin
 * @returns undefined when all of it is written
 */
export async function writeChanges(
  { parts: { store, registry }, caller }: Write,
  changes: readonly CompleteChange[],
  extra: readonly WriteOperation[],
): Promise<RefusedWrite | undefined> {
  const own = changes.flatMap(change => change.operations)
  const types = [...new Set(changes.map(({ type }) => type))]
  const conditions = types.flatMap(type => [
    ...unreferredChecks(changes.filter(change => change.type === type)),
    registry.check(type),
  ])
  // What gives up unique values comes first.
  const releases = changes.flatMap(change => change.releases ?? [])
  const operations = [...releases, ...own, ...conditions, ...extra]
  try {
    await writeFor(store, caller, operations)
    return undefined
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    const owners = changes.flatMap((change, at) => change.operations.map((_, place) => ({ at, isItself: place === 0 })))
    const { at, isItself = false } = owners[error.index - releases.length] ?? {}
    const [only] = changes.length === 1 ? changes : []
    const change = at === undefined ? only : changes[at]
    return { at, meaning: await explainRefusal(store, error, { change, isItself, operations }) }
  }
}

/** What decides how the refusal of a change is answered. */
interface RefusedChange {
  /** The change with the refused operation; undefined for conditions of several changes. */
  change: CompleteChange | undefined
  /** Whether the refused operation is the change itself, not a further condition of the write. */
  isItself: boolean
  /** All operations of the refused write. */
  operations: readonly WriteOperation[]
}

/** Convert a store's refusal into the error that it means. */
async function explainRefusal(
  store: DocumentStore,
  { reason, property = 'a unique property' }: WriteRefused,
  { change, isItself, operations }: RefusedChange,
): Promise<RefusedWrite['meaning']> {
  if (reason === 'unique') {
    if (change?.key === property) return new ChangedMeanwhile(change.queue) // another one has been given the same key meanwhile
    const canDiffer = change?.given !== undefined && !(isItself && isGiven(change, change.given, property))
    if (!canDiffer || !(await isStale(store, operations))) return new NotUnique(property)
  }
  if (reason === 'exists' && isItself) return idInUse()
  if ((reason === 'missing' || reason === 'stale') && isItself && change?.conditional === true) {
    return new PreconditionFailed('If-Match names another state: the resource was changed meanwhile')
  }
  return new ChangedMeanwhile(change?.queue)
}

/** Whether a value of the resource was sent, not set by a behaviour: it is the same in every plan. */
const isGiven = ({ document }: CompleteChange, given: JsonObject, property: string): boolean =>
  equalJson(getOwn(given, property) ?? null, getOwn(readData(document), property) ?? null)

/**
 * Whether something that a refused write was planned from has changed since: a claimed name, or the version of a document that it changes or requires.
 * A write of these conditions only is tried, so that its result is as current as the refusal.
 */
async function isStale(store: DocumentStore, operations: readonly WriteOperation[]): Promise<boolean> {
  const known = new Set<string>()
  const conditions = operations.flatMap((operation): WriteOperation[] => {
    if (operation.kind === 'absent') return []
    const { collection } = operation
    const id = 'document' in operation ? operation.document.id : operation.id
    const key = `${collection} ${id}`
    if (known.has(key)) return [] // it is at the version of an earlier operation
    known.add(key)
    if (operation.kind === 'check') return [operation]
    // the first claim of a name creates its record
    if (operation.kind === 'insert') return collection === claimRecords.name ? [operation] : []
    return operation.expected === undefined ? [] : [{ kind: 'check', collection, id, expected: operation.expected }]
  })
  const written = store.write(conditions).then(() => false)
  return written.catch(insteadOf(WriteRefused, true))
}

/**
 * Repeats work for as long as it throws {@link ChangedMeanwhile}. Work of this process on the same thing is queued after its first attempt,
 * so that its writes do not keep refusing each other.
 */
export class RetryQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** @param work gets the number of the attempt, from 0 */
  async run<T>(key: string, work: (attempt: number) => Promise<T>): Promise<T> {
    try {
      return await work(0)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      return this.#queued(error.queue ?? key, () => retryOnConflict('this', attempt => work(attempt + 1)))
    }
  }

  /** Like {@link run}, for work that would usually conflict: it is queued from its first attempt. */
  runQueued<T>(key: string, work: (attempt: number) => Promise<T>): Promise<T> {
    return this.#queued(key, () => retryOnConflict('this', work))
  }

  async #queued<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    this.#last.set(key, own)
    try {
      return await own
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key)
    }
  }
}

/** The same error for every reason: the resource does not exist, is archived, or belongs to another account. */
export const notFound = (): NotFound => new NotFound('there is no such resource')

export const idInUse = (): Conflict => new Conflict('id: is in use, or was once; ids are never used again')
