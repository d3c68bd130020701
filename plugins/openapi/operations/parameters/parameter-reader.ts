import type { FastifyRequest } from 'fastify'
import { BadRequest, queryPairs } from '../../../../kernel/index.ts'
import type { ValidationFailure } from '../../../../lib/json-schema/index.ts'
import { isRecord, parseJsonOrNothing } from '../../../../lib/json/index.ts'
import type { Json } from '../../../../lib/json/index.ts'
import { documentValidatorOf } from '../../schemas/validator.ts'
import type { RoutePath } from './path.ts'
import type { Parameter } from './parameters.ts'
import { queryReader } from './query-text.ts'
import { shapeOf } from '../shape.ts'
import type { ValueShape } from '../shape.ts'
import { isDecoded, readPairs, readText, readValue } from './styles.ts'
import type { RawValue, WrittenPair, Writing } from './styles.ts'

/** Reads the parameters of a request. @throws BadRequest naming every invalid parameter, and its location */
type ParameterReader = (request: FastifyRequest) => Record<string, Json>

/** The input for compiling a reader. */
interface ReadParameters {
  /** The values where no parameter has one. */
  defaults: Readonly<Record<string, Json>>
  parameters: readonly Parameter[]
  route: RoutePath
  /** Whether a query parameter of this name is read elsewhere. */
  isReadElsewhere: (name: string) => boolean
  /** Parameters whose schemas this query parameter disables when it is `true`: names of values. */
  freed: { by: string | undefined; valueNames: ReadonlySet<string> }
}

/** The value of one parameter as written. */
type Take = (request: FastifyRequest, query: readonly WrittenPair[]) => RawValue | undefined | typeof malformed

const malformed = Symbol('malformed')

/** A parameter, compiled. */
interface CompiledParameter extends Parameter {
  shape: ValueShape
  take: Take
  validate: (value: Json) => ValidationFailure[]
}

/** Compile the parameters of an operation to a function that reads, converts and validates them. */
export function parameterReader(options: ReadParameters): ParameterReader {
  const { route, isReadElsewhere, freed } = options
  const shaped = options.parameters.map(parameter => ({
    ...parameter,
    shape: shapeOf(parameter.schema, parameter.schema),
  }))
  const compiled = shaped.map((parameter): CompiledParameter => ({
    ...parameter,
    take: takeOf(parameter, route, memberTest(parameter, shaped)),
    validate: documentValidatorOf(parameter.schema),
  }))
  const readQuery = queryReader(isReadElsewhere)
  const isKnown = knownQueryNames(shaped)
  return request => {
    const values: Record<string, Json> = { ...options.defaults }
    const failures: string[] = []
    const query = readQuery(request)
    for (const name of new Set(query.map(pair => pair.name))) {
      if (!isKnown(name)) failures.push(`${name} (query) is not known`)
    }
    const isFree =
      freed.by !== undefined && queryPairs(request).some(([name, value]) => name === freed.by && value === 'true')
    for (const parameter of compiled) {
      const value =
        isFree && freed.valueNames.has(parameter.valueName)
          ? rawText(request, parameter, route)
          : readOne(parameter, request, query, failures)
      if (value !== undefined) values[parameter.valueName] = value
    }
    if (failures.length > 0)
      throw new BadRequest(failures.slice(0, maxNamedFailures).join('; '), { code: 'invalid-parameter' })
    return values
  }
}

const maxNamedFailures = 50

function readOne(
  parameter: CompiledParameter,
  request: FastifyRequest,
  query: readonly WrittenPair[],
  failures: string[],
): Json | undefined {
  const { name, in: location, required, allowEmpty, defaultValue, shape } = parameter
  const fail = (message: string): undefined => void failures.push(`${name} (${location}) ${message}`)
  const raw = parameter.take(request, query)
  if (raw === malformed) return fail('is not written as the document says')
  if (raw === undefined) return required ? fail('is required') : defaultValue
  if (location === 'query' && isEmpty(raw)) {
    if (allowEmpty) return shape.structure === 'array' ? [] : ''
    return fail('must not be empty')
  }
  const value = parameter.style === undefined ? fromJson(raw) : readValue(raw, shape)
  if (value === malformed) return fail('is not valid JSON')
  for (const { field, message } of parameter.validate(value)) {
    failures.push(`${name}${placeOf(field)} (${location}) ${message}`)
  }
  return value
}

