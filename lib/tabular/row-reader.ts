import { isObject, memoizeByObject } from '../json/index.ts'
import type { Json, JsonObject } from '../json/index.ts'
import { readCell } from './cells.ts'
import { cellOf } from './csv-line.ts'
import { dateForms } from './dates.ts'
import type { RowProblem } from './rows.ts'
import { isSpread, shapeOf, type SchemaShape } from './schema-shape.ts'
import { spelledBoolean, type DecimalSign } from './spellings.ts'

/** How the rows of a file are converted to data of a schema. */
export interface RowReading {
  schema: JsonObject | null
  /** The rows are from CSV, where every value is a text and a heading with dots leads into declared objects. */
  isCsv: boolean
  /**
   * Column → property, with dots into declared objects; the empty text leaves the column out. Columns in objects are named by their path
   * (`Address.Zip Code`, `Tags[].Name`), and only the last name of their property counts.
   */
  mapping?: ReadonlyMap<string, string>
  /** A column that {@link mapping} does not name is mapped to the property with that title. */
  byTitle?: boolean
  /** A column that {@link mapping} does not name is left out. */
  listedOnly?: boolean
  /** The character before the decimals of numbers. Default: a point. */
  decimal?: DecimalSign | undefined
  /** Called with each column that goes to a property which an open schema with properties does not declare; closed ones refuse the row. */
  onUndeclared?: ((column: string) => void) | undefined
  /** CSV: called with each cell that an export would write otherwise: `12.50`, which is the number 12.5. */
  onRewritten?: ((column: string, cell: string, value: Json) => void) | undefined
}

/** Only so many columns are remembered: each row of JSON can have other names. */
const maxRememberedColumns = 1000

/**
 * Create a function that reads a row. The values of columns that are mapped, or found by title, are converted to the types of their property if
 * the conversion is lossless: `"7"` → 7, 1776 → `"1776"`, a date in a known form to ISO 8601; null is left out if the property does not allow it.
 * Other columns keep their values, except cells of CSV, which are read by the types of their property.
 * @returns the data, or the problems of the row
 */
export function createRowReader(reading: RowReading): (row: JsonObject) => JsonObject | readonly RowProblem[] {
  const { schema, isCsv, mapping = new Map<string, string>(), byTitle = false, listedOnly = false } = reading
  const { decimal, onUndeclared, onRewritten } = reading
  const root = shapeOf(schema)
  const columns = new Map<string, Column>()
  const names: ColumnNames = { mapping, byTitle, listedOnly }
  const columnOf = (name: string): Column => {
    const known = columns.get(name)
    if (known !== undefined) return known
    const column = findColumn(name, root, names, isCsv)
    if (columns.size < maxRememberedColumns) columns.set(name, column)
    if (!column.isDeclared && root.properties.size > 0 && !root.closed) onUndeclared?.(name)
    return column
  }
  if (!isCsv && mapping.size === 0 && !byTitle && !listedOnly)
    return row => {
      Object.keys(row).forEach(columnOf)
      return row
    }
  return row => {
    const data: Nested = new Map()
    const faults: RowProblem[] = []
    for (const [name, value] of Object.entries(row)) {
      const { path, shape, isMapped } = columnOf(name)
      if (path === undefined) continue
      const converting = { shape, isCsv, names, column: name, decimal }
      const read = isMapped ? convert(value, converting) : asCell(value, converting)
      if (read === undefined) continue
      if (isCsv && typeof value === 'string' && read !== value && cellOf(read) !== value)
        onRewritten?.(name, value, read)
      if (!put(data, path, read)) faults.push({ field: path.join('.'), message: 'several columns of the row give it' })
    }
    return faults.length === 0 ? toObject(data) : faults
  }
}

/**
 * Create a function that converts the values of one mapped column, as {@link createRowReader} does.
 * @param property the target; see {@link RowReading.mapping}
 * @returns the value, or undefined if the property does not accept it
 */
export function createValueReader(
  column: string,
  property: string,
  { schema, isCsv, decimal }: Pick<RowReading, 'schema' | 'isCsv' | 'decimal'>,
): (value: Json) => Json | undefined {
  const names: ColumnNames = { mapping: new Map(), byTitle: false, listedOnly: false }
  const { shape } = placeOf(property, shapeOf(schema))
  return value => convert(value, { shape, isCsv, names, column, decimal })
}

/** The names by which columns are found. */
type ColumnNames = Required<Pick<RowReading, 'mapping' | 'byTitle' | 'listedOnly'>>

/** The target of the values of a column. */
interface Column {
  /** Undefined if they are left out. */
  path: readonly string[] | undefined
  shape: SchemaShape
  isDeclared: boolean
  isMapped: boolean
}

const anything = shapeOf(null)

