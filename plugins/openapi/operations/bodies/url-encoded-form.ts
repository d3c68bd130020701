import { BadRequest } from '../../../../kernel/index.ts'
import { groupPairs, parseJsonOrNothing } from '../../../../lib/json/index.ts'
import type { Json } from '../../../../lib/json/index.ts'
import { readQueryString } from '../../../../lib/query/index.ts'
import type { FormEncoding, PropertyEncoding } from './form-encoding.ts'
import { isJsonType } from './media-types.ts'
import { writtenPairs } from '../parameters/query-text.ts'
import { anyShape } from '../shape.ts'
import type { ValueShape } from '../shape.ts'
import { readPairs, readValue } from '../parameters/styles.ts'
import type { WrittenPair, Writing } from '../parameters/styles.ts'

/** Fields of a form, and parts of a multipart body. */
export const maxFormFields = 1000

/** The name that no member of a body can have. */
const forbiddenName = '__proto__'

/** The value of a form by its schema, and the fields that are not written as the schema requires. */
export interface FormValue {
  value: Json
  problems: readonly { field: string; message: string }[]
}

/** A parsed body of `application/x-www-form-urlencoded`. */
export class UrlEncodedForm {
  readonly [member: string]: unknown
  readonly #pairs: readonly WrittenPair[]

  /** @throws BadRequest when the body is not such a form, or has too many fields */
  constructor(text: string) {
    // The parser puts U+FFFD in place of bytes that are not UTF-8.
    if (text.includes('\uFFFD')) throw new BadRequest('the body is not valid UTF-8, or contains U+FFFD unescaped')
    const count = text.split('&', maxFormFields + 1).length
    if (count > maxFormFields) throw new BadRequest(`a form has at most ${maxFormFields} fields`)
    this.#pairs = writtenPairs(text, readQueryString(text, 'field of the form'))
    if (this.#pairs.some(({ name }) => name === forbiddenName)) {
      throw new BadRequest(`the field name ${forbiddenName} is not allowed`)
    }
  }

  get isEmpty(): boolean {
    return this.#pairs.length === 0
  }

  /** Read the fields by the shape of the body's schema. */
  read(shape: ValueShape, encodings: FormEncoding): FormValue {
    const problems: { field: string; message: string }[] = []
    const values = new Map<string, Json>()
    const used = new Set<string>()
    for (const [name, member] of shape.members) {
      const value = this.#readProperty(name, member, shape, encodings.get(name), used)
      if (value === malformed) problems.push({ field: name, message: 'is not written as the document says' })
      else if (value !== undefined) values.set(name, value)
    }
    for (const [name, texts] of this.#others(used)) {
      const read = texts.map(text => readValue(text, shape.others ?? anyShape))
      values.set(name, read.length === 1 ? (read[0] ?? null) : read)
    }
    return { value: Object.fromEntries(values), problems }
  }

  #readProperty(
    name: string,
    shape: ValueShape,
    body: ValueShape,
    encoding: PropertyEncoding | undefined,
    used: Set<string>,
  ): Json | undefined | typeof malformed {
    const own = this.#pairs.filter(pair => pair.name === name)
    if (own.length > 0) used.add(name)
    if (own.length > 0 && isWrittenAsJson(shape, encoding)) return readJsonFields(own, shape)
    const style = encoding?.style ?? 'form'
    const writing: Writing = { style, explode: encoding?.explode ?? style === 'form', name }
    const isMember = (one: string): boolean => shape.members.has(one) && !body.members.has(one)
    const raw = readPairs(this.#pairs, writing, shape, isMember)
    if (raw === undefined) return undefined
    for (const pair of this.#pairs) {
      if (style === 'deepObject' ? pair.name.startsWith(`${name}[`) : isMember(pair.name)) used.add(pair.name)
    }
    return raw === null ? malformed : readValue(raw, shape)
  }

  #others(used: ReadonlySet<string>): Map<string, string[]> {
    return groupPairs(this.#pairs.flatMap(({ name, value }) => (used.has(name) ? [] : [[name, value]])))
  }
}

const malformed = Symbol('malformed')

/** Objects, and arrays of them, are JSON unless the document defines another encoding. */
function isWrittenAsJson({ structure, items }: ValueShape, encoding: PropertyEncoding | undefined): boolean {
  if (encoding?.contentTypes !== undefined) return encoding.contentTypes.some(isJsonType)
  return encoding?.style === undefined && (structure === 'object' || items?.structure === 'object')
}

function readJsonFields(fields: readonly WrittenPair[], { structure }: ValueShape): Json | typeof malformed {
  const values = fields.map(({ value }) => parseJsonOrNothing(value))
  const [only] = values
  if (values.includes(undefined)) return malformed
  if (values.length === 1 && (structure !== 'array' || Array.isArray(only))) return only ?? null
  return structure === 'array' ? values.filter(value => value !== undefined) : malformed
}
