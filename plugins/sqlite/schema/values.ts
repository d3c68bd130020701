import type { ColumnKind } from '../../../lib/store-kit/document-store.ts'
import { jsonText } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { orderKey } from '../../../lib/store-kit/value-order.ts'
import { columnKey } from '../file/connection.ts'
import type { Bind } from '../file/connection.ts'
import type { DeclaredType, Layout, PhysicalColumn, Shape } from './layout.ts'
import { storedColumns, widerShape } from './layout.ts'

/*
 * How values stand in columns. Those of the column's own kind stand there as they are; a value of another kind (from before the schema changed) as a
 * BLOB of its key, so that it is never taken for one of the column's kind. Columns of instants and of mixed values hold keys only.
 */

/** A value that a column can hold. */
export type ColumnValue = string | number | boolean

/** How a value stands in a column of this kind. The library ends texts at U+0000, so those with one are no native texts. */
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

/** The key of a value that is of another kind than its column. It stands there as a BLOB, which may have anything in it. */
export const foreignKey = (value: ColumnValue): string => orderKey(value, 'mixed') ?? ''

/**
 * The library rounds numbers that are nearly whole, so those with a fraction go as texts, which the column converts. So do those beyond 2^53 for a
 * column of whole numbers, which would keep all their digits.
 */
function bindNumber(value: number, type: DeclaredType): Bind {
  const isExact = type === 'REAL' ? Number.isInteger(value) : Number.isSafeInteger(value)
  return isExact ? value : jsonText(value)
}

/** What stands at a path through objects: null when nothing does, an array where the path meets one. */
function valueAt(data: JsonObject, path: readonly string[]): Json {
  let value: Json = data
  for (const name of path) {
    if (Array.isArray(value)) return value
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return null
    value = value[name] ?? null
  }
  return value
}

/** What is bound for these columns of a document's row. */
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

/** The layout that knows what a document has where columns expect something else: mostly the same one. */
export function layoutWith(layout: Layout, data: JsonObject): Layout {
  const seen = storedColumns(layout).flatMap(column => {
    if (column.shape === 'varied') return []
    const shape = shapeOf(valueAt(data, column.path), column)
    return shape === 'pure' ? [] : [{ number: column.number, shape }]
  })
  return layoutWithShapes(layout, seen)
}

/** The layout that knows these shapes of its columns too. */
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
