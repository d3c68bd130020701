import { Conflict, NotFound, NotUnique, PreconditionFailed } from '../../kernel/index.ts'
import type { HttpError, WriteRefused } from '../../kernel/index.ts'

/** Somebody else changed something meanwhile: the change is to be worked out again from what is there now. */
export class Retry extends Error {
  /** Those who change the same things, whatever they begin with, wait for each other under this name. */
  readonly queue: string | undefined

  constructor(queue?: string) {
    super()
    this.queue = queue
  }
}

/** What a refused change means to whoever asked for it. */
export interface RefusedChange {
  /** Whether the caller named the state to be changed (`If-Match`). */
  conditional: boolean
  /** Whether the refused operation is the change itself, not something that must be true beside it. */
  own: boolean
}

/**
 * Turn a store's refusal into what it means.
 * @returns a {@link Retry} where trying again may succeed, else what to answer
 */
export function meaningOf(refusal: WriteRefused, { conditional, own }: RefusedChange): Retry | HttpError {
  switch (refusal.reason) {
    case 'unique':
      return new NotUnique(refusal.property ?? 'a unique property')
    case 'exists':
      return own ? new Conflict('id: is in use, or was once; ids are never used again') : new Retry()
    case 'present':
      return new Retry()
    case 'missing':
    case 'stale':
      return own && conditional
        ? new PreconditionFailed('If-Match names another state: the resource was changed meanwhile')
        : new Retry()
  }
}

/** How often a change is worked out again before the caller is told to do so. */
const attempts = 20

/**
 * Do something again for as long as it throws {@link Retry}. Those of this process who want to change the same thing queue
 * up after their first attempt, so that they do not keep refusing each other.
 */
export class Retries {
  readonly #queues = new Map<string, Promise<unknown>>()

  /** @param work gets the number of the attempt, from 0 */
  async run<T>(key: string, work: (attempt: number) => Promise<T>): Promise<T> {
    try {
      return await work(0)
    } catch (error) {
      if (!(error instanceof Retry)) throw error
      return this.#inTurn(error.queue ?? key, () => again(work))
    }
  }

  async #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#queues.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#queues.get(key) === mine) this.#queues.delete(key)
    }
  }
}

async function again<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < attempts; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!(error instanceof Retry)) throw error
    }
  }
  throw new Conflict('others keep changing this at the same time; try again')
}

/** Whether `If-Match` names a state; `*` takes any. */
export const isConditional = (ifMatch: string | undefined): boolean => ifMatch !== undefined && ifMatch.trim() !== '*'

/** One wording, whatever the reason: not there, archived, or somebody else's. */
export const notFound = (): NotFound => new NotFound('there is no such resource')
