import { InvalidInput } from '../errors/index.ts'
import type { CompiledSchema } from '../json-schema/compiled-schema.ts'
import { equalJson, getOwn, isObject, pointerTokens, setOwn } from '../json/index.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { isCarried, isCarriedButForArrays, isLanguageTag } from './carried-values.ts'
import { isKeyword } from './iri.ts'
import { processor } from './jsonld-processor.ts'
import { isOwnContext } from './linked-data-view.ts'
import type { LinkedDataView } from './linked-data-view.ts'
import type { Place } from './place.ts'
import { ExpandedReader } from './read-expanded.ts'
import { isSchemaOrgContext, sameVocabulary } from './schema-org.ts'

/** What a body is read for. */
export interface ReadOptions {
  view: LinkedDataView
  compiled: Pick<CompiledSchema, 'readOnly' | 'validate' | 'declares'>
  /** The full id from the address; absent on create. */
  id?: string
  /** Stored values of read-only properties; a property that repeats its stored value is left out of the result. */
  current?: JsonObject
}

/**
 * The properties in a body of `application/ld+json`.
 *
 * Its expanded form is read by the table of the type: a JSON-LD processor in safe mode expands it, which fetches nothing. In the type's own context, or
 * without any, the members that mean what they are in JSON are the data: GET then PUT is an exact round trip.
 * @returns the properties, flat, without `@context`, `@id` and `@type`
 * @throws `InvalidInput` when `@type` or `@id` names another type or resource, anything would be lost, or a context is remote
 */
export async function readLinkedData(body: JsonObject, options: ReadOptions): Promise<JsonObject> {
  const { '@context': context, ...members } = body
  const isOwn = context === undefined || isOwnContext(options.view, context)
  const read = isOwn && !hasOtherKeywords(members, options.view.root) ? readOwn : readExpanded
  const data: JsonObject = {}
  for (const [name, value] of Object.entries(await read(members, context ?? options.view.context, options)))
    if (!repeats(name, value, options)) setOwn(data, name, value)
  return data
}

/** Whether members of the body describe it otherwise than by its properties, such as `@graph`. */
const hasOtherKeywords = (members: JsonObject, { context }: Place): boolean =>
  Object.keys(members).some(name => {
    const iri = context.expandName(name)
    return iri !== undefined && isKeyword(iri) && iri !== '@id' && iri !== '@type'
  })

/** The data in members whose context is that of the type. */
async function readOwn(members: JsonObject, context: Json, options: ReadOptions): Promise<JsonObject> {
  const { root } = options.view
  const plain: JsonObject = {}
  const others: JsonObject = {}
  for (const [name, value] of Object.entries(members)) {
    const keyword = root.context.expandName(name)
    if (keyword === '@id') checkId(value, options.id)
    else if (keyword === '@type') checkTypes(value, options.view)
    else if (isCarried(name, value, root) || isCarriedButForArrays(name, value, root)) setOwn(plain, name, value)
    else setOwn(others, name, value)
  }
  // A value that does not match the schema can be another form of one that does, such as one value of an array.
  for (const { code, pointer } of options.compiled.validate(plain)) {
    if (code === 'x-resource-type') continue // a text in any case
    const [name] = pointerTokens(pointer)
    const value = name === undefined ? null : (getOwn(plain, name) ?? null)
    if (name === undefined || value === null || root.context.expandName(name) === undefined) continue
    setOwn(others, name, value)
    delete plain[name]
  }
  if (Object.keys(others).length === 0) return plain
  const read = await readExpanded(others, context, options)
  for (const [name, value] of Object.entries(read)) {
    if (Object.hasOwn(plain, name)) throw new InvalidInput(`${name}: is given twice`)
    setOwn(plain, name, value)
  }
  return plain
}

/** The data of the one node that members describe in a context. */
async function readExpanded(members: JsonObject, context: Json, options: ReadOptions): Promise<JsonObject> {
  const body = { '@context': context, ...members }
  checkSize(body)
  const { expand } = await processor()
  const [node, ...others] = await expand(body)
  if (node === undefined || others.length > 0) throw new InvalidInput('the JSON-LD must describe exactly one resource')
  const { '@id': id, '@type': types, ...properties } = node
  if (types !== undefined) checkTypes(types, options.view)
  checkId(id, options.id)
  const reader = new ExpandedReader({ tags: spelledTags(body), names: new Set(Object.keys(members)) })
  return reader.object(properties, options.view.root, [])
}

