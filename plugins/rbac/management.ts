import { Forbidden, NotFound, isWithinToken } from '../../kernel/index.ts'
import type { Caller, DocumentStore } from '../../kernel/index.ts'
import { isUrnOf, readMeta } from '../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import type { DecidingAccess } from './deciding.ts'
import { isNarrowed } from './token.ts'

/** What tells who may manage the permissions of a resource. */
export interface ManagementParts {
  store: DocumentStore
  registry: TypeRegistry
  access: DecidingAccess
}

/** An active resource of the caller's account, whose permissions the caller manages. */
export interface Managed {
  type: ResourceType
  id: string
}

/**
 * The resource, for its owner and for administrators; no action is asked for.
 * @param changes whether permissions are to be changed, for which a token that is confined to some actions is too weak, whatever they are
 * @throws `Forbidden` for others, where they may not know more also when there is no such resource; else `NotFound`
 */
export async function manage(
  { store, registry, access }: ManagementParts,
  caller: Caller,
  slug: string,
  id: string,
  changes: boolean,
): Promise<Managed> {
  const type = await registry.find(slug)
  const document = type !== undefined && isUrnOf(slug, id) ? await store.get(type.collection, id) : undefined
  const meta = document === undefined ? undefined : readMeta(document)
  const there = meta?.account_id === caller.account_id ? meta : undefined
  const isThere = type?.status === 'active' && there?.status === 'active'
  const isOwner = there?.created_by === caller.id && isManagedWithToken(caller, slug, changes)
  if (!isOwner && !(await access.isAdministrator(caller))) {
    if (isThere || !(await access.mayByRole(caller, 'odrl:read', slug))) throw forbidden()
    throw notFound()
  }
  if (!isThere) throw notFound()
  return { type, id }
}

function isManagedWithToken(caller: Caller, slug: string, changes: boolean): boolean {
  if (!isNarrowed(caller)) return true
  return isWithinToken(caller, 'odrl:read', slug) && (!changes || caller.token?.actions === null)
}

const forbidden = (): Forbidden =>
  new Forbidden('only the owner of a resource and administrators manage its permissions')
const notFound = (): NotFound => new NotFound('there is no such resource')
