import { Conflict, NotFound, NotUnique, PreconditionFailed, WriteRefused } from '../../../kernel/index.ts'
import type { ServiceError } from '../../../kernel/index.ts'
import { retryOnConflict } from '../../../lib/store-kit/index.ts'

/** Another request changed something meanwhile: the change must be planned again from the current state. */
export class ChangedMeanwhile extends WriteRefused {
  /** Changes with the same queue name are planned one after the other, whatever resource they start from. */
  readonly queue: string | undefined

  constructor(queue?: string) {
    super('stale', 0)
    this.queue = queue
  }
}

/** What decides how the refusal of a change is answered. */
interface RefusedChange {
  /** Whether the caller named the version to be changed (`If-Match`). */
  conditional: boolean
  /** Whether the refused operation is the change itself, not a further condition of the write. */
  own: boolean
}

/**
 * Convert a store's refusal into the error that it means.
 * @param queue of the change, see {@link ChangedMeanwhile}
 * @returns a {@link ChangedMeanwhile} where trying again can succeed, else the error to answer with
 */
export function explainRefusal(
  refusal: WriteRefused,
  { conditional, own }: RefusedChange,
  queue?: string,
): ChangedMeanwhile | ServiceError {
  if (refusal.reason === 'unique') return new NotUnique(refusal.property ?? 'a unique property')
  if (refusal.reason === 'exists' && own) return idInUse()
  if ((refusal.reason === 'missing' || refusal.reason === 'stale') && own && conditional) {
    return new PreconditionFailed('If-Match names another state: the resource was changed meanwhile')
  }
  return new ChangedMeanwhile(queue)
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
