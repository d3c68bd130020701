import { jsonText, parseJsonOrNothing, type Json, type JsonObject } from '../../json/index.ts'
import { cellOf } from '../csv-line.ts'
import { dateForms, type DateForm } from '../dates.ts'
import { TabularError } from '../rows.ts'
import { maxShapeDepth } from '../schema-shape.ts'
import { exactNumber, hasWholeDigits, spelledBoolean, spelledNumber, type NumberSpelling } from '../spellings.ts'

/** Distinguished kinds of value. `integer` is a whole number that a double represents exactly. */
const kinds = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
export type Kind = (typeof kinds)[number]

/** How the cells of a CSV file are written, where every value is a text. */
export interface CellReading extends Pick<NumberSpelling, 'decimal'> {
  /** The headings in the order of the file, complete when the rows have been read. Default: the order in which they first have a value. */
  headings?: readonly string[]
}

const defaultMaxColumns = 1000
const maxNestedNames = 256
/** An object with more names than this is a map if most of them are in fewer than half of the objects. */
const maxSparseNames = 20

/** Facts that are true of every text observed in one place. */
class TextFacts {
  /** The date forms that fit every text. */
  forms: readonly DateForm[] = dateForms
  numbers = true
  integers = true
  booleans = true
  /** How many numbers an export writes otherwise. */
  rewritten = 0
  readonly #cells: CellReading | undefined

  /** @param cells set if the texts are cells, and not texts that were quoted on purpose */
  constructor(cells: CellReading | undefined) {
    this.#cells = cells
  }

  observe(text: string): void {
    const cells = this.#cells
    if (this.forms.length > 0) this.forms = this.forms.filter(form => form.read(text) !== undefined)
    if (this.numbers) {
      const value = cells === undefined ? exactNumber(text) : spelledNumber(text, cells)
      this.numbers = value !== undefined
      this.integers &&= hasWholeDigits(text)
      if (value !== undefined && cellOf(value) !== text) this.rewritten++
    }
    if (this.booleans)
      this.booleans = cells === undefined ? text === 'true' || text === 'false' : spelledBoolean(text) !== undefined
  }

  add(other: TextFacts): void {
    this.forms = this.forms.filter(form => other.forms.includes(form))
    this.numbers &&= other.numbers
    this.integers &&= other.integers
    this.booleans &&= other.booleans
    this.rewritten += other.rewritten
  }
}

/** The values observed in one place: in a column, under a name of a nested object, or among the items of an array. */
export class ValueShape {
  readonly counts: Record<Kind, number> = { null: 0, boolean: 0, integer: 0, number: 0, string: 0, array: 0, object: 0 }
  /** The first value of each kind, as an example. */
  readonly examples = new Map<Kind, Json>()
  readonly texts: TextFacts
  items: ValueShape | undefined
  object: ObjectShape | undefined
  /** Set if the values are cells. */
  readonly cells: CellReading | undefined
  /** The values are nested too deep to describe them: nothing would convert them. */
  readonly isOpaque: boolean
  readonly #depth: number
  /** The values of cells all of which are JSON, as an export writes arrays and objects. */
  #json: ValueShape | undefined

  constructor(cells: CellReading | undefined, depth: number) {
    this.cells = cells
    this.isOpaque = depth >= maxShapeDepth
    this.#depth = depth
    this.texts = new TextFacts(cells)
    if (cells !== undefined) this.#json = new ValueShape(undefined, depth)
  }

  /** How many are there and not null. */
  get filled(): number {
    return this.observed - this.counts.null
  }

