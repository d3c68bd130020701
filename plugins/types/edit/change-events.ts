import type { Caller } from '../../../kernel/index.ts'
import type { WriteOperation } from '../../../lib/store-kit/index.ts'
import { isSameRecord } from '../registry/type-record.ts'
import type { StoredType } from '../registry/type-record.ts'
import type { TypeParts } from './new-type.ts'

/** One event for what became of its status, and one for other changes. */
export function changeEvents(
  { events }: TypeParts,
  caller: Caller,
  before: StoredType,
  after: StoredType,
): WriteOperation[] {
  const types: string[] = []
  if (before.meta.status !== after.meta.status) {
    types.push(after.meta.status === 'archived' ? 'ResourceType.Deleted' : 'ResourceType.Restored')
  }
  if (!isSameRecord(before.data, after.data)) types.push('ResourceType.Updated')
  return types.map(type =>
    events.record({
      type,
      subject: after.id,
      caller,
      account_id: null,
      type_slug: after.data.slug,
      sequence_no: after.meta.sequence_no,
    }),
  )
}
