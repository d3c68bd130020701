import type { Json, JsonObject } from '../../lib/json/types.ts'
import type { Layout, PhysicalColumn, Shape } from './layout.ts'
import { isScalar, widerShape } from './layout.ts'

/**
 * Note what a document has where columns expect something else, so that filters on those know it.
 * @returns whether a column's shape is another one now
 */
export function noteShapes(layout: Layout, data: JsonObject): boolean {
  let changed = false
  for (const column of layout.columns) {
    if (column.shape === 'varied' || !column.inUse || !isScalar(column)) continue
    const shape = widerShape(column.shape, shapeIn(data, column))
    if (shape === column.shape) continue
    column.shape = shape
    changed = true
  }
  return changed
}

function shapeIn(data: JsonObject, { path, kind }: PhysicalColumn): Shape {
  let value: Json = data
  for (const name of path) {
    if (Array.isArray(value)) return 'varied'
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return 'pure'
    value = value[name] ?? null
  }
  if (value === null) return 'pure'
  if (typeof value === 'object') return 'varied'
  if (kind === 'instant' || kind === 'mixed') return 'pure'
  return typeof value === (kind === 'text' ? 'string' : kind) ? 'pure' : 'foreign'
}
