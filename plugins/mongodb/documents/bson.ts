import { Decimal128, ObjectId } from 'mongodb'
import { InvalidInput } from '../../../lib/errors/index.ts'
import type { Json, JsonObject } from '../../../lib/json/types.ts'

/*
 * JSON as BSON and back. The driver's own conversion is not used for data: it takes objects with the names `$ref` and `$id`, or `_bsontype`, for
 * values of its own and reorders or refuses them. Documents are read as bytes (the option `raw`), from which the JSON text is written in one pass.
 */

/** A BSON document under construction. A map, so that no property name has a special meaning to JavaScript or to the driver. */
export type Fields = Map<string, unknown>

/**
 * An object as BSON values: names and order as given, whole numbers of 32 bits as `int32`, other numbers as `double`.
 * @throws `InvalidInput` for texts that are not Unicode, which BSON cannot contain
 */
export function toBson(object: JsonObject): Fields {
  const fields: Fields = new Map()
  for (const name of Object.keys(object)) {
    const value = object[name]
    if (value === undefined) continue
    if (name.includes('\0') || surrogate.test(name))
      throw new InvalidInput('the name of a property has U+0000 or a lone surrogate')
    fields.set(name, valueOf(value))
  }
  return fields
}

const surrogate = /\p{Surrogate}/u

function valueOf(value: Json): unknown {
  if (typeof value === 'string' && surrogate.test(value)) throw new InvalidInput('a text has a lone surrogate')
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map(valueOf) : toBson(value)
}

/** The types of BSON elements; those that the specification calls deprecated are included, other tools can write them. */
const bsonType = {
  double: 1,
  text: 2,
  object: 3,
  array: 4,
  binary: 5,
  undefined: 6,
  objectId: 7,
  boolean: 8,
  date: 9,
  null: 10,
  regex: 11,
  pointer: 12,
  code: 13,
  symbol: 14,
  codeWithScope: 15,
  int32: 16,
  timestamp: 17,
  int64: 18,
  decimal: 19,
} as const

/** Characters that JSON does not escape, of one byte each. */
const plain = /^[ !#-[\]-~]*$/
const decimalNumber = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/
const uuidSubtypes = new Set([3, 4])

/**
 * The root elements of a raw BSON document, each as JSON text. Values that JSON does not have, written by other tools, become text (dates in RFC 3339, ids,
 * binary data in Base64) or numbers.
 * @param names the elements to return; others are skipped
 */
export function readElements(bytes: Buffer, names: ReadonlySet<string>): Map<string, string> {
  return new BsonReader(bytes).elements(names)
}

class BsonReader {
  readonly #bytes: Buffer
  /** One character for each byte: parts of a JavaScript string are read faster than parts of a buffer. */
  readonly #characters: string
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#characters = bytes.toString('latin1')
  }

  elements(names: ReadonlySet<string>): Map<string, string> {
    const found = new Map<string, string>()
    this.#at = 4
    for (let type = this.#byte(); type !== 0; type = this.#byte()) {
      const start = this.#at
      this.#at = this.#characters.indexOf('\0', start) + 1
      const name = this.#characters.slice(start, this.#at - 1) // those that are asked for have one byte for each character
      if (names.has(name)) found.set(name, this.#value(type))
      else this.#skip(type)
    }
    return found
  }

  #byte(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  #int32(): number {
    this.#at += 4
    return this.#bytes.readInt32LE(this.#at - 4)
  }

  #int64(): bigint {
    this.#at += 8
    return this.#bytes.readBigInt64LE(this.#at - 8)
  }

  #take(length: number): Buffer {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** A text that ends with a zero byte, as JSON. */
  #name(): string {
    return this.#quoted(this.#characters.indexOf('\0', this.#at))
  }

  #text(): string {
    return this.#quoted(this.#int32() + this.#at - 1)
  }

  /** The text up to a position, where it has a zero byte, as JSON. */
  #quoted(end: number): string {
    const start = this.#at
    this.#at = end + 1
    const characters = this.#characters.slice(start, end)
    return plain.test(characters) ? `"${characters}"` : JSON.stringify(this.#bytes.toString('utf8', start, end))
  }

  #object(): string {
    this.#at += 4
    let text = '{'
    for (let type = this.#byte(); type !== 0; type = this.#byte()) {
      const name = this.#name()
      text += `${text === '{' ? '' : ','}${name}:${this.#value(type)}`
    }
    return `${text}}`
  }

  #array(): string {
    this.#at += 4
    let text = '['
    for (let type = this.#byte(); type !== 0; type = this.#byte()) {
      this.#at = this.#characters.indexOf('\0', this.#at) + 1
      text += `${text === '[' ? '' : ','}${this.#value(type)}`
    }
    return `${text}]`
  }

  #skip(type: number): void {
    if (type === bsonType.object || type === bsonType.array) this.#at += this.#bytes.readInt32LE(this.#at)
    else this.#value(type)
  }

  #value(type: number): string {
    switch (type) {
      case bsonType.text:
      case bsonType.code:
      case bsonType.symbol:
        return this.#text()
      case bsonType.int32:
        return String(this.#int32())
      case bsonType.double:
        this.#at += 8
        return numberText(this.#bytes.readDoubleLE(this.#at - 8))
      case bsonType.object:
        return this.#object()
      case bsonType.array:
        return this.#array()
      case bsonType.boolean:
        return this.#byte() === 1 ? 'true' : 'false'
      case bsonType.date:
        return dateText(Number(this.#int64()))
      default:
        return this.#foreign(type)
    }
  }

  /** A value that only other tools write. */
  #foreign(type: number): string {
    switch (type) {
      case bsonType.int64:
        return numberText(Number(this.#int64()))
      case bsonType.decimal: {
        const text = new Decimal128(this.#take(16)).toString()
        return decimalNumber.test(text) ? text : JSON.stringify(text)
      }
      case bsonType.objectId:
        return JSON.stringify(new ObjectId(this.#take(12)).toHexString())
      case bsonType.binary: {
        const length = this.#int32()
        const isUuid = uuidSubtypes.has(this.#byte()) && length === 16
        const bytes = this.#take(length)
        return JSON.stringify(isUuid ? uuidText(bytes.toString('hex')) : bytes.toString('base64'))
      }
      case bsonType.timestamp:
        return dateText(Number(this.#int64() >> 32n) * 1000)
      case bsonType.regex:
        return JSON.stringify(`/${JSON.parse(this.#name())}/${JSON.parse(this.#name())}`)
      case bsonType.pointer: {
        const text = this.#text()
        this.#at += 12
        return text
      }
      case bsonType.codeWithScope: {
        const end = this.#at + this.#int32()
        const text = this.#text()
        this.#at = end
        return text
      }
      default:
        return 'null' // null and undefined, and the least and the greatest key
    }
  }
}

/** As `jsonText` writes numbers: whole ones beyond 2^53 with an exponent. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value)
}

function dateText(milliseconds: number): string {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? 'null' : `"${date.toISOString()}"`
}

const uuidText = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
