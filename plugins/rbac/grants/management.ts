import { BadRequest, Forbidden, NotFound, isWithinToken } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { isUrnOf, readMeta } from '../../../lib/store-kit/index.ts'
import type { DocumentStore, StoredDocument } from '../../../lib/store-kit/index.ts'
import { insteadOf } from '../../../lib/errors/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { isNarrowed } from '../access.ts'
import type { ExplainedAccess } from '../access.ts'

/** The parts that decide who can manage the permissions of a resource. */
export interface ManagementParts {
  store: DocumentStore
  registry: TypeRegistry
  access: ExplainedAccess
}

/** An active resource of the caller's account, whose permissions the caller is allowed to manage. */
export interface ManagedResource {
  type: ResourceType
  id: string
}

/**
 * The resource, if the caller is its owner or an administrator; no action is required.
 * @param changes whether permissions will be changed; a token that is limited to some actions, whichever, cannot do that
 * @throws `Forbidden` for others, and also for a missing resource if the caller is not allowed to read the type; else `NotFound`
 */
export async function authorizeManagement(
  { store, registry, access }: ManagementParts,
  caller: Caller,
  { slug, id }: ResourceName,
  changes: boolean,
): Promise<ManagedResource> {
  const type = await registry.find(slug)
  const document = type !== undefined && isUrnOf(slug, id) ? await store.get(type.collection, id) : undefined
  const meta = document === undefined ? undefined : readMeta(document)
  const own = meta?.account_id === caller.account_id ? meta : undefined
  const exists = type?.status === 'active' && own?.status === 'active'
  const isOwner = own?.created_by === caller.id && canManageWithToken(caller, slug, changes)
  if (!isOwner && !(await access.isAdministrator(caller))) {
    const isShown = exists && (await isKnown({ store, access }, caller, type, document))
    if (isShown || !(await access.isAllowedByRole(caller, 'odrl:read', slug))) throw notManaged()
    throw notFound()
  }
  if (!exists) throw notFound()
  return { type, id }
}

/**
 * Whether those who may read the type know that a resource of their account exists: an active one, of a type with drafts what is public or what they may
 * modify, and what they created.
 */
export async function isKnown(
  { store, access }: Pick<ManagementParts, 'store' | 'access'>,
  caller: Caller,
  { slug, drafts }: ResourceType,
  document: StoredDocument | undefined,
): Promise<boolean> {
  if (document === undefined) return false
  const { id } = document
  const { account_id, created_by, status } = readMeta(document)
  if (account_id !== caller.account_id) return false
  if (created_by === caller.id) return true
  if (status !== 'active' || drafts === undefined) return status === 'active'
  const published = await store.get(drafts.published.collection, id)
  if (published !== undefined && readMeta(published).status === 'active') return true
  const modify = access.authorize(caller, 'odrl:modify', slug, id).then(() => true)
  return modify.catch(insteadOf(Forbidden, false))
}

function canManageWithToken(caller: Caller, slug: string, changes: boolean): boolean {
  if (!isNarrowed(caller)) return true
  return isWithinToken(caller, 'odrl:read', slug) && (!changes || caller.token?.actions === null)
}

const notManaged = (): Forbidden =>
  new Forbidden('only the owner of a resource and administrators manage its permissions')
const notFound = (): NotFound => new NotFound('there is no such resource')

/** A resource by its type's slug and its URN. */
export interface ResourceName {
  slug: string
  id: string
}

/** The slug in a URN; the empty text, which no type has as slug, when there is none. */
export const slugOfUrn = (urn: string): string => /^urn:([^:]+):/.exec(urn)?.[1] ?? ''

/**
 * The resource that an id names without its type: a URN contains the type, and a bare last part is searched in all types.
 * Resources that the caller does not know get a slug that no type has.
 * @throws `BadRequest` for an administrator when several resources of the account match; other callers get none
 */
export async function findResourceName(
  { store, registry, access }: ManagementParts,
  caller: Caller,
  idOrLastPart: string,
): Promise<ResourceName> {
  if (idOrLastPart.startsWith('urn:')) return { slug: slugOfUrn(idOrLastPart), id: idOrLastPart }
  const types = (await registry.all()).filter(({ status }) => status === 'active')
  const found = await Promise.all(
    types.map(async (type): Promise<ResourceName[]> => {
      const { slug, collection } = type
      const id = `urn:${slug}:${idOrLastPart}`
      const document = isUrnOf(slug, id) ? await store.get(collection, id) : undefined
      return (await isKnown({ store, access }, caller, type, document)) ? [{ slug, id }] : []
    }),
  )
  const [first, ...others] = found.flat()
  if (others.length === 0) return first ?? { slug: '', id: idOrLastPart }
  if (!(await access.isAdministrator(caller))) return { slug: '', id: idOrLastPart }
  throw new BadRequest('id: several resources have this last part; write the whole URN')
}
