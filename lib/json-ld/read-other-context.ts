import { InvalidInput } from '../errors/index.ts'
import type { CompiledSchema, DeclaredValue } from '../json-schema/compiled-schema.ts'
import { isObject, setOwn } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { expandIri } from './iri.ts'
import type { Vocabulary } from './iri.ts'
import { processor } from './jsonld-processor.ts'
import type { LinkedDataView } from './linked-data-view.ts'

/** The context in which a body is read. */
export interface ReadOptions {
  view: LinkedDataView
  compiled: Pick<CompiledSchema, 'resolve' | 'open' | 'readOnly' | 'declaredValues'>
  /** The full id from the address; absent on create. */
  id?: string
  /** Stored values of read-only properties; a property that repeats its stored value is left out of the result. */
  current?: JsonObject
}

/** @throws InvalidInput when a node names another resource than the address does */
export function checkId(nodeId: Json | undefined, id: string | undefined): void {
  if (nodeId === undefined || nodeId === id) return
  throw new InvalidInput(
    id === undefined
      ? '@id: is given by the service, not by a body'
      : '@id: must be the id of the resource at this address',
  )
}

/** How many JSON values a body in another context can have: expanding it takes time for each of them. */
const maxValues = 5000

/**
 * The members of the single node that a body in another context describes, in the terms of the type's context.
 * @throws `InvalidInput` when anything in it would be lost, fetched or misinterpreted
 */
export async function readOtherContext(body: JsonObject, { view, compiled, id }: ReadOptions): Promise<JsonObject> {
  checkLocal(body)
  const { expand, compact } = await processor()
  const [node, ...others] = await expand(body)
  if (node === undefined || others.length > 0) throw new InvalidInput('the JSON-LD must describe exactly one resource')
  await checkType(node['@type'], view)
  const nodeId = node['@id']
  const named = typeof nodeId === 'string' && nodeId.startsWith('_:') ? undefined : nodeId
  checkId(named, id)
  const {
    '@context': _context,
    '@type': _type,
    '@id': _id,
    ...members
  } = await compact(withoutIdentity(node), view.bodyContext)
  return new Declared(view, compiled).object(members, [])
}

/** Type and id have been checked; they are removed so that aliases of them cannot return as properties. */
function withoutIdentity(node: JsonObject): JsonObject {
  const { '@type': _type, '@id': _id, ...rest } = node
  return rest
}

/** Before a processor sees the body, refuse everything that it would fetch or take long for. */
function checkLocal(body: JsonObject): void {
  let count = 0
  let level: Json[] = [body]
  while (level.length > 0) {
    count += level.length
    if (count > maxValues) {
      throw new InvalidInput(`a body in another @context than the type's may have at most ${maxValues} values`)
    }
    for (const value of level) if (isObject(value)) checkContexts(value)
    level = level.flatMap(value => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
}

function checkContexts(value: JsonObject): void {
  if (Object.hasOwn(value, '@import')) throw new InvalidInput('@import: is not allowed, nothing is fetched')
  const context = value['@context']
  const contexts = Array.isArray(context) ? context : [context]
  if (contexts.some(item => typeof item === 'string')) {
    throw new InvalidInput('@context: a remote context is never fetched; write the context itself into the body')
  }
}

async function checkType(types: Json | undefined, view: LinkedDataView): Promise<void> {
  if (types === undefined) return
  const { expandLoosely } = await processor()
  const [own] = await expandLoosely({ '@context': view.context, '@id': 'urn:x:x', '@type': view.type })
  const expected = Array.isArray(own?.['@type']) ? own['@type'][0] : undefined
  if (!Array.isArray(types) || types.some(type => type !== expected)) {
    throw new InvalidInput(`@type: must be ${JSON.stringify(view.type)}, the type of these resources`)
  }
}

/** JSON-LD objects as the values that the schema declares at their places. */
class Declared {
  readonly #vocabulary: Vocabulary
  readonly #resolve: CompiledSchema['resolve']
  readonly #datatypes: ReadonlyMap<string, DeclaredValue['datatype']>

  constructor({ bodyContext }: LinkedDataView, { resolve, declaredValues }: ReadOptions['compiled']) {
    const vocab = bodyContext['@vocab']
    this.#vocabulary = { context: bodyContext, vocab: typeof vocab === 'string' ? vocab : undefined }
    this.#resolve = resolve
    this.#datatypes = new Map(declaredValues().map(({ path, datatype }) => [path.join('.'), datatype]))
  }

  object(object: JsonObject, path: readonly string[]): JsonObject {
    const result: JsonObject = {}
    for (const [name, value] of Object.entries(object)) setOwn(result, name, this.#value(value, [...path, name]))
    return result
  }

  /** A value, in a list if the schema requires a list and does not allow the value alone. */
  #value(value: Json, path: readonly string[]): Json {
    const list = isObject(value) && Object.keys(value).length === 1 ? value['@list'] : undefined
    if (list !== undefined && this.#resolve(path)?.types.includes('array')) return this.#value([list].flat(), path)
    if (Array.isArray(value)) return value.map(item => (isObject(item) ? this.#item(item, path) : item))
    const inner = isObject(value) ? this.#item(value, path) : value
    const types = this.#resolve(path)?.types ?? []
    return types.includes('array') && !types.some(type => isOfType(inner, type)) ? [inner] : inner
  }

  /** An object; as the text or number that it stands for, where the schema declares just that. */
  #item(item: JsonObject, path: readonly string[]): Json {
    const { '@value': literal, '@type': type, '@id': id, ...others } = item
    const declared = this.#datatypes.get(path.join('.'))
    if (declared === undefined || Object.keys(others).length > 0) return this.object(item, path)
    if (declared === 'uri' && typeof id === 'string' && literal === undefined && type === undefined)
      return expandIri(id, this.#vocabulary) ?? id
    const datatype = typeof type === 'string' && id === undefined ? expandIri(type, this.#vocabulary) : undefined
    if (literal === undefined || datatype === undefined || !readTypes[declared].includes(datatype))
      return this.object(item, path)
    const isNumber = declared === 'integer' || declared === 'double'
    return isNumber && typeof literal === 'string' && decimal.test(literal) ? Number(literal) : literal
  }
}

const xsd = (names: string): string[] => names.split(' ').map(name => `http://www.w3.org/2001/XMLSchema#${name}`)
const numeric = xsd('integer double decimal float int long')

/** The datatypes of literals that are read as each kind of value. */
const readTypes: Record<NonNullable<DeclaredValue['datatype']>, readonly string[]> = {
  date: xsd('date'),
  'date-time': xsd('dateTime'),
  time: xsd('time'),
  uri: xsd('anyURI'),
  integer: numeric,
  double: numeric,
}
/** How these datatypes write a finite number. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

function isOfType(value: Json, type: string): boolean {
  if (value === null) return type === 'null'
  if (Array.isArray(value)) return type === 'array'
  return type === typeof value || (type === 'integer' && Number.isInteger(value))
}
