import { isObject, jsonText, parseJson } from '../../lib/json/index.ts'
import type { Json, JsonObject } from '../../lib/json/index.ts'
import { spelledNumber } from './infer/numbers.ts'
import { isSpread, shapeOf, type SchemaShape } from './schema-shape.ts'

/** The heading of a CSV column for a declared place: names joined with dots, which property names never hold. */
type Heading = string

/** Headings for a schema: one for each property, several for a declared object. `@id` comes first. */
export function headingsOf(shape: SchemaShape): Heading[] {
  const spread = (inner: SchemaShape, prefix: string): Heading[] =>
    [...inner.properties].flatMap(([name, property]) =>
      isSpread(property) ? spread(property, `${prefix}${name}.`) : [prefix + name],
    )
  return ['@id', ...spread(shape, '')]
}

/** Whether a resource of this schema can hold properties for which {@link headingsOf} has no column. */
export const mayHoldMore = (shape: SchemaShape): boolean =>
  !shape.closed || [...shape.properties.values()].some(property => isSpread(property) && mayHoldMore(property))

/**
 * A flat resource as cells by heading. Null and absent are no cell; an array or object in one column is its JSON text.
 * @throws RangeError naming an undeclared property whose name would be read as a path
 */
export function toCells(
  data: JsonObject,
  shape: SchemaShape,
  prefix = '',
  cells = new Map<Heading, string>(),
): Map<Heading, string> {
  for (const [name, value] of Object.entries(data)) {
    const property = shape.properties.get(name)
    if (property === undefined && prefix + name !== '@id' && name.includes('.')) throw new RangeError(prefix + name)
    if (property !== undefined && isSpread(property) && isObject(value) && Object.keys(value).length > 0) {
      toCells(value, property, `${prefix}${name}.`, cells)
    } else if (value !== null) cells.set(prefix + name, typeof value === 'string' ? value : jsonText(value))
  }
  return cells
}

/** Read rows of cells by the types of a schema: a cell that does not spell its type stays a text, for the API to refuse. */
export function cellReader(schema: JsonObject | null): (row: JsonObject) => JsonObject {
  const root = shapeOf(schema)
  const readers = new Map<Heading, Place>()
  const readerOf = (heading: Heading): Place => {
    let reader = readers.get(heading)
    if (reader === undefined) readers.set(heading, (reader = place(heading, root)))
    return reader
  }
  return row => {
    const data: Nested = new Map()
    for (const [heading, cell] of Object.entries(row)) {
      const { path, shape } = readerOf(heading)
      put(data, path, typeof cell === 'string' ? readCell(cell, shape) : cell)
    }
    return toObject(data)
  }
}

/** Where the cells of a column belong, and what is said of the values there. */
interface Place {
  path: readonly string[]
  shape: Pick<SchemaShape, 'types' | 'items'>
}

const unknown: Place['shape'] = { types: new Set(), items: undefined }

function place(heading: Heading, root: SchemaShape): Place {
  const names = heading.split('.')
  let shape: SchemaShape | undefined = root
  for (const [index, name] of names.entries()) {
    const property: SchemaShape | undefined = shape?.properties.get(name)
    if (index === 0 && (property === undefined || !isSpread(property))) {
      return { path: [heading], shape: root.properties.get(heading) ?? unknown }
    }
    shape = property
  }
  return { path: names, shape: shape ?? unknown }
}

/** Numbers and booleans win over text where the type allows both, since the file cannot tell them apart. */
function readCell(cell: string, { types, items }: Place['shape']): Json {
  if (types.has('number') || types.has('integer')) {
    const number = spelledNumber(cell)
    if (number !== undefined) return number
  }
  if (types.has('boolean') && (cell === 'true' || cell === 'false')) return cell === 'true'
  if ((types.has('array') && cell.startsWith('[')) || (types.has('object') && cell.startsWith('{')))
    return jsonOrText(cell)
  return types.has('array') && !types.has('string') ? readList(cell, items ?? unknown) : cell
}

/** A list as people write it in a cell: items with semicolons between them. */
const readList = (cell: string, items: Place['shape']): Json[] =>
  cell
    .split(';')
    .map(item => item.trim())
    .filter(item => item !== '')
    .map(item => readCell(item, items))

function jsonOrText(cell: string): Json {
  try {
    return parseJson(cell)
  } catch {
    // Not JSON, or JSON that would be changed by reading it: the API then says that a text does not fit here.
    return cell
  }
}

type Nested = Map<string, Json | Nested>

function put(data: Nested, path: readonly string[], value: Json): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    data.set(name, value)
    return
  }
  const inner = data.get(name)
  const object: Nested = inner instanceof Map ? inner : new Map()
  data.set(name, object)
  put(object, rest, value)
}

const toObject = (data: Nested): JsonObject =>
  Object.fromEntries([...data].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]))
