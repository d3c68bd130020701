import { BadRequest, Forbidden, NotFound, isWithinToken } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import { isUrnOf, readMeta } from '../../../lib/store-kit/index.ts'
import type { DocumentStore } from '../../../lib/store-kit/index.ts'
import type { ResourceType, TypeRegistry } from '../../types/contract.ts'
import { isNarrowed } from '../access.ts'
import type { ExplainedAccess } from '../access.ts'

/** What tells who may manage the permissions of a resource. */
export interface ManagementParts {
  store: DocumentStore
  registry: TypeRegistry
  access: ExplainedAccess
}

/** An active resource of the caller's account, whose permissions the caller manages. */
export interface ManagedResource {
  type: ResourceType
  id: string
}

/**
 * The resource, for its owner and for administrators; no action is asked for.
 * @param changes whether permissions are to be changed, for which a token that is confined to some actions is too weak, whatever they are
 * @throws `Forbidden` for others, where they may not know more also when there is no such resource; else `NotFound`
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
    if (exists || !(await access.isAllowedByRole(caller, 'odrl:read', slug))) throw notManaged()
    throw notFound()
  }
  if (!exists) throw notFound()
  return { type, id }
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

/** The slug that stands in a URN; the empty text, which no type has, when there is none. */
export const slugOfUrn = (urn: string): string => /^urn:([^:]+):/.exec(urn)?.[1] ?? ''

/**
 * The resource that an id names without saying of which type: a URN says it, and a bare last part is looked for in all types.
 * What is not in the caller's account gets the slug of no type.
 * @throws `BadRequest` for an administrator when several resources of the account end so; for others there is none then
 */
export async function findResourceName(
  { store, registry, access }: ManagementParts,
  caller: Caller,
  idOrLastPart: string,
): Promise<ResourceName> {
  if (idOrLastPart.startsWith('urn:')) return { slug: slugOfUrn(idOrLastPart), id: idOrLastPart }
  const types = (await registry.all()).filter(({ status }) => status === 'active')
  const found = await Promise.all(
    types.map(async ({ slug, collection }): Promise<ResourceName[]> => {
      const id = `urn:${slug}:${idOrLastPart}`
      const document = isUrnOf(slug, id) ? await store.get(collection, id) : undefined
      return document !== undefined && readMeta(document).account_id === caller.account_id ? [{ slug, id }] : []
    }),
  )
  const [first, ...others] = found.flat()
  if (others.length === 0) return first ?? { slug: '', id: idOrLastPart }
  if (!(await access.isAdministrator(caller))) return { slug: '', id: idOrLastPart }
  throw new BadRequest('id: several resources have this last part; write the whole URN')
}
