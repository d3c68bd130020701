import { BadRequest } from '../../kernel/index.ts'
import type { Caller } from '../../kernel/index.ts'
import { isUrnOf, readMeta } from '../../lib/store-kit/index.ts'
import type { ManagementParts } from './management.ts'

/** A resource by its type's slug and its URN. */
export interface Named {
  slug: string
  id: string
}

/** The slug that stands in a URN; the empty text, which no type has, when there is none. */
export const slugIn = (urn: string): string => /^urn:([^:]+):/.exec(urn)?.[1] ?? ''

/**
 * The resource that an id names without saying of which type: a URN says it, and a bare last part is looked for in all types.
 * What is not in the caller's account gets the slug of no type.
 * @throws `BadRequest` for an administrator when several resources of the account end so; for others there is none then
 */
export async function nameResource(
  { store, registry, access }: ManagementParts,
  caller: Caller,
  idOrLastPart: string,
): Promise<Named> {
  if (idOrLastPart.startsWith('urn:')) return { slug: slugIn(idOrLastPart), id: idOrLastPart }
  const types = (await registry.all()).filter(({ status }) => status === 'active')
  const found = await Promise.all(
    types.map(async ({ slug, collection }): Promise<Named[]> => {
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
