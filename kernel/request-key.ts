import type { FastifyRequest } from 'fastify'
import type { Caller } from './contracts/identity.ts'
import type { DocumentStore, StoredDocument, WriteOperation } from '../lib/store-kit/document-store.ts'

/** The answer to a request, as it is sent again when the request is repeated. */
export type KeptAnswer = {
  status: number
  headers: { location?: string; etag?: string; 'content-type'?: string }
  body: string
  /** The resource that the body shows, and the body for a caller who is no longer allowed to read it. */
  shows?: { type: string; id: string; otherwise: string }
}

/** The key of a request that is done at most once. A plugin puts it on the caller; {@link writeFor} and `writeAs` write it with the change. */
export interface RequestKey {
  /**
   * Write operations, and in the same write what is to be recorded of the request.
   * @throws `Conflict` when another request with this key has been done meanwhile; `WriteRefused` with the index among the given operations
   */
  write(store: Pick<DocumentStore, 'write'>, operations: readonly WriteOperation[]): Promise<void>
  /** Note the answer to which the next write leads: it is recorded in that write. */
  expect(answer: KeptAnswer): void
}

/** Write for a request: the key of the request, if it has one, is recorded in the same write. Every service that a POST calls writes with it, or with `writeAs`. */
export const writeFor = (
  store: Pick<DocumentStore, 'write'>,
  { requestKey }: Pick<Caller, 'requestKey'>,
  operations: readonly WriteOperation[],
): Promise<void> => (requestKey === undefined ? store.write(operations) : requestKey.write(store, operations))

/**
 * Lets the answer to a request with an `Idempotency-Key` be recorded in the same write as the change, so that not even the end of the process
 * between them loses it. Other answers are recorded after the change.
 * Called after the last write, what it returns is kept instead of the answer that is sent: without what a later caller may not see.
 * @param answer returns the answer to which the write leads; called with what is written, again when it is planned again
 * @returns for the option `extraOperations` of the write; undefined, without any work, for a request without the header
 */
export function keepAnswer(
  { caller: { requestKey } }: Pick<FastifyRequest, 'caller'>,
  answer: (written: readonly StoredDocument[]) => KeptAnswer | undefined,
): ((written: readonly StoredDocument[]) => WriteOperation[]) | undefined {
  if (requestKey === undefined) return undefined
  return written => {
    const expected = answer(written)
    if (expected !== undefined) requestKey.expect(expected)
    return []
  }
}
