import { equalJson, isObject, parseJsonOrNothing } from '../json/index.ts'
import type { Json, JsonObject } from '../json/index.ts'
import { cellOf } from './csv-line.ts'
import { isSpread, type SchemaShape } from './schema-shape.ts'
import { spelledNumber, type DecimalSign } from './spellings.ts'

/** The heading of a CSV column for a declared property: names joined with dots, which property names never contain. */
type Heading = string

/** Headings for a schema: one for each property, several for a declared object. `@id` is the first. */
export function headingsOf(shape: SchemaShape): Heading[] {
  const spread = (inner: SchemaShape, prefix: string): Heading[] =>
    [...inner.properties].flatMap(([name, property]) =>
      isSpread(property) ? spread(property, `${prefix}${name}.`) : [prefix + name],
    )
  return ['@id', ...spread(shape, '')]
}

/** Whether a resource of this schema can contain properties for which {@link headingsOf} has no column. */
export const mayHoldMore = (shape: SchemaShape): boolean =>
  !shape.closed || [...shape.properties.values()].some(property => isSpread(property) && mayHoldMore(property))

/** What CSV does not keep of a value: nothing of an empty text and of null, the type of a value that is read as another one. */
export type CellLoss = 'empty' | 'type'

/**
 * A flat resource as cells by heading. Null, the empty text and absent give no cell; an array or object in one column becomes its JSON text.
 * @param onLoss called for each value that is not read again as it is
 * @throws RangeError naming an undeclared property whose name would be read as a path
 */
export function toCells(
  data: JsonObject,
  shape: SchemaShape,
  onLoss: (heading: Heading, loss: CellLoss) => void = () => undefined,
  prefix = '',
  cells = new Map<Heading, string>(),
): Map<Heading, string> {
  for (const [name, value] of Object.entries(data)) {
    const heading = prefix + name
    const property = shape.properties.get(name)
    if (property === undefined && heading !== '@id' && name.includes('.')) throw new RangeError(heading)
    if (property !== undefined && isSpread(property) && isObject(value) && Object.keys(value).length > 0) {
      toCells(value, property, onLoss, `${heading}.`, cells)
      continue
    }
    if (value === null || value === '') {
      onLoss(heading, 'empty')
      continue
    }
    const text = cellOf(value)
    cells.set(heading, text)
    if (!equalJson(readCell(text, property ?? shape.additional ?? anyValue), value)) onLoss(heading, 'type')
  }
  return cells
}

/** The schema of the values in one place. */
type PlaceShape = Pick<SchemaShape, 'types' | 'items'>

const anyValue: PlaceShape = { types: new Set(), items: undefined }

/**
 * The value of a cell, by the types of its property; a cell that represents none of them stays a text. Numbers and booleans take precedence over
 * text if the property allows both, because CSV does not distinguish them; then only texts that can be nothing but a number are numbers.
 * @param decimal the character before the decimals of numbers; default: a point
 */
export function readCell(cell: string, { types, items }: PlaceShape, decimal?: DecimalSign): Json {
  if (types.has('number') || types.has('integer')) {
    const number = spelledNumber(cell, { decimal, isDeclared: !types.has('string') })
    if (number !== undefined) return number
  }
  if (types.has('boolean') && (cell === 'true' || cell === 'false')) return cell === 'true'
  if ((types.has('array') && cell.startsWith('[')) || (types.has('object') && cell.startsWith('{')))
    return jsonOrText(cell)
  return types.has('array') && !types.has('string') ? readList(cell, items ?? anyValue, decimal) : cell
}

/** A list as users write it in a cell: items separated by semicolons. */
const readList = (cell: string, items: PlaceShape, decimal: DecimalSign | undefined): Json[] =>
  cell
    .split(';')
    .map(item => item.trim())
    .filter(item => item !== '')
    .map(item => readCell(item, items, decimal))

/** A text that is not JSON, or that reading would change, stays: the validation of the row then reports that a text is not allowed here. */
const jsonOrText = (cell: string): Json => parseJsonOrNothing(cell) ?? cell
