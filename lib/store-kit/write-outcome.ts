import { Conflict, OutcomeUnknown, StoreUnavailable, WriteRefused } from '../errors/index.ts'
import type { OpenOptions } from './document-store.ts'

type Listener = OpenOptions['onWriteOutcome']

/**
 * Wait for a write, and report how it ended.
 * @throws the errors of the write
 */
export async function reportWrite(write: Promise<void>, report: Listener): Promise<void> {
  await reportFailure(write, report)
  report?.()
}

/**
 * Wait for work that may write nothing, and report if it fails because of the store.
 * @throws the errors of the work
 */
export async function reportFailure(work: Promise<void>, report: Listener): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof StoreUnavailable) report?.(error)
    throw error
  }
}

/**
 * Wait for a write that creates a resource.
 * @param id of the resource: the error of an unknown outcome names it, so that the caller can look
 * @throws the errors of the write
 */
export async function creating<T>(id: string, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw error instanceof OutcomeUnknown ? new OutcomeUnknown({ id, cause: error }) : error
  }
}

/**
 * Wait for work that follows a write of the same request.
 * @throws `OutcomeUnknown` in place of `StoreUnavailable`, after which nothing was changed: the write was made; the work's other errors
 */
export async function afterWrite<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof StoreUnavailable ? new OutcomeUnknown({ cause: error }) : error
  }
}

const maxAttempts = 20

/**
 * Plan a change and write it; start again when the store refuses the write because the data that the plan was based on has changed.
 * @param subject the subject of the change, for the message: `this account`
 * @param work reads, decides and writes; called with the number of the attempt, from 0
 * @throws `Conflict` when every attempt was refused
 */
export async function retryOnConflict<Result>(
  subject: string,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error
    }
  }
  throw new Conflict(`others keep changing ${subject} at the same time; try again`)
}
