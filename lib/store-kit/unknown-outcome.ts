import { OutcomeUnknown, StoreUnavailable } from '../errors/index.ts'

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
