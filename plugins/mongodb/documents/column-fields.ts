import { createHash } from 'node:crypto'
import { pointerToken, valueAt, valuesAt } from '../../../lib/json/index.ts'
import type { Json, JsonObject, Scalar } from '../../../lib/json/types.ts'
import type { Column, ColumnKind } from '../../../lib/store-kit/document-store.ts'
import { instantOf, orderKey, valueOfKey } from '../../../lib/store-kit/value-order.ts'

/*
 * Where MongoDB finds the values of a column. Values of one plain kind compare rightly as they stand in `data`. The others, if they have an index, have a
 * key beside them in `keys`: date-times a date, and values of several kinds a text (`orderKey`).
 */

/** A column with other values than its kind promises, from before a change of the schema. */
export interface VariedColumn {
  path: readonly string[]
  kind: ColumnKind
  many: boolean
  /** Some are arrays or objects (for a column of many values: arrays in arrays), so that conditions are tested on the documents. */
  nested: boolean
}

/** How the field of a column contains its values: as they are, as dates, or as texts that sort like them. */
export type FieldForm = 'value' | 'date' | 'key'

/** A column as MongoDB stores it. */
export interface ColumnField {
  column: Column
  varied: 'no' | 'scalars' | 'nested'
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

/** The field of a column. */
export function columnField(column: Column, found: readonly VariedColumn[]): ColumnField {
  const { path, kind, many } = column
  const identity = columnIdentity(column)
  const known = found.find(one => columnIdentity(one) === identity)
  const varied = known === undefined ? 'no' : known.nested ? 'nested' : 'scalars'
  const key = column.indexed || column.unique ? `keys.${keyName(path)}` : undefined
  if (kind === 'json' || path.some(name => name.includes('\0')))
    return { column, varied, field: undefined, form: 'value' }
  if (kind === 'instant') {
    if (varied === 'no') return { column, varied, field: key, form: 'date' }
    return { column, varied, field: many ? undefined : key, form: 'key' }
  }
  if (many) {
    const isUsable = varied === 'no' && isPlain(path)
    return { column, varied, field: isUsable ? `data.${path.join('.')}` : undefined, form: 'value' }
  }
  if (kind !== 'mixed' && varied === 'no' && isPlain(path))
    return { column, varied, field: `data.${path.join('.')}`, form: 'value' }
  return { column, varied, field: key, form: 'key' }
}

/** The values of the keys of a document, by the name of the key. */
export function keysOf(fields: readonly ColumnField[], data: JsonObject): Map<string, unknown> {
  const keys = new Map<string, unknown>()
  for (const { column, field, form } of fields) {
    if (field === undefined || form === 'value') continue
    const value = keyOf(column, form, data)
    if (value !== null) keys.set(field.slice('keys.'.length), value)
  }
  return keys
}

function keyOf({ path, kind, many }: Column, form: 'date' | 'key', data: JsonObject): unknown {
  if (many) {
    const dates = valuesAt(data, path).flatMap(value => dateOf(value) ?? [])
    return dates.length === 0 ? null : dates
  }
  const value = valueAt(data, path)
  if (value === null || typeof value === 'object') return null
  return form === 'date' ? dateOf(value) : orderKey(value, kind)
}

/** A date-time as a BSON date; null for everything else. */
function dateOf(value: Scalar): Date | null {
  const instant = typeof value === 'string' ? instantOf(value) : undefined
  return instant === undefined ? null : new Date(instant)
}

/** The columns of which a document has values that their fields do not represent, and that are not known to be varied yet. */
export function variedIn(fields: readonly ColumnField[], data: JsonObject): VariedColumn[] {
  return fields.flatMap(({ column, varied, field, form }): VariedColumn[] => {
    if (field === undefined || varied === 'nested') return []
    const { path, kind, many } = column
    if (many) {
      const isVaried =
        form === 'date' ? valuesAt(data, path).some(value => dateOf(value) === null) : hasNested(data, path)
      return isVaried ? [{ path, kind, many, nested: true }] : []
    }
    const value = valueAt(data, path)
    if (value === null) return []
    if (typeof value === 'object') return [{ path, kind, many, nested: true }]
    if (form === 'key' || (form === 'date' ? dateOf(value) !== null : typeof value === typeNames[kind])) return []
    return [{ path, kind, many, nested: false }]
  })
}

/**
 * Add columns to those that are known to be varied, by their identity; what is nested once stays so.
 * @returns whether this tells anything new
 */
export function noteVaried(known: Map<string, VariedColumn>, found: readonly VariedColumn[]): boolean {
  let isNew = false
  for (const column of found) {
    const identity = columnIdentity(column)
    const before = known.get(identity)
    if (before?.nested === true || before?.nested === column.nested) continue
    known.set(identity, column)
    isNew = true
  }
  return isNew
}

const typeNames: Readonly<Partial<Record<ColumnKind, string>>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
}

/** Whether a path leads to, or through, an array that is in an array. */
function hasNested(value: Json, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some(item => Array.isArray(item) || hasNested(item, path))
  const [name, ...rest] = path
  if (name === undefined || value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return false
  return hasNested(value[name] ?? null, rest)
}

/** How a field contains values, and of which kind they are. */
export interface FieldKind {
  form: FieldForm
  column: Pick<Column, 'kind'>
}

/** The least value of the values that a field contains, except null. */
export function leastOf({ form, column: { kind } }: FieldKind): unknown {
  if (form === 'date') return new Date(-8.64e15)
  if (form === 'key' || kind === 'text') return ''
  return kind === 'boolean' ? false : -Infinity
}

/** A value as a field contains it; undefined when it never contains such a value. */
export function fieldValue({ form, column: { kind } }: FieldKind, value: Scalar): unknown {
  if (value === null) return undefined
  if (form === 'date') return dateOf(value) ?? undefined
  return form === 'key' ? (orderKey(value, kind) ?? undefined) : value
}

/** The value that a field contains, as JSON, as one that {@link fieldValue} turns back. */
export function fieldScalar(form: FieldForm, value: unknown): Scalar {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  return form === 'key' && typeof value === 'string' ? valueOfKey(value) : value
}
