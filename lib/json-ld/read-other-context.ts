import { InvalidInput } from '../errors/index.ts'
import type { CompiledSchema } from '../json-schema/compiled-schema.ts'
import { isObject, setOwn } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { processor } from './jsonld-processor.ts'
import type { LinkedDataView } from './linked-data-view.ts'

/** The context in which a body is read. */
export interface ReadOptions {
  view: LinkedDataView
  compiled: Pick<CompiledSchema, 'resolve' | 'open' | 'readOnly'>
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
  } = await compact(withoutIdentity(node), view.context)
  return objectAsDeclared(members, [], compiled)
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

type DeclaredFields = Pick<CompiledSchema, 'resolve'>

/** An object whose values are wrapped in lists if the schema requires a list and does not allow the value alone; applied recursively. */
function objectAsDeclared(object: JsonObject, path: readonly string[], compiled: DeclaredFields): JsonObject {
  const result: JsonObject = {}
  for (const [name, value] of Object.entries(object)) {
    setOwn(result, name, valueAsDeclared(value, [...path, name], compiled))
  }
  return result
}

function valueAsDeclared(value: Json, path: readonly string[], compiled: DeclaredFields): Json {
  if (Array.isArray(value)) return value.map(item => (isObject(item) ? objectAsDeclared(item, path, compiled) : item))
  const inner = isObject(value) ? objectAsDeclared(value, path, compiled) : value
  const types = compiled.resolve(path)?.types ?? []
  return types.includes('array') && !types.some(type => isOfType(value, type)) ? [inner] : inner
}

function isOfType(value: Json, type: string): boolean {
  if (value === null) return type === 'null'
  if (Array.isArray(value)) return type === 'array'
  return type === typeof value || (type === 'integer' && Number.isInteger(value))
}