function findColumn(name: string, root: SchemaShape, names: ColumnNames, isCsv: boolean): Column {
  const { mapping, byTitle, listedOnly } = names
  const chosen = mapping.get(name) ?? (listedOnly ? '' : undefined)
  if (chosen === '') return { path: undefined, shape: anything, isDeclared: true, isMapped: true }
  if (chosen !== undefined) return { ...placeOf(chosen, root), isMapped: true }
  if (!byTitle)
    return isCsv
      ? { ...placeOf(name, root), isMapped: false }
      : { path: [name], shape: anything, isDeclared: name === '@id' || root.properties.has(name), isMapped: false }
  const titles = titlesOf(root)
  const [outer = '', ...inner] = name.split('.')
  return { ...placeOf(titles.get(name) ?? [titles.get(outer) ?? outer, ...inner].join('.'), root), isMapped: true }
}

/** The path of a property; dots lead only into declared objects. */
function placeOf(property: string, root: SchemaShape): Omit<Column, 'isMapped'> {
  const names = property.split('.')
  const outer = root.properties.get(names[0] ?? '')
  const path = outer !== undefined && isSpread(outer) ? names : [property]
  let shape: SchemaShape = root
  let isDeclared = true
  for (const name of path) {
    const inner = shape.properties.get(name)
    isDeclared &&= inner !== undefined || property === '@id'
    shape = inner ?? shape.additional ?? anything
  }
  return { path, shape, isDeclared }
}

/** Title → name, of the properties that have a title. */
const titlesOf = memoizeByObject(
  ({ properties }: SchemaShape): ReadonlyMap<string, string> =>
    new Map([...properties].flatMap(([name, { title }]) => (title === undefined ? [] : [[title, name]]))),
)

const asCell = (value: Json, { shape, isCsv, decimal }: Converting): Json =>
  isCsv && typeof value === 'string' ? readCell(value, shape, decimal) : value

/** How to convert a value. */
interface Converting {
  shape: SchemaShape
  isCsv: boolean
  names: ColumnNames
  /** Path of its column. */
  column: string
  decimal: DecimalSign | undefined
}

/** @returns the converted value, or undefined to leave it out */
function convert(value: Json, converting: Converting): Json | undefined {
  const { types } = converting.shape
  if (value === null) return types.size === 0 || types.has('null') ? null : undefined
  // A type that is inferred has arrays for a property with one or many values. In a cell a text can be a list.
  const isSingle = !converting.isCsv && !Array.isArray(value) && allowsOnly(types, 'array')
  return isSingle ? convertArray([value], converting) : convertValue(value, converting)
}

/** Whether a schema allows only values of one type, and possibly null. */
const allowsOnly = (types: ReadonlySet<string>, only: 'array' | 'object'): boolean =>
  types.has(only) && [...types].every(type => type === only || type === 'null')

function convertValue(value: string | number | boolean | Json[] | JsonObject, converting: Converting): Json {
  const { types } = converting.shape
  if (typeof value === 'string') return convertText(value, converting)
  if (Array.isArray(value))
    // PHP writes an empty object so.
    return value.length === 0 && allowsOnly(types, 'object') ? {} : convertArray(value, converting)
  if (isObject(value)) return convertObject(value, converting)
  const isTaken = typeof value === 'boolean' ? types.has('boolean') : types.has('number') || types.has('integer')
  return types.has('string') && !isTaken ? String(value) : value
}

function convertText(text: string, converting: Converting): Json {
  const { shape, isCsv, decimal } = converting
  const { types, format } = shape
  if (isCsv || (types.size > 0 && !types.has('string'))) {
    const read = readCell(text, shape, decimal)
    if (typeof read === 'object') return convert(read, { ...converting, isCsv: false }) ?? null
    if (typeof read !== 'string') return read
    const boolean = types.has('boolean') ? spelledBoolean(text) : undefined
    if (boolean !== undefined) return boolean
  }
  for (const form of dateForms) {
    const date = form.format === format ? form.read(text) : undefined
    if (date !== undefined) return date
  }
  return text
}

function convertArray(values: readonly Json[], { shape, column, ...rest }: Converting): Json[] {
  const items = { ...rest, shape: shape.items ?? anything, column: `${column}[]` }
  return values.map(item => (item === null ? null : (convert(item, items) ?? null)))
}

function convertObject(value: JsonObject, { shape, column, ...rest }: Converting): JsonObject {
  const { mapping } = rest.names
  const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    const path = `${column}.${name}`
    const property = mapping.get(path)
    if (property === '') return []
    const chosen = property?.split('.').at(-1) ?? name
    const part = shape.properties.get(chosen) ?? shape.additional ?? anything
    const read = convert(inner, { ...rest, shape: part, column: path })
    return read === undefined ? [] : [[chosen, read]]
  })
  return Object.fromEntries(entries)
}

type Nested = Map<string, Json | Nested>

/** @returns false when there is a value already */
function put(data: Nested, [name = '', ...rest]: readonly string[], value: Json): boolean {
  const known = data.get(name)
  if (rest.length === 0) {
    if (known !== undefined) return false
    data.set(name, value)
    return true
  }
  if (known !== undefined && !(known instanceof Map)) return false
  const inner: Nested = known ?? new Map()
  data.set(name, inner)
  return put(inner, rest, value)
}

const toObject = (data: Nested): JsonObject =>
  Object.fromEntries([...data].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]))
