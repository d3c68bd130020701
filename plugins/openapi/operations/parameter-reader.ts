import type { FastifyRequest } from 'fastify'
import { compileSchema, isObject, parseJson, queryPairs, ValidationFailed } from '../../../kernel/index.ts'
import type { Json, JsonObject, ValidationFailure } from '../../../kernel/index.ts'
import { scalarReader } from './scalars.ts'
import type { Parameter } from './parameters.ts'
import { readPairs, readText } from './styles.ts'
import type { RawValue, Structure } from './styles.ts'

/** Reads the parameters of a request. @throws ValidationFailed naming every parameter that is wrong */
export type ParameterReader = (request: FastifyRequest) => Record<string, Json>

/** The value of one parameter as it was written; `null` for one that is not written as it should be. */
type Take = (request: FastifyRequest) => Json | undefined | typeof malformed

const malformed = Symbol('malformed')

/**
 * Compile the parameters of an operation to a function that reads, converts and validates them.
 * @param pathNames names of the path's parameters, by the name that the router knows each by
 * @param further query parameters that are taken besides, whose values others read
 */
export function parameterReader(
  parameters: readonly Parameter[],
  pathNames: ReadonlyMap<string, string>,
  further: (name: string) => boolean,
): ParameterReader {
  const takes = parameters.map(parameter => takeOf(parameter, pathNames))
  const isKnown = knownQueryNames(parameters, further)
  const validate = validatorOf(parameters)
  return request => {
    const values: Record<string, Json> = {}
    const failures: ValidationFailure[] = []
    checkQueryNames(request, isKnown, failures)
    for (const [index, parameter] of parameters.entries()) {
      const value = takes[index]?.(request)
      const { name, required, defaultValue, valueName } = parameter
      if (value === malformed) failures.push(failure(parameter, 'is not written as the document says'))
      else if (value !== undefined) values[valueName] = value
      else if (required) failures.push(failure(parameter, 'is required'))
      else if (defaultValue !== undefined) values[valueName] = defaultValue
      if (value === undefined || value === malformed) continue
      for (const { field, message } of validate(index, value)) {
        const place = field === '' ? '' : field.startsWith('[') ? field : `.${field}`
        failures.push({ ...failure(parameter, message), field: `${name}${place}` })
      }
    }
    if (failures.length > 0) throw new ValidationFailed(failures, ({ field, message }) => `${field} ${message}`)
    return values
  }
}

const failure = ({ name, in: location }: Parameter, message: string): ValidationFailure => ({
  pointer: '',
  field: name,
  message: `(${location}) ${message}`,
  code: 'parameter',
})

/** One schema for all of them, so that their definitions are compiled together. */
function validatorOf(parameters: readonly Parameter[]): (index: number, value: Json) => ValidationFailure[] {
  const compiled = parameters.map(({ schema }) => {
    const { $defs, ...inner } = schema
    const properties = { value: inner }
    return compileSchema({ type: 'object', properties, ...($defs === undefined ? {} : { $defs }) }).validate
  })
  return (index, value) =>
    (compiled[index]?.({ value }) ?? []).map(one => ({ ...one, field: one.field.replace(/^value\.?/, '') }))
}

function takeOf(parameter: Parameter, pathNames: ReadonlyMap<string, string>): Take {
  const raw = rawTake(parameter, pathNames)
  if (parameter.style === undefined) return request => fromJson(raw(request))
  const convert = converter(parameter.schema)
  const { allowEmpty } = parameter
  return request => {
    const value = raw(request)
    if (value === undefined || value === malformed) return value
    if (value === '' && parameter.in === 'query' && allowEmpty) return ''
    return convert(value)
  }
}

function rawTake(
  parameter: Parameter,
  pathNames: ReadonlyMap<string, string>,
): (request: FastifyRequest) => RawValue | undefined | typeof malformed {
  const { name, in: location, style = 'form', explode, schema } = parameter
  const structure = parameter.style === undefined ? 'scalar' : structureOf(schema)
  const written = {
    style: parameter.style === undefined && location !== 'query' ? ('simple' as const) : style,
    explode,
    name,
  }
  if (location === 'query') {
    const members = Object.keys(isObject(schema['properties']) ? schema['properties'] : {})
    return request => {
      const value = readPairs(queryPairs(request), written, structure, members)
      return value === null ? malformed : value
    }
  }
  const key = location === 'path' ? (pathNames.get(name) ?? name) : name.toLowerCase()
  return request => {
    const source: unknown = location === 'path' ? request.params : request.headers
    const text = isTexts(source) ? source[key] : undefined
    if (text === undefined) return undefined
    return readText(Array.isArray(text) ? text.join(',') : text, written, structure) ?? malformed
  }
}

const isTexts = (value: unknown): value is Record<string, string | string[] | undefined> =>
  typeof value === 'object' && value !== null

function fromJson(text: RawValue | undefined | typeof malformed): Json | undefined | typeof malformed {
  if (typeof text !== 'string') return text === undefined ? undefined : malformed
  try {
    return parseJson(text)
  } catch {
    return malformed // whatever is wrong with it, it is no JSON
  }
}

/** Converts texts by the schema of the value: members and items of what is an object or an array each by its own. */
function converter(schema: JsonObject): (value: RawValue) => Json {
  const readItem = scalarReader(isObject(schema['items']) ? schema['items'] : {}, schema)
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const readers = new Map(
    Object.entries(properties).map(([name, one]) => [name, scalarReader(isObject(one) ? one : {}, schema)]),
  )
  const readAny = scalarReader({}, schema)
  const read = scalarReader(schema, schema)
  return value => {
    if (typeof value === 'string') return read(value)
    if (Array.isArray(value)) return value.map(readItem)
    return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, (readers.get(name) ?? readAny)(text)]))
  }
}

function structureOf(schema: JsonObject): Structure {
  const types = new Set([schema['type']].flat())
  if (types.has('array')) return 'array'
  return types.has('object') || isObject(schema['properties']) ? 'object' : 'scalar'
}

function knownQueryNames(
  parameters: readonly Parameter[],
  further: (name: string) => boolean,
): (name: string) => boolean {
  const names = new Set<string>()
  const prefixes: string[] = []
  let takesAll = false
  for (const { name, in: location, style, explode, schema } of parameters) {
    if (location !== 'query') continue
    if (style === 'deepObject') prefixes.push(`${name}[`)
    else if (style === 'form' && explode && structureOf(schema) === 'object') {
      for (const member of Object.keys(isObject(schema['properties']) ? schema['properties'] : {})) names.add(member)
      takesAll ||= schema['additionalProperties'] !== false && !isObject(schema['properties'])
    } else names.add(name)
  }
  return name => takesAll || names.has(name) || prefixes.some(prefix => name.startsWith(prefix)) || further(name)
}

function checkQueryNames(
  request: FastifyRequest,
  isKnown: (name: string) => boolean,
  failures: ValidationFailure[],
): void {
  const unknown = new Set(queryPairs(request).flatMap(([name]) => (isKnown(name) ? [] : [name])))
  for (const name of unknown) {
    failures.push({ pointer: '', field: name, message: '(query) is not known', code: 'parameter' })
  }
}