/** Check that a node is the resource at the address. A blank node has no address. */
function checkId(nodeId: Json | undefined, id: string | undefined): void {
  if (nodeId === undefined || nodeId === id || (typeof nodeId === 'string' && nodeId.startsWith('_:'))) return
  throw new InvalidInput(
    id === undefined
      ? '@id: is given by the service, not by a body'
      : '@id: must be the id of the resource at this address',
  )
}

function checkTypes(given: Json, { type, root }: LinkedDataView): void {
  const iriOf = (name: string): string => sameVocabulary(root.context.expandName(name) ?? name)
  const types = Array.isArray(given) ? given : [given]
  const isOwn = (one: Json): boolean => typeof one === 'string' && (one === type || iriOf(one) === iriOf(type))
  if (types.length > 0 && types.every(isOwn)) return
  throw new InvalidInput(`@type: must be ${JSON.stringify(type)}, the type of these resources (${iriOf(type)})`)
}

/** How many JSON values can be expanded: it takes time for each of them. */
const maxValues = 5000
/** The published context of schema.org has about as many definitions. */
const valuesOfSchemaOrg = 200

/** Before a processor sees a body, refuse everything that it would fetch or take long for. */
function checkSize(body: JsonObject): void {
  let count = 0
  let level: Json[] = [body]
  while (level.length > 0) {
    count += level.length
    for (const value of level) if (isObject(value)) count += checkContexts(value)
    if (count > maxValues)
      throw new InvalidInput(`a body in another @context than the type's may have at most ${maxValues} values`)
    level = level.flatMap(valuesIn)
  }
}

/** The values inside of one that is expanded: what a JSON literal contains is not. */
function valuesIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) || value['@type'] !== '@json') return Object.values(value)
  const { '@value': _literal, ...others } = value
  return Object.values(others)
}

/** @returns how many values the known contexts have to which an object refers */
function checkContexts(value: JsonObject): number {
  if (Object.hasOwn(value, '@import')) throw new InvalidInput('@import: is not allowed, nothing is fetched')
  const context = value['@context']
  const remote = (Array.isArray(context) ? context : [context]).filter(item => typeof item === 'string')
  if (remote.every(isSchemaOrgContext)) return remote.length * valuesOfSchemaOrg
  throw new InvalidInput('@context: a remote context is never fetched; write the context itself into the body')
}

/**
 * The spelling of the language tags in a body, by their small letters: values of `@language`, and keys of objects inside of it, which can be maps of
 * languages. A spelling with capital letters takes precedence over one without, which can be the name of a property.
 */
function spelledTags(body: JsonObject): Map<string, string> {
  const tags = new Map<string, string>()
  const keywords = new Set(['@language']) // and the names that contexts give it
  const add = (text: Json | undefined): void => {
    if (typeof text !== 'string' || !isLanguageTag(text)) return
    const small = text.toLowerCase()
    const known = tags.get(small)
    if (known === undefined || known === small) tags.set(small, text)
  }
  const read = (value: Json, inContext: boolean): void => {
    if (Array.isArray(value)) for (const item of value) read(item, inContext)
    if (!isObject(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if (keywords.has(key)) add(inner)
      else if (!inContext && value !== body) add(key)
      if (inContext && (isObject(inner) ? inner['@id'] : inner) === '@language') keywords.add(key)
      read(inner, inContext || key === '@context')
    }
  }
  read(body, false)
  if (keywords.size > 1) read(body, false) // a name can be used before its context is reached
  return tags
}

function repeats(name: string, value: Json, { current, compiled }: ReadOptions): boolean {
  if (current === undefined || !Object.hasOwn(current, name)) return false
  const writable = !compiled.readOnly.includes(name) && compiled.declares(name)
  return !writable && equalJson(value, current[name])
}
