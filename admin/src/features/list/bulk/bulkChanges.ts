import { dataOf } from '../../../api/index.ts'
import type { Json } from '../../../api/index.ts'
import { etagAfter } from '../../../composables/data/useUndo.ts'
import type { BulkChange } from './useBulk.ts'

/** Archive; undone by restoring. */
export const archiving: BulkChange = {
  make: ({ id }) => ({ op: 'delete', id }),
  inverse: ({ id }) => ({ op: 'restore', id }),
}

/** Restore; undone by archiving. */
export const restoring: BulkChange = { make: archiving.inverse, inverse: archiving.make }

/** Set a property to a value; null removes the property. Undone by restoring the earlier value, unless the resource was changed meanwhile. */
export const setting = (name: string, value: Json): BulkChange => ({
  make: ({ id }) => ({ op: 'patch', id, data: { [name]: value } }),
  inverse: row => ({
    op: 'patch',
    id: row.id,
    data: { [name]: dataOf(row)[name] ?? null },
    if_match: etagAfter(row),
  }),
})
