import type { Json, JsonObject } from '../../json/index.ts'
import { decideScalars, type ScalarDecision, type TypeName } from './decide.ts'
import { Names } from './names.ts'
import type { CellReading, Kind, ObjectShape, ValueShape } from './shape.ts'

/** The decision for one column, to be shown. */
export interface ColumnPlan {
  /** The heading in the file; names of nested objects joined with dots, `[]` for the items of an array, `*` for the values of a map. */
  heading: string
  property: string
  /** Whether the file has this column, and not only a value within one. */
  isOfFile: boolean
  types: readonly string[]
  nullable: boolean
  required: boolean
  format: string | null
  /** The form of all its dates, if it is not the one that the format requires. */
  dateForm: string | null
  /** How many values are converted. */
  converted: number
  /** How many of them an export writes otherwise, as 12.5 for `12.50`. */
  rewritten: number
  example: { from: Json; to: Json } | null
}

/** The decision for the values of one place, or for the rows of a file. */
interface Plan {
  schema: JsonObject
  columns: readonly ColumnPlan[]
}

/** The place of a value, for {@link ColumnPlan}. */
interface Place extends Pick<ColumnPlan, 'heading' | 'property' | 'isOfFile' | 'required'> {
  /** In a map, or in something within it. */
  isInMap: boolean
}

/** Columns of a file by their headings, or by the parts of dotted headings. */
type ColumnTree = Map<string, ValueShape | ColumnTree>

/** Build a schema from the rows of a file. @param cells set for CSV, where dotted headings lead into objects */
export function planRows(rows: ObjectShape, cells: CellReading | undefined): Plan {
  const paths = cells && pathsOf(rows.properties.keys())
  const tree: ColumnTree = new Map()
  for (const heading of cells?.headings ?? rows.properties.keys()) {
    const values = rows.properties.get(heading)
    if (values !== undefined) put(tree, paths?.get(heading) ?? [heading], values)
  }
  const names = new Names()
  return planTree(tree, rows.count, heading => names.next(heading))
}

function put(tree: ColumnTree, [name = '', ...rest]: readonly string[], values: ValueShape): void {
  const known = tree.get(name)
  if (rest.length === 0) tree.set(name, values)
  else if (known instanceof Map) put(known, rest, values)
  else {
    const inner: ColumnTree = new Map()
    tree.set(name, inner)
    put(inner, rest, values)
  }
}

function planTree(tree: ColumnTree, count: number, nameOf: (heading: string) => string, under?: Place): Plan {
  return objectOf(
    [...tree].map(([heading, values]) => {
      const name = nameOf(heading)
      const place = { ...placeIn(under, heading, name), isOfFile: true }
      if (!(values instanceof Map)) {
        const required = values.filled === count
        return { name, required, plan: planValue(values, { ...place, required }, heading) }
      }
      const { schema, columns } = planTree(values, count, inner => inner, place)
      return {
        name,
        // an object is there if something in it is
        required: 'required' in schema,
        plan: { schema: { title: heading, ...schema }, columns },
      }
    }),
  )
}

const placeIn = (under: Place | undefined, heading: string, name: string): Place => ({
  heading: under === undefined ? heading : `${under.heading}.${heading}`,
  property: under === undefined ? name : `${under.property}.${name}`,
  isOfFile: false,
  required: false,
  isInMap: under?.isInMap ?? false,
})

/** The schema of an object with these properties. */
function objectOf(properties: readonly { name: string; required: boolean; plan: Plan }[]): Plan {
  const required = properties.filter(property => property.required).map(({ name }) => name)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties.map(({ name, plan }) => [name, plan.schema])),
      ...(required.length > 0 && { required }),
    },
    columns: properties.flatMap(({ plan }) => plan.columns),
  }
}

/** Plan objects within a column. Their names are data and stay; those that no property can have are not declared. */
function planObject(shape: ObjectShape, under: Place): Plan {
  if (shape.isOpaque) return { schema: { type: 'object' }, columns: [] }
  const values = shape.mapValues
  if (values !== undefined) {
    const { schema, columns } = planValue(values, { ...placeIn(under, '*', '*'), isInMap: true }, undefined)
    const hasSchema = Object.keys(schema).length > 0
    return { schema: { type: 'object', ...(hasSchema && { additionalProperties: schema }) }, columns }
  }
  return objectOf(
    [...shape.properties]
      .filter(([name]) => isPropertyName(name))
      .map(([name, inner]) => {
        const required = inner.filled === shape.count
        return { name, required, plan: planValue(inner, { ...placeIn(under, name, name), required }, name) }
      }),
  )
}

