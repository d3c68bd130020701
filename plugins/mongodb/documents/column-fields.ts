import { createHash } from 'node:crypto'
import { pointerToken, valueAt, valuesAt } from '../../../lib/json/index.ts'
import type { Json, JsonObject, Scalar } from '../../../lib/json/types.ts'
import type { Column } from '../../../lib/store-kit/document-store.ts'
import { instantOf } from '../../../lib/store-kit/value-order.ts'

/*
 * Where MongoDB finds the values of a column: in `data`, where texts, numbers and booleans compare rightly as they stand. Date-times that have an index have
 * a date beside them in `keys`.
 */

/** How the field of a column contains its values: as they are, or as dates. */
export type FieldForm = 'value' | 'date'

/** A column as MongoDB stores it. */
export interface ColumnField {
  column: Column
  /** The field with its values; undefined when only the documents tell them: filters and orders then read these. */
  field: string | undefined
  form: FieldForm
}

/** Whether a path into `data` has the same meaning for MongoDB as for the service, whatever the data contains. */
const isPlain = (path: readonly string[]): boolean =>
  path.every((name, depth) => !/^$|^\$|[.\0]/.test(name) && (depth === 0 || !/^\d+$/.test(name)))

/** A name for a key that has no special meaning to MongoDB, whatever the names of the properties. */
const keyName = (path: readonly string[]): string =>
  path
    .map(name => pointerToken(name).replaceAll('.', '~2').replace(/^\$/, '~3'))
    .join('/')
    .replace(/^$/, '~4')

/** A short, deterministic name for a text, for names with a limited length. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The identity of a column among those of a collection. */
export const columnIdentity = ({ path, kind, many }: Pick<Column, 'path' | 'kind' | 'many'>): string =>
  JSON.stringify([path, kind, many])

/** The field of a column. MongoDB does not look into arrays in arrays. */
export function columnField(column: Column): ColumnField {
  const { path, kind, nested, indexed, unique } = column
  if (kind === 'instant') {
    const isKept = indexed || unique
    return { column, field: isKept ? `keys.${keyName(path)}` : undefined, form: 'date' }
  }
  const isUsable = kind !== 'json' && nested !== true && isPlain(path)
  return { column, field: isUsable ? `data.${path.join('.')}` : undefined, form: 'value' }
}

/** The dates of the date-times of a document, by the name of the key. */
export function keysOf(fields: readonly ColumnField[], data: JsonObject): Map<string, unknown> {
  const keys = new Map<string, unknown>()
  for (const { column, field, form } of fields) {
    if (field === undefined || form === 'value') continue
    const { path, many } = column
    const dates = (many ? valuesAt(data, path) : [valueAt(data, path)]).flatMap(value => dateOf(value) ?? [])
    if (dates.length > 0) keys.set(field.slice('keys.'.length), many ? dates : dates[0])
  }
  return keys
}

/** A date-time as a BSON date; null for everything else. */
function dateOf(value: Json): Date | null {
  const instant = typeof value === 'string' ? instantOf(value) : undefined
  return instant === undefined ? null : new Date(instant)
}

/** How a field contains values, and of which kind they are. */
export interface FieldKind {
  form: FieldForm
  column: Pick<Column, 'kind'>
}

/** The least value of the values that a field contains, except null. */
export function leastOf({ form, column: { kind } }: FieldKind): unknown {
  if (form === 'date') return new Date(-8.64e15)
  if (kind === 'text') return ''
  return kind === 'boolean' ? false : -Infinity
}

/** A value as a field contains it; undefined when it never contains such a value. */
export function fieldValue({ form }: FieldKind, value: Scalar): unknown {
  return (form === 'date' ? dateOf(value) : value) ?? undefined
}
