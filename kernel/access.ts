export { sharedAccount } from '../lib/store-kit/metadata.ts'
import type { Access } from './contracts/access.ts'
import type { Caller, Identity } from './contracts/identity.ts'
import type { DocumentStore, WriteOperation } from '../lib/store-kit/document-store.ts'
import { Forbidden, WriteRefused } from './errors.ts'
import { writeFor } from './request-key.ts'
import { insteadOf } from '../lib/errors/index.ts'

/** The user that acts on the store during the start, for seeds and for the command line. */
export const systemUser = 'urn:user:system'

/** The account of every user that belongs to no other account. */
export const defaultAccount = 'urn:account:default'

/** The caller that acts for the service itself. */
export const systemCaller = (account: string = defaultAccount): Caller => ({ id: systemUser, account_id: account })

const administrator: Caller = Object.freeze({ id: 'urn:user:admin', account_id: defaultAccount })

/** Development mode without a sign-in plugin: every caller is the one administrator. */
export const openIdentity: Identity = {
  identify: async () => administrator,
  renew: async noted => noted,
}

/** Development mode without a rights plugin: every caller is allowed to do everything in their account. */
export const openAccess: Access = {
  isAdministrator: async () => true,
  authorize: async () => undefined,
  visibility: async () => ({ all: true }),
  permissions: async () => ({ '*': ['odrl:read', 'odrl:modify', 'odrl:delete', 'odrl:distribute'] }),
}

/** Whether the caller is allowed to read a resource; if not, the answer to a change of it shows nothing of the resource. */
export async function canRead(access: Access, caller: Caller, type: string, id: string): Promise<boolean> {
  const authorize = async (): Promise<boolean> => {
    await access.authorize(caller, 'odrl:read', type, id) // a plugin of others can throw or return at once
    return true
  }
  return authorize().catch(insteadOf(Forbidden, false))
}

/**
 * Write in the name of a caller, for writes that change rights: all or nothing like `DocumentStore.write`, and refused when the
 * caller is no longer as they were identified.
 * @throws `Forbidden` when the caller's user, their rights, session, API token or impersonation ended meanwhile
 * @throws `WriteRefused` with the index among the given operations
 */
export async function writeAs(
  store: DocumentStore,
  caller: Pick<Caller, 'preconditions' | 'requestKey'>,
  operations: readonly WriteOperation[],
): Promise<void> {
  const { preconditions = [] } = caller
  try {
    await writeFor(store, caller, [...preconditions, ...operations])
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    const index = error.index - preconditions.length
    if (index < 0) throw new Forbidden('your session or your rights ended meanwhile; nothing was changed')
    throw new WriteRefused(error.reason, index, error.property)
  }
}