  get observed(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  /** The arrays and objects that the cells contain as JSON, if all of them do. */
  get json(): ValueShape | undefined {
    return this.counts.string > 0 ? this.#json : undefined
  }

  observe(value: Json): void {
    const kind = kindOf(value)
    this.counts[kind]++
    if (!this.examples.has(kind)) this.examples.set(kind, value)
    if (typeof value === 'string') {
      this.texts.observe(value)
      if (this.#json !== undefined) this.#observeJson(value, this.#json)
    } else if (Array.isArray(value)) {
      this.items ??= new ValueShape(this.cells, this.#depth + 1)
      for (const item of value) this.items.observe(item)
    } else if (typeof value === 'object' && value !== null) {
      this.object ??= new ObjectShape(this.cells, this.#depth + 1)
      this.object.observe(value)
    }
  }

  #observeJson(cell: string, json: ValueShape): void {
    const value = exactJson(cell)
    if (value === undefined) this.#json = undefined
    else json.observe(value)
  }

  /** The same values with every single one as an array of one; undefined where there are not both. */
  asArrays(): ValueShape | undefined {
    if (this.items === undefined || this.counts.array === this.filled) return undefined
    const items = new ValueShape(this.cells, this.#depth + 1)
    items.add(this)
    items.items = undefined
    for (const kind of ['null', 'array'] as const) {
      items.counts[kind] = 0
      items.examples.delete(kind)
    }
    items.add(this.items)
    const arrays = new ValueShape(this.cells, this.#depth)
    Object.assign(arrays.counts, { array: this.filled, null: this.counts.null })
    arrays.items = items
    return arrays
  }

  /** The same values with arrays as empty objects, as PHP writes these; undefined unless all are objects and arrays without items, and there are both. */
  asObjects(): ValueShape | undefined {
    const { array, object } = this.counts
    if (object === 0 || this.items?.observed !== 0 || array + object < this.filled) return undefined
    const objects = new ValueShape(this.cells, this.#depth)
    objects.add(this)
    objects.items = undefined
    if (objects.object !== undefined) objects.object.count += array
    Object.assign(objects.counts, { array: 0, object: array + object })
    return objects
  }

  /** Add what was observed in another place. */
  add(other: ValueShape): void {
    for (const kind of kinds) this.counts[kind] += other.counts[kind]
    for (const [kind, value] of other.examples) if (!this.examples.has(kind)) this.examples.set(kind, value)
    this.texts.add(other.texts)
    if (other.items !== undefined) {
      this.items ??= new ValueShape(this.cells, this.#depth + 1)
      this.items.add(other.items)
    }
    if (other.object !== undefined) {
      this.object ??= new ObjectShape(this.cells, this.#depth + 1)
      this.object.add(other.object)
    }
  }
}

/** The objects observed in one place: the rows, or nested objects. */
export class ObjectShape {
  /** By the name in the file, in the order of first appearance. */
  readonly properties = new Map<string, ValueShape>()
  count = 0
  /** The objects are nested too deep to describe them: they are kept unchanged. */
  readonly isOpaque: boolean
  /** How many of the objects have a name. */
  #named = 0
  /** The values of all names together, where there are too many names to keep them separately. */
  #values: ValueShape | undefined
  readonly #cells: CellReading | undefined
  readonly #maxColumns: number
  readonly #depth: number

  /** @param maxColumns how many names the rows of a file can have */
  constructor(cells: CellReading | undefined, depth = 0, maxColumns = defaultMaxColumns) {
    this.#cells = cells
    this.#maxColumns = maxColumns
    this.#depth = depth
    this.isOpaque = depth >= maxShapeDepth
  }

  observe(value: JsonObject): void {
    this.count++
    if (this.isOpaque) return
    const entries = Object.entries(value)
    if (entries.length > 0) this.#named++
    for (const [name, inner] of entries) if (this.#depth > 0 || name !== '@id') this.#valuesOf(name).observe(inner)
  }

  /** Add what was observed in another place. */
  add(other: ObjectShape): void {
    this.count += other.count
    this.#named += other.#named
    for (const [name, values] of other.properties) this.#valuesOf(name).add(values)
    if (other.#values !== undefined) this.#collapse().add(other.#values)
  }

  /**
   * The values of a map: of objects whose names are data. They are if no name is in all objects, if there are many that are rarely there, and if a
   * name has a dot, which no property can have. Undefined for objects with properties.
   */
  get mapValues(): ValueShape | undefined {
    if (this.#values !== undefined || this.#depth === 0) return this.#values
    const counts = [...this.properties.values()].map(({ observed }) => observed)
    const isCommon = counts.some(count => count === this.#named)
    const rare = counts.filter(count => count * 2 < this.count).length
    const isSparse = counts.length > maxSparseNames && rare * 2 > counts.length
    const isMap =
      (counts.length > 0 && !isCommon) || isSparse || [...this.properties.keys()].some(name => name.includes('.'))
    return isMap ? this.#merged() : undefined
  }

  #valuesOf(name: string): ValueShape {
    const known = this.#values ?? this.properties.get(name)
    if (known !== undefined) return known
    if (this.properties.size >= (this.#depth === 0 ? this.#maxColumns : maxNestedNames)) return this.#collapse()
    const values = new ValueShape(this.#cells, this.#depth)
    this.properties.set(name, values)
    return values
  }

  #collapse(): ValueShape {
    if (this.#depth === 0) {
      throw new TabularError(
        `no type can be inferred: there are more than ${this.#maxColumns} different columns (maxColumns of the plugin transfer)`,
      )
    }
    this.#values ??= this.#merged()
    this.properties.clear()
    return this.#values
  }

  #merged(): ValueShape {
    const values = new ValueShape(this.#cells, this.#depth)
    for (const one of this.properties.values()) values.add(one)
    return values
  }
}

/** The array or object that a cell contains in exactly the form in which an export writes it. */
function exactJson(cell: string): Json | undefined {
  if (!cell.startsWith('[') && !cell.startsWith('{')) return undefined
  const value = parseJsonOrNothing(cell)
  return value !== undefined && jsonText(value) === cell ? value : undefined
}

function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'object'
}