const isEmpty = (raw: RawValue): boolean =>
  raw === '' || (Array.isArray(raw) && (raw.length === 0 || (raw.length === 1 && raw[0] === '')))

const placeOf = (field: string): string => (field === '' || field.startsWith('[') ? field : `.${field}`)

function takeOf(
  parameter: Parameter & { shape: ValueShape },
  route: RoutePath,
  isMember: (name: string) => boolean,
): Take {
  const { name, in: location, style, explode } = parameter
  const shape = style === undefined ? scalar : parameter.shape
  const writing: Writing = { style: style ?? (location === 'query' ? 'form' : 'simple'), explode, name }
  if (location === 'query') {
    return (_request, query) => {
      const value = readPairs(parameter.allowReserved ? withPluses(query) : query, writing, shape, isMember)
      return value === null ? malformed : value
    }
  }
  if (location === 'header') {
    const key = name.toLowerCase()
    return request => {
      const text = [request.headers[key] ?? []].flat().join(',')
      if (request.headers[key] === undefined) return undefined
      return readText({ text, decode: part => part.trim() }, writing, shape) ?? malformed
    }
  }
  const isPlain = shape.structure === 'scalar' && writing.style === 'simple'
  return request => {
    const decoded = textOfPath(request, route, name)
    if (decoded === undefined || isPlain) return decoded
    const raw = route.undecoded(request.url)?.get(name)
    const written = raw === undefined ? { text: decoded, decode: isDecoded } : { text: raw, decode: decodeURIComponent }
    return readText(written, writing, shape) ?? malformed
  }
}

const scalar = shapeOf({ type: 'string' }, {})

/** If reserved characters can be unescaped, a plus is a plus. */
const withPluses = (query: readonly WrittenPair[]): WrittenPair[] =>
  query.map(({ name, written: { text } }) => ({
    name,
    value: decodeURIComponent(text),
    written: { text, decode: decodeURIComponent },
  }))

function textOfPath(request: FastifyRequest, { names }: RoutePath, name: string): string | undefined {
  const { params } = request
  const key = names.get(name) ?? name
  const text = isRecord(params) && Object.hasOwn(params, key) ? params[key] : undefined
  return typeof text === 'string' ? text : undefined
}

/** The text of a parameter whose schema is not applied. */
function rawText(request: FastifyRequest, { name, in: location }: Parameter, route: RoutePath): string | undefined {
  if (location === 'path') return textOfPath(request, route, name)
  if (location === 'query') return queryPairs(request).find(([key]) => key === name)?.[1]
  return [request.headers[name.toLowerCase()] ?? []].flat()[0]
}

function fromJson(text: RawValue): Json | typeof malformed {
  const value = typeof text === 'string' ? parseJsonOrNothing(text) : undefined
  return value === undefined ? malformed : value
}

type Shaped = Parameter & { shape: ValueShape }

const isApart = ({ in: location, style, explode, shape }: Shaped): boolean =>
  location === 'query' && style === 'form' && explode && shape.structure === 'object'

/** Whether a query parameter is a member of this exploded object; an open object accepts names that no other parameter uses. */
function memberTest(parameter: Shaped, all: readonly Shaped[]): (name: string) => boolean {
  const { members, others } = parameter.shape
  if (!isApart(parameter) || others === undefined) return name => members.has(name)
  const isOthers = knownQueryNames(all.filter(one => one !== parameter))
  return name => members.has(name) || !isOthers(name)
}

function knownQueryNames(parameters: readonly Shaped[]): (name: string) => boolean {
  const names = new Set<string>()
  const prefixes: string[] = []
  let takesAll = false
  for (const parameter of parameters) {
    const { name, in: location, style, shape } = parameter
    if (location !== 'query') continue
    if (style === 'deepObject') prefixes.push(`${name}[`)
    if (isApart(parameter)) {
      for (const member of shape.members.keys()) names.add(member)
      takesAll ||= shape.others !== undefined
    } else names.add(name)
  }
  return name => takesAll || names.has(name) || prefixes.some(prefix => name.startsWith(prefix))
}
