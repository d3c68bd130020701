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
export async function refuseTaken({ catalogue }: TypeParts, record: TypeRecord): Promise<void> {
  if ((await catalogue.get(record.slug)) !== undefined) throw taken(record)
  const owner = await catalogue.owner(record.collection)
  if (owner !== undefined) throw taken(record, owner)
}
