import { InvalidInput } from '../../errors/index.ts'
import { isObject, pointerOf, pointerToken, setOwn } from '../../json/index.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import { checkLimits, nameProblem } from '../check/check-schema.ts'
import { Problems } from '../check/problems.ts'
import { publishedPattern } from '../check/schema-patterns.ts'
import { readSchema } from '../compile-schema.ts'
import { isKnownFormat } from '../compile/format-names.ts'
import { dialectOf, keywords } from '../tree/dialects.ts'
import type { Dialect, KeywordShape } from '../tree/dialects.ts'
import { valueProblem } from '../tree/keyword-values.ts'
import { mapInner, mapSchemas } from '../tree/map-schemas.ts'
import { modernForm, translateLimits, translateNullable } from './old-forms.ts'

/** A keyword that was left out: it, or its `format`, is not supported. */
export interface DroppedKeyword {
  /** JSON Pointer to the keyword in the given schema. */
  pointer: string
  keyword: string
  value: Json
}

/** A part of a schema that was written in another form. */
export interface RewrittenPart {
  /** JSON Pointer to the part in the given schema. */
  pointer: string
  code: keyof typeof messages
  /** What was done, and why. */
  message: string
}

interface RewrittenSchema {
  schema: JsonObject
  dropped: DroppedKeyword[]
  rewritten: RewrittenPart[]
}

const messages = {
  draft: 'is read as the nearest draft that is supported',
  'exclusive-limit': 'is a number since draft-06, in place of the limit',
  id: 'is called $id (or $anchor) since draft-06, and left out where nothing refers to it',
  'required-flag': 'is named in the "required" of the object that contains it',
  'item-list': 'is called prefixItems in 2020-12, and additionalItems items',
  nullable: 'is written as the type null',
  type: 'is left out where it allows any value, and written as anyOf where it lists schemas',
  'number-text': 'is written as a number, not as a text',
  'recursive-reference': 'is written as $ref to the root',
  pattern: 'is left out: the pattern cannot be run here',
  'property-name': 'is left out: a property cannot have this name',
  wrapped: 'is not the schema of an object: it is put into the property "value"',
} as const

/**
 * Rewrite a schema that was published elsewhere so that types take it: draft-03 to 2019-09 and components of OpenAPI 3.0 in the forms of draft-07 or
 * 2020-12, a root that allows no object inside of an object, and without keywords and formats that are not known. What cannot be rewritten stays, and is
 * refused when the schema is compiled.
 * @throws `InvalidInput` for a schema that is too large
 */
export function rewriteSchema(given: JsonObject): RewrittenSchema {
  const problems = new Problems('schema')
  checkLimits(given, JSON.stringify(given), problems)
  problems.refuse()
  const rewriter = new Rewriter(given)
  const schema = rewriter.rewrite()
  if (!isRefusedAsRoot(schema)) return { schema, ...rewriter.report }
  rewriter.note('wrapped', '')
  return { schema: wrap(schema), ...rewriter.report }
}

function isRefusedAsRoot(schema: JsonObject): boolean {
  try {
    readSchema(schema)
    return false
  } catch (error) {
    if (error instanceof InvalidInput) return error.problems.some(({ code }) => code === 'root-type')
    throw error
  }
}

/** Annotations: a value that is not valid changes nothing but what people see. */
const annotations: ReadonlySet<string> = new Set(
  '$id $comment title description examples deprecated readOnly writeOnly contentMediaType contentEncoding'.split(' '),
)

class Rewriter {
  readonly report: Omit<RewrittenSchema, 'schema'> = { dropped: [], rewritten: [] }
  readonly #given: JsonObject
  readonly #dialect: Dialect
  readonly #shapes: ReadonlyMap<string, KeywordShape>
  readonly #references: readonly string[]

  constructor(given: JsonObject) {
    this.#given = given
    this.#dialect = nearestDialect(given['$schema'])
    this.#shapes = keywords[this.#dialect]
    this.#references = referencesIn(given)
  }

  rewrite(): JsonObject {
    const { $schema, ...schema } = this.#given
    const rewritten = this.#object(schema, '')
    const isKept = $schema === undefined || (typeof $schema === 'string' && dialectOf($schema) === this.#dialect)
    if (!isKept) this.note('draft', '/$schema')
    const uri = isKept ? $schema : this.#dialect === 'draft-07' ? 'http://json-schema.org/draft-07/schema#' : undefined
    return uri === undefined ? rewritten : { $schema: uri, ...rewritten }
  }

  note(code: keyof typeof messages, pointer: string): void {
    this.report.rewritten.push({ pointer, code, message: messages[code] })
  }

  #schema(schema: Json, pointer: string): Json {
    return isObject(schema) ? this.#object(schema, pointer) : schema
  }