function planValue(shape: ValueShape, place: Place, title: string | undefined): Plan {
  if (shape.isOpaque) return { schema: {}, columns: [] }
  const converted = planObjects(shape, place, title) ?? planArrays(shape, place, title)
  if (converted !== undefined) return converted
  if (shape.json !== undefined) return planJson(shape, shape.json, place, title)
  const { isInMap, ...column } = place
  const scalars = decideScalars(shape, isInMap)
  const inner: Place = { ...place, isOfFile: false, required: false }
  const object = shape.object && planObject(shape.object, inner)
  const items =
    shape.items &&
    planValue(shape.items, { ...inner, heading: `${place.heading}[]`, property: `${place.property}[]` }, undefined)
  const types: TypeName[] = [
    ...scalars.types,
    ...(items ? (['array'] as const) : []),
    ...(object ? (['object'] as const) : []),
  ]
  return {
    schema: {
      ...(title !== undefined && { title }),
      ...typeKeyword(types, shape.counts.null > 0),
      ...(scalars.form && { format: scalars.form.format }),
      ...(object && { ...object.schema, type: typeKeyword(types, shape.counts.null > 0)['type'] ?? 'object' }),
      ...(items && Object.keys(items.schema).length > 0 && { items: items.schema }),
    },
    columns: [
      {
        ...column,
        types,
        nullable: shape.counts.null > 0,
        format: scalars.form?.format ?? null,
        dateForm: scalars.form !== undefined && scalars.from.length > 0 ? scalars.form.name : null,
        ...conversion(shape, scalars),
      },
      ...(object?.columns ?? []),
      ...(items?.columns ?? []),
    ],
  }
}

/** Plan a property with objects, of which the empty ones are written as `[]`. */
function planObjects(shape: ValueShape, place: Place, title: string | undefined): Plan | undefined {
  const objects = shape.asObjects()
  if (objects === undefined) return undefined
  const { schema, columns } = planValue(objects, place, title)
  return { schema, columns: withConversion(columns, shape.counts.array, { from: [], to: {} }) }
}

/** Plan a property with one value in some rows and several in others: arrays, if all values are of one type. */
function planArrays(shape: ValueShape, place: Place, title: string | undefined): Plan | undefined {
  const arrays = shape.asArrays()
  if (arrays?.items === undefined) return undefined
  const { schema, columns } = planValue(arrays, place, title)
  const [, items] = columns
  if (items?.types.length !== 1 || items.types[0] === 'array') return undefined
  const [from] = [...shape.examples].flatMap(([kind, value]) => (kind === 'null' || kind === 'array' ? [] : [value]))
  const example = from === undefined ? null : { from, to: [decideScalars(arrays.items, place.isInMap).convert(from)] }
  return { schema, columns: withConversion(columns, shape.filled - shape.counts.array, example) }
}

/** The columns of a place, of which the first one says how many of its values are converted. */
const withConversion = (
  columns: readonly ColumnPlan[],
  converted: number,
  example: ColumnPlan['example'],
): ColumnPlan[] => columns.map((column, at) => (at === 0 ? { ...column, converted, example } : column))

/** Plan cells that contain arrays and objects as JSON. */
function planJson(cells: ValueShape, values: ValueShape, place: Place, title: string | undefined): Plan {
  const { schema, columns } = planValue(values, place, title)
  const [to] = values.examples.values()
  const [from] = cells.examples.values()
  const example = from === undefined || to === undefined ? null : { from, to }
  return { schema, columns: withConversion(columns, cells.filled, example) }
}

/** A place with only null values accepts anything. */
function typeKeyword(types: readonly TypeName[], nullable: boolean): JsonObject {
  const [first] = types
  if (first === undefined) return {}
  return { type: nullable || types.length > 1 ? [...types, ...(nullable ? ['null'] : [])] : first }
}

function conversion(
  { counts, examples, texts, cells }: ValueShape,
  { from: kinds, types, convert }: ScalarDecision,
): Pick<ColumnPlan, 'converted' | 'rewritten' | 'example'> {
  const converted = kinds.reduce((sum: number, kind: Kind) => sum + counts[kind], 0)
  const from = kinds.map(kind => examples.get(kind)).find(value => value !== undefined)
  const isNumbers = cells !== undefined && (types[0] === 'number' || types[0] === 'integer')
  return {
    converted,
    rewritten: isNumbers ? texts.rewritten : 0,
    example: from === undefined ? null : { from, to: convert(from) },
  }
}

/** A heading as an writes it for a property of an object: names joined by dots. `Dr. Name`, `v1.5` and `No.` are none. */
const dotted = /^(?!\s)[^.]*[^.\s](?:\.(?!\s)[^.]*[^.\s])+$/u
const betweenDigits = /\d\.\d/
const maxPath = 8
const maxNameLength = 128

/** Whether a property can have this name. */
const isPropertyName = (name: string): boolean =>
  /^[^$@.\p{Cc}][^.\p{Cc}]*$/u.test(name) && name !== '__proto__' && [...name].length <= maxNameLength

/**
 * The path to which each heading of a CSV file leads: the first part is that of a column, the others are the names of properties of objects.
 * A heading that is the beginning of another one is no object, so that neither leads into it.
 */
function pathsOf(headings: Iterable<string>): Map<string, readonly string[]> {
  const all = new Set(headings)
  const pathOf = (heading: string): readonly string[] => {
    const path = heading.split('.')
    const outer = path.map((_, at) => path.slice(0, at).join('.'))
    const leads = dotted.test(heading) && !betweenDigits.test(heading) && path.length <= maxPath
    return leads && path.slice(1).every(isPropertyName) && !outer.some(one => all.has(one)) ? path : [heading]
  }
  return new Map([...all].map(heading => [heading, pathOf(heading)]))
}
