import { Conflict, NotFound, NotUnique, PreconditionFailed, WriteRefused } from '../../../kernel/index.ts'
import type { DocumentStore, ServiceError, WriteOperation } from '../../../kernel/index.ts'
import { equalJson, getOwn } from '../../../lib/json/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { readData, retryOnConflict } from '../../../lib/store-kit/index.ts'
import type { ResourceType } from '../../types/contract.ts'
import { claimRecords } from './scope.ts'
import type { PlannedChange } from './write.ts'

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

/** What decides how the refusal of a change is answered. */
interface RefusedChange {
  /** Whether the caller named the version to be changed (`If-Match`). */
  conditional: boolean
  /** Whether the refused operation is the change itself, not a further condition of the write. */
  own: boolean
  /** The change with the refused operation; undefined for conditions of the whole write. */
  change: PlannedChange | undefined
  /** All operations of the refused write. */
  operations: readonly WriteOperation[]
}

/**
 * Convert a store's refusal into the error that it means.
 * @returns a {@link ChangedMeanwhile} where planning again can succeed, else the error to answer with
 */
export async function explainRefusal(
  store: DocumentStore,
  refusal: WriteRefused,
  refused: RefusedChange,
): Promise<ChangedMeanwhile | ServiceError> {
  const { conditional, own, change } = refused
  const { reason, property = 'a unique property' } = refusal
  if (reason === 'unique') {
    const canDiffer = change?.given !== undefined && !(own && isGiven(change, change.given, property))
    if (!canDiffer || !(await isStale(store, refused.operations))) return new NotUnique(property)
  }
  if (reason === 'exists' && own) return idInUse()
  if ((reason === 'missing' || reason === 'stale') && own && conditional) {
    return new PreconditionFailed('If-Match names another state: the resource was changed meanwhile')
  }
  return new ChangedMeanwhile(change?.queue)
}

/** Whether a value of the resource was sent, not set by a behaviour: it is the same in every plan. */
const isGiven = ({ document }: PlannedChange, given: JsonObject, property: string): boolean =>
  equalJson(getOwn(given, property) ?? null, getOwn(readData(document), property) ?? null)

/**
 * Whether something that a refused write was planned from has changed since: a claimed name, or the version of a document that it changes or requires.
 * The store is asked by a write of these conditions only, so that the answer is as current as the refusal.
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
  try {
    await store.write(conditions)
    return false
  } catch (error) {
    if (error instanceof WriteRefused) return true
    throw error
  }
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

/** Whether `If-Match` names a version; `*` matches any. */
export const isConditional = (ifMatch: string | undefined): boolean => ifMatch !== undefined && ifMatch.trim() !== '*'

/** The same error for every reason: the resource does not exist, is archived, or belongs to another account. */
export const notFound = (): NotFound => new NotFound('there is no such resource')

export const idInUse = (): Conflict => new Conflict('id: is in use, or was once; ids are never used again')