  #object(schema: JsonObject, pointer: string): JsonObject {
    const result: JsonObject = {}
    for (const [key, value] of Object.entries(schema)) {
      const at = `${pointer}/${pointerToken(key)}`
      const shape = this.#shapes.get(key)
      if (modernForm(key, value, this.#dialect) !== undefined || isIdWithFragment(key, value, this.#dialect))
        this.#oldForm(key, value, schema, result, at)
      else if (key === '$schema') this.note('draft', at)
      else if (this.#isUnknown(key, shape, value)) this.report.dropped.push({ pointer: at, keyword: key, value })
      else if (shape === 'pattern' && !canRun(value)) this.note('pattern', at)
      else if (isNumberText(shape, value)) this.#number(key, value, result, at)
      else setOwn(result, key, this.#inside(shape, key, value, at))
    }
    this.#require(schema, result)
    translateLimits(schema, result)
    return schema['nullable'] === true ? nullableSchema(schema, result) : result
  }

  /** Whether a keyword is left out: an unknown one, an unknown `format` or `type`, or an annotation with a value that it cannot have. */
  #isUnknown(key: string, shape: KeywordShape | undefined, value: Json): boolean {
    if (shape === undefined) return !key.startsWith('x-')
    if (shape === 'format') return typeof value !== 'string' || !isKnownFormat(value)
    if (shape === 'types' && typeof value === 'string') return valueProblem(shape, value) !== undefined
    const isByLanguage = (key === 'title' || key === 'description') && isObject(value)
    return annotations.has(key) && !isByLanguage && valueProblem(shape, value) !== undefined
  }

  /** The schemas in the value of a keyword. */
  #inside(shape: KeywordShape | undefined, key: string, value: Json, pointer: string): Json {
    const kept = isObject(value) ? this.#possible(key, value, pointer) : value
    return mapInner(shape, kept, (schema, path) => this.#schema(schema, pointer + pointerOf(path)))
  }

  /** The schemas by name without those whose name is not possible. */
  #possible(key: string, schemas: JsonObject, pointer: string): JsonObject {
    const isPossible = (name: string): boolean => {
      const fault =
        key === 'properties' && nameProblem(name) !== undefined
          ? 'property-name'
          : key === 'patternProperties' && !canRun(name)
            ? 'pattern'
            : undefined
      if (fault !== undefined) this.note(fault, pointer + pointerOf([name]))
      return fault === undefined
    }
    return Object.fromEntries(Object.entries(schemas).filter(([name]) => isPossible(name)))
  }

  #list(schemas: readonly Json[], pointer: string): Json[] {
    return schemas.map((schema, index) => this.#schema(schema, `${pointer}/${index}`))
  }

  #number(key: string, text: string, result: JsonObject, at: string): void {
    this.note('number-text', at)
    result[key] = Number(text)
  }

  #oldForm(key: string, value: Json, schema: JsonObject, result: JsonObject, at: string): void {
    switch (key) {
      case 'items':
        this.note('item-list', at)
        if (Array.isArray(value) && value.length > 0) result['prefixItems'] = this.#list(value, at)
        return
      case 'additionalItems': // means nothing without a list of items
        this.note('item-list', at)
        if (Array.isArray(schema['items'])) result['items'] = this.#schema(value, at)
        return
      case 'id':
      case '$id':
        this.note('id', at)
        return this.#identify(String(value), result, at)
      case 'type':
        this.note('type', at)
        return this.#types(value, result, at)
      case '$recursiveRef':
        result['$ref'] ??= '#'
        return this.note('recursive-reference', at)
      case '$recursiveAnchor':
        return this.note('recursive-reference', at)
      case 'nullable':
        return this.note('nullable', at)
      case 'required':
        return this.note('required-flag', at)
      default:
        return this.note('exclusive-limit', at)
    }
  }

  #identify(id: string, result: JsonObject, at: string): void {
    const isFragment = id.startsWith('#')
    const isRoot = at === '/id' && !isFragment
    const isNamed = (reference: string): boolean =>
      isFragment ? reference.endsWith(id) : (reference.split('#')[0] ?? '').endsWith(id)
    if (!isRoot && !this.#references.some(isNamed)) return
    const isAnchor = this.#dialect === '2020-12' && isFragment
    const [key, value] = isAnchor ? ['$anchor', id.slice(1)] : ['$id', id]
    const shape = this.#shapes.get(key)
    if (shape !== undefined && valueProblem(shape, value) === undefined) result[key] = value
  }

  #types(value: Json, result: JsonObject, at: string): void {
    if (!Array.isArray(value) || value.includes('any')) return
    const alternatives = value.map((one, index): Json =>
      isObject(one) ? this.#schema(one, `${at}/${index}`) : { type: one },
    )
    result['allOf'] = [...(Array.isArray(result['allOf']) ? result['allOf'] : []), { anyOf: alternatives }]
  }

  /** Require properties that are marked as required in their own schemas, and none that was left out. */
  #require({ properties, required, patternProperties }: JsonObject, result: JsonObject): void {
    const declared = isObject(properties) ? Object.entries(properties) : []
    const flagged = declared.filter(([, one]) => isObject(one) && one['required'] === true).map(([name]) => name)
    const names = [...(Array.isArray(required) ? required : []), ...flagged]
    const left = names.filter(name => typeof name !== 'string' || nameProblem(name) === undefined)
    if (flagged.length > 0 || left.length < names.length) result['required'] = [...new Set(left)]
    // What a pattern would have allowed that cannot be run is allowed.
    if (!isObject(patternProperties) || Object.keys(patternProperties).every(canRun)) return
    delete result['additionalProperties']
    delete result['unevaluatedProperties']
  }
}

