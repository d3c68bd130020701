import { isKnownFormat, isOfType, translateLimits, translateNullable } from '../../../lib/json-schema/index.ts'
import { PatternRefused, readPattern } from '../../../lib/pattern/index.ts'
import { isObject, pointerTokens, valueAtPointer, pointerOfReference, mapValues } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { ProblemAt, pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'
import type { Located } from '../document/references.ts'
import { childrenOf } from './inheritance.ts'

/**
 * The purpose of a translation. In a `request`, `readOnly` properties are not required, in a `response`, `writeOnly` properties are not;
 * `stored` data has no `readOnly`; what is `writeOnly` or has the format `password` is kept as such, because the service's own routes show neither. `write-only` is for finding what answers never show: it keeps `writeOnly`, and includes the schemas that
 * extend the translated one.
 */
type SchemaUse = 'request' | 'response' | 'stored' | 'write-only'

/** Keywords with the same meaning in JSON Schema 2020-12. */
const sameMeaning = new Set(
  'title description type maximum minimum multipleOf maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties required enum default example'.split(
    ' ',
  ),
)
const schemaLists = ['allOf', 'anyOf', 'oneOf'] as const
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
/** Formats that describe how a value is displayed or stored, not which values are valid. */
const presentationFormats = new Set(['int64', 'float', 'double', 'binary', 'password'])

/**
 * Translates Schema Objects of OpenAPI 3.0.3 (https://spec.openapis.org/oas/v3.0.3#schema-object) to JSON Schema 2020-12. Every result is
 * self-contained: the schemas that it refers to are in its `$defs`.
 */
export class SchemaTranslator {
  readonly #document: JsonObject
  readonly #children: ReadonlyMap<string, readonly string[]>

  constructor(document: JsonObject) {
    this.#document = document
    this.#children = childrenOf(document)
  }

  /**
   * @param pointer pointer of the Schema Object or of a reference to one
   * @throws ProblemAt for parts that cannot be translated
   */
  translate(pointer: string, use: SchemaUse): JsonObject {
    const translation = new Translation(this.#document, this.#children, use)
    const schema = translation.selected(follow(this.#document, pointer))
    const { definitions } = translation
    if (definitions.size === 0) return schema
    const translated = [...definitions.values()].map(({ name, schema: inner }): [string, Json] => [name, inner])
    return { ...schema, $defs: Object.fromEntries(translated) }
  }
}

interface Definition {
  name: string
  schema: JsonObject
}

/** One run of the translation, with the definitions found so far. */
class Translation {
  readonly #document: JsonObject
  readonly #children: ReadonlyMap<string, readonly string[]>
  readonly #use: SchemaUse
  readonly definitions = new Map<string, Definition>()

  constructor(document: JsonObject, children: ReadonlyMap<string, readonly string[]>, use: SchemaUse) {
    this.#document = document
    this.#children = children
    this.#use = use
  }

  /** The schema of a value that is nothing else: that of a component with the schemas that extend it. */
  selected({ value, pointer }: Located): JsonObject {
    const schema = this.schema(value, pointer)
    const rules = this.#rules({ value, pointer }, this.#children.get(pointer) ?? [])
    if (rules.length === 0) return schema
    return { ...schema, allOf: [...(Array.isArray(schema['allOf']) ? schema['allOf'] : []), ...rules] }
  }

  /** @param isBase whether it is in the `allOf` of a schema that extends it, where its discriminator must not be applied again */
  schema(value: Json | undefined, pointer: string, isBase = false): JsonObject {
    if (!isObject(value)) throw new ProblemAt(pointer, 'must be a Schema Object')
    const reference = value['$ref']
    const keepsMarks = this.#use === 'write-only' || this.#use === 'stored'
    const isHidden = keepsMarks && value['writeOnly'] === true
    if (typeof reference === 'string') {
      const target = this.#reference(pointerOfReference(reference), isBase)
      return isHidden ? { allOf: [target], writeOnly: true } : target // in 3.0 it has no meaning next to `$ref`, but its author means it
    }
    const result: JsonObject = isHidden ? { writeOnly: true } : {}
    for (const [name, inner] of Object.entries(value)) {
      // Our keywords apply to stored data; requests and answers follow only the document.
      if (sameMeaning.has(name) || (this.#use === 'stored' && name.startsWith('x-'))) result[name] = inner
    }
    checkEnum(value, pointer)
    if (typeof value['pattern'] === 'string')
      result['pattern'] = patternAt(value['pattern'], pointTo(pointer, 'pattern'))
    translateLimits(value, result)
    this.#format(value, result)
    this.#parts(value, pointer, result)
    this.#required(value, pointer, result)
    translateNullable(value, result)
    return result
  }

  #format({ format }: JsonObject, result: JsonObject): void {
    if (format === 'binary' && this.#use === 'request') result['x-binary'] = true
    if (format === 'password' && this.#use === 'stored') result['format'] = format
    if (typeof format !== 'string' || presentationFormats.has(format)) return
    if (format === 'int32') {
      result['minimum'] ??= int32.minimum
      result['maximum'] ??= int32.maximum
    } else if (isKnownFormat(format)) result['format'] = format
  }

  #parts(value: JsonObject, pointer: string, result: JsonObject): void {
    const { properties, items, additionalProperties, not } = value
    const at = (...tokens: (string | number)[]): string => pointTo(pointer, ...tokens)
    if (isObject(properties)) {
      result['properties'] = mapValues(properties, (one, name) => this.schema(one, at('properties', name)))
    }
    if (items !== undefined) result['items'] = this.schema(items, at('items'))
    if (not !== undefined) result['not'] = this.schema(not, at('not'))
    if (typeof additionalProperties === 'boolean') result['additionalProperties'] = additionalProperties
    else if (additionalProperties !== undefined) {
      result['additionalProperties'] = this.schema(additionalProperties, at('additionalProperties'))
    }
    for (const list of schemaLists) {
      const schemas = value[list]
      if (!Array.isArray(schemas)) continue
      const translated = schemas.map((one, index) => this.#alternative(value, list, one, at(list, index)))
      result[list] = list === 'oneOf' && this.#use === 'stored' ? translateChoices(translated) : translated
    }
  }

  /** A member of `allOf`, `anyOf` or `oneOf`; if a discriminator selects one of them, it is the only one that matches. */
  #alternative(parent: JsonObject, list: (typeof schemaLists)[number], value: Json, pointer: string): JsonObject {
    const schema = this.schema(value, pointer, list === 'allOf')
    const { discriminator } = parent
    if (list === 'allOf' || !isObject(discriminator) || !isObject(value)) return schema
    const property = discriminator['propertyName']
    const reference = value['$ref']
    if (typeof property !== 'string' || typeof reference !== 'string') return schema
    return { allOf: [schema, namedBy(property, this.#namesOf(discriminator, property, pointerOfReference(reference)))] }
  }

  #required(value: JsonObject, pointer: string, result: JsonObject): void {
    if (!Array.isArray(value['required'])) return
    const left = value['required'].filter(name => typeof name !== 'string' || !this.#mayBeMissing(value, pointer, name))
    if (left.length === 0) delete result['required']
    else result['required'] = left
  }

  #mayBeMissing({ properties }: JsonObject, pointer: string, name: string): boolean {
    if (!isObject(properties) || properties[name] === undefined) return false
    const { value } = follow(this.#document, pointTo(pointer, 'properties', name))
    const isRequest = this.#use === 'request' || this.#use === 'stored'
    return (isRequest && value['readOnly'] === true) || (this.#use === 'response' && value['writeOnly'] === true)
  }

  #reference(pointer: string, isBase: boolean): JsonObject {
    const located = follow(this.#document, pointer)
    const children = isBase ? [] : (this.#children.get(located.pointer) ?? [])
    const base = this.#define(located.pointer, located.pointer, () => this.schema(located.value, located.pointer))
    if (children.length === 0) return base
    return this.#define(`${located.pointer}#chosen`, located.pointer, () => ({
      allOf: [base, ...this.#rules(located, children)],
    }))
  }

  /**
   * For a schema that others extend by `allOf`: its discriminator selects the one by which a value is checked. A value that names none of them is
   * refused (3.0.3, Discriminator Object).
   */
  #rules({ value: base, pointer }: Located, children: readonly string[]): JsonObject[] {
    const { discriminator } = base
    if (!isObject(discriminator) || children.length === 0) return []
    const { propertyName: property, mapping } = discriminator
    if (typeof property !== 'string') return []
    const named = children.map(child => ({ child, names: this.#namesOf(discriminator, property, child) }))
    const rules = named.map(({ child, names }): JsonObject => {
      const located = follow(this.#document, child)
      const then = this.#define(located.pointer, located.pointer, () => this.schema(located.value, located.pointer))
      return { if: namedBy(property, names), then }
    })
    const known = [
      ...this.#namesOf(discriminator, property, pointer),
      ...named.flatMap(({ names }) => names),
      ...Object.keys(isObject(mapping) ? mapping : {}),
    ]
    return [...rules, { properties: { [property]: { enum: [...new Set(known)] } } }]
  }

  /** The values of a discriminator for a schema: those in its mapping, else those that the schema itself allows, else its name. */
  #namesOf(discriminator: JsonObject, property: string, pointer: string): Json[] {
    const mapped = mappedTo(discriminator, pointer)
    if (mapped.length > 0) return mapped
    const name = pointer.split('/').at(-1) ?? ''
    const own = this.#valuesOf(property, pointer)
    return own.length === 0 || own.includes(name) ? [name] : own
  }

  /** The values that a schema itself enumerates for a property, or an inline part of its `allOf`. */
  #valuesOf(property: string, pointer: string): Json[] {
    const { value, pointer: at } = follow(this.#document, pointer)
    const { properties, allOf } = value
    if (isObject(properties) && Object.hasOwn(properties, property)) {
      const { enum: values, const: one } = follow(this.#document, pointTo(at, 'properties', property)).value
      if (Array.isArray(values)) return values
      if (one !== undefined) return [one]
    }
    if (!Array.isArray(allOf)) return []
    return allOf.flatMap((part, index) =>
      isObject(part) && part['$ref'] === undefined ? this.#valuesOf(property, pointTo(at, 'allOf', index)) : [],
    )
  }

  #define(key: string, pointer: string, make: () => JsonObject): JsonObject {
    const known = this.definitions.get(key)
    const definition = known ?? { name: this.#nameOf(pointer), schema: {} }
    if (known === undefined) {
      this.definitions.set(key, definition)
      Object.assign(definition.schema, make())
    }
    return { $ref: `#/$defs/${definition.name}` }
  }

  #nameOf(pointer: string): string {
    const plain = (pointer.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'schema'
    const taken = new Set([...this.definitions.values()].map(({ name }) => name))
    let name = plain
    for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`
    return name
  }
}

/** @throws ProblemAt for a pattern that is not valid, or cannot be run */
function patternAt(pattern: string, pointer: string): string {
  try {
    return readPattern(pattern)
  } catch (error) {
    if (error instanceof PatternRefused) throw new ProblemAt(pointer, `the pattern ${error.message}`)
    throw error
  }
}

/**
 * Values that lost their quotes in YAML: every request would be refused.
 * @throws ProblemAt if no value is of the type, null aside
 */
function checkEnum({ type, enum: values }: JsonObject, pointer: string): void {
  if (typeof type !== 'string' || !Array.isArray(values)) return
  const given = values.filter(value => value !== null)
  if (given.length === 0 || given.some(value => isOfType(value, type))) return
  const advice = type === 'string' ? '; in quotes they are texts' : ''
  throw new ProblemAt(pointTo(pointer, 'enum'), `no value is of the type ${type}${advice}`)
}

/**
 * Choices with titles. OpenAPI 3.0, which has no `const`, writes them as alternatives that each enumerate one value.
 * @returns the alternatives, with `const` if all of them are such choices
 */
function translateChoices(alternatives: readonly JsonObject[]): JsonObject[] {
  const choices = alternatives.map(({ enum: values, ...rest }) => {
    const [value, ...others] = Array.isArray(values) ? values : []
    return value === undefined || others.length > 0 ? undefined : { const: value, ...rest }
  })
  return choices.every(choice => choice !== undefined) ? choices : [...alternatives]
}

/** The discriminator of the object names one of these. */
const namedBy = (property: string, names: readonly Json[]): JsonObject => ({
  type: 'object',
  required: [property],
  properties: { [property]: { enum: [...names] } },
})

/** The values in the mapping of a discriminator for a schema. */
function mappedTo({ mapping }: JsonObject, pointer: string): string[] {
  if (!isObject(mapping)) return []
  const name = pointer.split('/').at(-1) ?? ''
  return Object.entries(mapping)
    .filter(([, target]) => target === name || (typeof target === 'string' && pointerOfReference(target) === pointer))
    .map(([value]) => value)
}

/** The schema of a component by its name. */
export const componentPointer = (name: string): string => pointTo('', 'components', 'schemas', name)

/** The name of the component that a schema refers to; undefined for an inline schema. */
export function componentOf(document: JsonObject, pointer: string): string | undefined {
  const value = valueAtPointer(document, pointer)
  const reference = isObject(value) ? value['$ref'] : undefined
  if (typeof reference !== 'string') return undefined
  const located = follow(document, pointer)
  const [components, schemas, name, ...rest] = pointerTokens(located.pointer)
  return components === 'components' && schemas === 'schemas' && rest.length === 0 ? name : undefined
}
