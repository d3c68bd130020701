import type { Json, JsonObject } from '../../json/index.ts'
import { dateForms, type DateForm } from '../dates.ts'
import { TabularError } from '../rows.ts'
import { exactNumber, spelledBoolean, spelledNumber } from '../spellings.ts'

/** Distinguished kinds of value. `integer` is a whole number that a double represents exactly. */
export type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

const defaultMaxColumns = 1000
const maxNestedNames = 256
const maxDepth = 8

/** Facts that are true of every text observed in one place. */
class TextFacts {
  /** The date forms that fit every text. */
  forms: readonly DateForm[] = dateForms
  numbers = true
  integers = true
  booleans = true
  readonly #isCsv: boolean

  /** @param isCsv the texts are cells of a CSV file, where every value is a text, and not texts that were quoted on purpose */
  constructor(isCsv: boolean) {
    this.#isCsv = isCsv
  }

  observe(text: string): void {
    if (this.forms.length > 0) this.forms = this.forms.filter(form => form.read(text) !== undefined)
    if (this.numbers) {
      const value = this.#isCsv ? spelledNumber(text) : exactNumber(text)
      this.numbers = value !== undefined
      this.integers &&= Number.isSafeInteger(value)
    }
    if (this.booleans)
      this.booleans = this.#isCsv ? spelledBoolean(text) !== undefined : text === 'true' || text === 'false'
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
  readonly isCsv: boolean
  readonly #depth: number

  constructor(isCsv: boolean, depth: number) {
    this.isCsv = isCsv
    this.#depth = depth
    this.texts = new TextFacts(isCsv)
  }

  get filled(): number {
    const { boolean, integer, number, string, array, object } = this.counts
    return boolean + integer + number + string + array + object
  }

  observe(value: Json): void {
    const kind = kindOf(value)
    this.counts[kind]++
    if (!this.examples.has(kind)) this.examples.set(kind, value)
    if (typeof value === 'string') this.texts.observe(value)
    else if (Array.isArray(value)) {
      this.items ??= new ValueShape(this.isCsv, this.#depth + 1)
      for (const item of value) this.items.observe(item)
    } else if (typeof value === 'object' && value !== null) {
      this.object ??= new ObjectShape(this.isCsv, this.#depth + 1)
      this.object.observe(value)
    }
  }
}

/** The objects observed in one place: the rows, or nested objects. */
export class ObjectShape {
  /** By the name in the file, in the order of first appearance. */
  readonly properties = new Map<string, ValueShape>()
  count = 0
  /** There are too many names, or the object is nested too deep, to describe it: it is kept unchanged. */
  opaque: boolean
  readonly #isCsv: boolean
  readonly #maxColumns: number
  readonly #depth: number

  /** @param maxColumns how many names the rows of a file can have */
  constructor(isCsv: boolean, depth = 0, maxColumns = defaultMaxColumns) {
    this.#isCsv = isCsv
    this.#maxColumns = maxColumns
    this.#depth = depth
    this.opaque = depth > maxDepth
  }

  observe(value: JsonObject): void {
    this.count++
    for (const [name, inner] of Object.entries(value)) {
      if (this.opaque) return
      if (this.#depth === 0 && name === '@id') continue
      this.#property(name)?.observe(inner)
    }
  }

  #property(name: string): ValueShape | undefined {
    const known = this.properties.get(name)
    if (known !== undefined) return known
    if (this.properties.size >= (this.#depth === 0 ? this.#maxColumns : maxNestedNames)) {
      this.#refuseMoreNames()
      return undefined
    }
    const shape = new ValueShape(this.#isCsv, this.#depth)
    this.properties.set(name, shape)
    return shape
  }

  #refuseMoreNames(): void {
    if (this.#depth === 0) {
      throw new TabularError(
        `no type can be inferred: there are more than ${this.#maxColumns} different columns (maxColumns of the plugin transfer)`,
      )
    }
    this.opaque = true
    this.properties.clear()
  }
}

function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'object'
}
