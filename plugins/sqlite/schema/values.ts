import type { ColumnKind } from '../../../lib/store-kit/document-store.ts'
import { jsonText } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { orderKey } from '../../../lib/store-kit/value-order.ts'
import { columnKey } from '../file/connection.ts'
import type { Bind } from '../file/connection.ts'
import type { DeclaredType, Layout, PhysicalColumn, Shape } from './layout.ts'
import { storedColumns, widerShape } from './layout.ts'

/*
 * How values are stored in columns. Values of the column's own kind are stored directly; a value of another kind (from before the schema changed) as a
 * BLOB of its key, so that it is never mistaken for one of the column's kind. Columns of instants and of mixed values contain only keys.
 */

/** A value that a column can contain. */
export type ColumnValue = string | number | boolean

/** How a value is stored in a column of this kind. The library ends texts at U+0000, so texts that contain it are not native. */
export function standingOf(value: ColumnValue, kind: ColumnKind): 'native' | 'foreign' | 'key' {
  if (kind === 'instant' || kind === 'mixed') return 'key'
  const isNative = typeof value === (kind === 'text' ? 'string' : kind)
  return isNative && !(typeof value === 'string' && value.includes('\0')) ? 'native' : 'foreign'
}

/** A value as it is bound for a column. */
export function bindFor(value: ColumnValue, { kind, type }: { kind: ColumnKind; type: DeclaredType }): Bind {
  switch (standingOf(value, kind)) {
    case 'native':
      return typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? bindNumber(value, type) : value
    case 'foreign':
      return Buffer.from(foreignKey(value))
    case 'key':
      return columnKey(value, kind === 'instant' ? 'instant' : 'mixed')
  }
}

/** The key of a value of another kind than its column. It is stored as a BLOB, which can contain any bytes. */
export const foreignKey = (value: ColumnValue): string => orderKey(value, 'mixed') ?? ''

/**
 * The library rounds numbers that are nearly whole, so those with a fraction are bound as texts, which the column converts. So are those beyond 2^53 for
 * a column of whole numbers, which would keep all their digits.
 */
function bindNumber(value: number, type: DeclaredType): Bind {
  const isExact = type === 'REAL' ? Number.isInteger(value) : Number.isSafeInteger(value)
  return isExact ? value : jsonText(value)
}

/** The value at a path through objects: null when there is none, an array if the path meets one. */
function valueAt(data: JsonObject, path: readonly string[]): Json {
  let value: Json = data
  for (const name of path) {
    if (Array.isArray(value)) return value
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return null
    value = value[name] ?? null
  }
  return value
}

/** The bound values of these columns for a document's row. */
export const bindsFor = (columns: readonly PhysicalColumn[], data: JsonObject): Bind[] =>
  columns.map(column => {
    const value = valueAt(data, column.path)
    return value === null || typeof value === 'object' ? null : bindFor(value, column)
  })

function shapeOf(value: Json, { kind }: PhysicalColumn): Shape {
  if (value === null) return 'pure'
  if (typeof value === 'object') return 'varied'
  return standingOf(value, kind) === 'foreign' ? 'foreign' : 'pure'
}

/** The layout that records where a document has other values than its columns expect: usually the same one. */
export function layoutWith(layout: Layout, data: JsonObject): Layout {
  const seen = storedColumns(layout).flatMap(column => {
    if (column.shape === 'varied') return []
    const shape = shapeOf(valueAt(data, column.path), column)
    return shape === 'pure' ? [] : [{ number: column.number, shape }]
  })
  return layoutWithShapes(layout, seen)
}

/** The layout that also records these shapes of its columns. */
export function layoutWithShapes(layout: Layout, seen: readonly Pick<PhysicalColumn, 'number' | 'shape'>[]): Layout {
  const shapes = new Map(seen.filter(({ shape }) => shape !== 'pure').map(({ number, shape }) => [number, shape]))
  const isWider = ({ number, shape }: PhysicalColumn): boolean =>
    widerShape(shape, shapes.get(number) ?? 'pure') !== shape
  if (shapes.size === 0 || !layout.columns.some(isWider)) return layout
  const columns = layout.columns.map(column => ({
    ...column,
    shape: widerShape(column.shape, shapes.get(column.number) ?? 'pure'),
  }))
  return { ...layout, columns }
}
