import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { spelledNumber } from '../../../lib/tabular/index.ts'
import type { Column } from '../../../kernel/index.ts'

/** Data whose values fit a column, and what became of those that did not. */
interface ConvertedData {
  data: JsonObject
  converted: boolean
  /** Values were left out, because the type of the column cannot represent them without loss. */
  lost: boolean
}

/** Data in which the values of all these columns fit; the same object when they did already. */
export function convertColumns(
  before: JsonObject,
  columns: readonly Column[],
  note?: (column: Column, lost: boolean) => void,
): JsonObject {
  let data = before
  for (const column of columns) {
    const changed = convertColumn(data, column)
    if (!changed.converted && !changed.lost) continue
    data = changed.data
    note?.(column, changed.lost)
  }
  return data
}

/** The data with the values of a column converted to its type. */
function convertColumn(data: JsonObject, column: Column): ConvertedData {
  let converted = false
  let lost = false
  const at = (value: Json, path: readonly string[]): Json | undefined => {
    const [name, ...rest] = path
    if (name === undefined) {
      if (fits(value, column)) return value
      const fitting = holdsArrays(column) ? arrayOf(value, column) : scalarOf(value, column)
      if (fitting === undefined) lost = true
      else converted = true
      return fitting
    }
    if (Array.isArray(value)) return value.map(item => at(item, path) ?? null)
    if (!isObject(value) || !Object.hasOwn(value, name)) return value
    const inner = value[name] ?? null
    const changed = at(inner, rest)
    if (changed === inner) return value
    // Unlike assignment, this keeps a property `__proto__` an ordinary one.
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]): [string, Json][] =>
        key !== name ? [[key, one]] : changed === undefined ? [] : [[key, changed]],
      ),
    )
  }
  const changed = at(data, column.path)
  return { data: isObject(changed) ? changed : data, converted, lost }
}

/** Whether the value at the end of a column's path is an array: its path can lead through others. */
const holdsArrays = ({ types }: Column): boolean => types.includes('array')

function fits(value: Json, column: Column): boolean {
  if (value === null) return true
  if (!holdsArrays(column)) return typeof value === typeOf(column)
  return Array.isArray(value) && value.every(item => item === null || typeof item === typeOf(column))
}

const typeOf = ({ kind }: Column): string => (kind === 'text' || kind === 'instant' ? 'string' : kind)

function arrayOf(value: Json, column: Column): Json | undefined {
  const items = [value].flat().map(item => (item === null ? null : scalarOf(item, column)))
  const kept = items.filter(item => item !== undefined)
  return kept.length === items.length ? kept : undefined
}

/** The value as one of the column's type, as imports read and write it; undefined when that would lose something. */
function scalarOf(value: Json, column: Column): Json | undefined {
  if (Array.isArray(value)) return value.length === 1 && value[0] !== undefined ? scalarOf(value[0], column) : undefined
  if (value === null || typeof value === 'object') return undefined
  const type = typeOf(column)
  if (typeof value === type) return value
  if (type === 'string') return String(value)
  if (typeof value !== 'string') return undefined
  if (type === 'number') return spelledNumber(value, { isDeclared: true })
  return value === 'true' ? true : value === 'false' ? false : undefined
}
