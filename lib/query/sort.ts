import type { Sort } from '../store-kit/document-store.ts'
import { readField, standardField } from './field.ts'
import type { Field, FieldSource } from './field.ts'
import { invalidParameter, quote } from './query-string.ts'

/**
 * Read `sort_by` and `sort_order`. Without `sort_by` a list is sorted by creation, newest first unless `sort_order` says otherwise;
 * with it the order is ascending unless `sort_order` says otherwise.
 * @throws `InvalidInput` when the field is unknown, has no order, or has no index
 */
export function readSort(by: string | undefined, order: string | undefined, source: FieldSource): Sort {
  if (order !== undefined && order !== 'asc' && order !== 'desc') {
    throw invalidParameter(`sort_order must be asc or desc, not ${quote(order)}`, 'sort_order')
  }
  const field = by === undefined ? standardField('created_at') : sortable(readField(by, source, 'sort_by'))
  const { target, kind, name } = field
  return { target, kind, direction: order ?? (by === undefined ? 'desc' : 'asc'), field: name }
}

function sortable(field: Field): Field {
  const name = quote(field.name)
  if (field.open) throw invalidParameter(`sort_by: ${name} is no column: the type has no schema`, 'sort_by')
  if (field.many || field.kind === 'json')
    throw invalidParameter(`sort_by: ${name} is an array or object and has no order`, 'sort_by')
  if (!field.indexed)
    throw invalidParameter(`sort_by: ${name} has no index; set x-index: true on it in the schema`, 'sort_by')
  return field
}