/** The supported dialect in which a schema means the same, or nearly. */
function nearestDialect(uri: Json | undefined): Dialect {
  if (typeof uri !== 'string') return '2020-12'
  return dialectOf(uri) ?? (/draft-0[3-6]/.test(uri) ? 'draft-07' : '2020-12')
}

/** An `$id` names a document: one with a fragment is not possible, except that in draft-07 a fragment alone names a place. */
const isIdWithFragment = (key: string, value: Json, dialect: Dialect): boolean =>
  key === '$id' && typeof value === 'string' && (dialect === '2020-12' ? /#./ : /.#./).test(value)

const isNumberText = (shape: KeywordShape | undefined, value: Json): value is string =>
  typeof value === 'string' &&
  (shape === 'number' || shape === 'positive' || shape === 'count') &&
  String(Number(value)) === value &&
  valueProblem(shape, Number(value)) === undefined

/** What is no text is refused as what it is. */
const canRun = (pattern: Json): boolean => typeof pattern !== 'string' || publishedPattern(pattern) !== undefined

const besideNull: ReadonlySet<string> = new Set(
  '$id $schema $anchor $defs definitions title description default example examples deprecated readOnly writeOnly'.split(
    ' ',
  ),
)

/** A schema that allows null in addition. */
function nullableSchema(schema: JsonObject, rewritten: JsonObject): JsonObject {
  const result = { ...rewritten }
  translateNullable(schema, result)
  const { type, enum: values } = result
  if (typeof schema['type'] === 'string') return result
  if (Array.isArray(type) || values !== undefined) {
    if (Array.isArray(type) && !type.includes('null')) result['type'] = [...type, 'null']
    if (Array.isArray(values) && !values.includes(null)) result['enum'] = [...values, null]
    return result
  }
  const isOutside = (key: string): boolean => besideNull.has(key) || key.startsWith('x-')
  const entries = Object.entries(result)
  const inner = entries.filter(([key]) => !isOutside(key))
  if (inner.length === 0) return result
  const outer = Object.fromEntries(entries.filter(([key]) => isOutside(key)))
  return { ...outer, anyOf: [Object.fromEntries(inner), { type: 'null' }] }
}

const hoisted = ['$schema', '$id', '$comment', 'title', 'description', '$defs', 'definitions'] as const

/** An object whose one property is what the schema describes. */
function wrap(schema: JsonObject): JsonObject {
  const inner = movedReferences(schema)
  const outer: JsonObject = {}
  for (const key of hoisted) {
    const value = inner[key]
    if (value === undefined) continue
    outer[key] = value
    delete inner[key]
  }
  return { ...outer, type: 'object', properties: { value: inner }, required: ['value'] }
}

/** Call a function with the text of each `$ref`, and put its answer in the place. */
const mapReferences = (schema: JsonObject, change: (reference: string) => string): JsonObject =>
  mapSchemas(schema, one => (typeof one['$ref'] === 'string' ? { ...one, $ref: change(one['$ref']) } : one))

/** References to what is in the property `value` now. */
const movedReferences = (schema: JsonObject): JsonObject =>
  mapReferences(schema, reference => {
    const isMoved = /^#(?:$|\/(?!\$defs\/|definitions\/))/.test(reference)
    return isMoved ? `#/properties/value${reference.slice(1)}` : reference
  })

function referencesIn(schema: JsonObject): string[] {
  const found: string[] = []
  mapReferences(schema, reference => {
    found.push(reference)
    return reference
  })
  return found
}
