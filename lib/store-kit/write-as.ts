import type { DocumentStore, WriteOperation } from './document-store.ts'
import { Forbidden, WriteRefused } from '../errors/index.ts'

/**
 * Write in the name of a caller, for writes that change rights: all or nothing like `DocumentStore.write`, and refused when the
 * caller is no longer as they were identified.
 * @throws `Forbidden` when the caller's user, their rights, session, API token or impersonation ended meanwhile
 * @throws `WriteRefused` with the index among the given operations
 */
export async function writeAs(
  store: DocumentStore,
  { preconditions = [] }: { preconditions?: readonly WriteOperation[] },
  operations: readonly WriteOperation[],
): Promise<void> {
  try {
    await store.write([...preconditions, ...operations])
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    const index = error.index - preconditions.length
    if (index < 0) throw new Forbidden('your session or your rights ended meanwhile; nothing was changed')
    throw new WriteRefused(error.reason, index, error.property)
  }
}
