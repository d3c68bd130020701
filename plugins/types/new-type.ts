import { sharedAccount } from '../../kernel/index.ts'
import type { Caller, DocumentMeta } from '../../kernel/index.ts'
import { typeId } from './names.ts'
import { taken } from './parts.ts'
import type { TypeParts } from './parts.ts'
import type { StoredType, TypeRecord } from './record.ts'

/** The first state of a new type. */
export async function newType({ catalogue }: TypeParts, caller: Caller, record: TypeRecord): Promise<StoredType> {
  const now = new Date().toISOString()
  const meta: DocumentMeta = {
    type_slug: 'type',
    status: 'active',
    created_by: caller.id,
    account_id: sharedAccount,
    sequence_no: (await catalogue.lastNumber(record.slug)) + 1,
    created_at: now,
    updated_at: now,
  }
  return { id: typeId(record.slug), meta, record }
}

/**
 * Look before anything is prepared in the collection of somebody else.
 * @throws `Conflict` when the slug or the collection is taken
 */
export async function refuseTaken(parts: TypeParts, record: TypeRecord): Promise<void> {
  const owner = await ownerOf(parts, record)
  if (owner !== undefined) throw taken(record, owner)
}

/** The type that has the slug or the collection of a new one. */
export const ownerOf = async ({ catalogue }: TypeParts, record: TypeRecord): Promise<StoredType | undefined> =>
  (await catalogue.get(record.slug)) ?? catalogue.owner(record.collection)
