import { isObject } from '../../../kernel/index.ts'
import type { Json, JsonObject } from '../../../kernel/index.ts'
import type { Method, Operation, OperationItem } from '../contract.ts'
import { ProblemAt, pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'
import { extendsSchema } from '../schemas/inheritance.ts'
import { componentOf, componentPointer } from '../schemas/translate.ts'
import type { SchemaTranslator } from '../schemas/translate.ts'
import { identifierOf, markedProperties } from '../schemas/identifier.ts'
import { slugOf } from '../schemas/slug.ts'
import { readParameters } from './parameters.ts'
import type { Parameter } from './parameters.ts'
import { readSecurity } from './security.ts'
import type { Security } from './security.ts'

const methods: readonly Method[] = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

/** An operation with what its route is made of. */
export interface DescribedOperation extends Operation {
  parameters: readonly Parameter[]
  /** Body by media type: pointers of the schemas. */
  bodyTypes: ReadonlyMap<string, string | undefined>
  isBodyRequired: boolean
  /** Pointers of the schemas of JSON answers by status (`200`, `4XX`, `default`); undefined for an answer without a body. */
  answers: ReadonlyMap<string, string | undefined>
  controllerName: string | undefined
  middlewareNames: readonly string[]
  contextDefaults: JsonObject
  security: Security
}

/** What a part of the document says about the item that an operation is about. */
interface Mention {
  kind: 'item' | 'items' | 'other'
  schema?: string | undefined
  property?: string | undefined
}

/**
 * Read every operation of a document.
 * @throws ProblemAt
 */
export function readOperations(document: JsonObject, translator: SchemaTranslator): DescribedOperation[] {
  const paths = isObject(document['paths']) ? document['paths'] : {}
  return Object.keys(paths).flatMap(path => {
    const pointer = pointTo('', 'paths', path)
    if (!path.startsWith('/')) throw new ProblemAt(pointer, 'must begin with a slash')
    const item = follow(document, pointer)
    return methods
      .filter(method => item.value[method] !== undefined)
      .map(method => readOperation(document, translator, { path, pathPointer: item.pointer, method }))
  })
}

interface Address {
  path: string
  pathPointer: string
  method: Method
}

function readOperation(document: JsonObject, translator: SchemaTranslator, address: Address): DescribedOperation {
  const { path, pathPointer, method } = address
  const pointer = pointTo(pathPointer, method)
  const { value } = follow(document, pointer)
  const parameters = readParameters(document, translator, pathPointer, pointer)
  checkPathParameters(path, parameters, pointer)
  const bodyTypes = contentOf(document, pointTo(pointer, 'requestBody'), value['requestBody'])
  const answers = readAnswers(document, pointer, value)
  const success = [...answers.keys()].find(status => /^2(?:\d\d|XX)$/.test(status))
  const body = mentionOf(document, firstOf(bodyTypes))
  const answer = success === undefined ? undefined : mentionOf(document, answers.get(success))
  const schema = itemSchema(document, address, value, body, answer)
  return {
    path,
    method,
    pointer,
    id: typeof value['operationId'] === 'string' ? value['operationId'] : `${method} ${path}`,
    summary: typeof value['summary'] === 'string' ? value['summary'] : `${method.toUpperCase()} ${path}`,
    item: schema === undefined ? undefined : describeItem(document, schema, parameters),
    body: bodyTypes.size === 0 ? undefined : (body?.kind ?? 'other'),
    answer: answer === undefined ? undefined : answer.kind === 'items' ? 'list' : answer.kind,
    pathValueNames: parameters.flatMap(one => (one.in === 'path' ? [one.valueName] : [])),
    itemsProperty: answer?.kind === 'items' ? answer.property : undefined,
    alias: readAlias(value, pointer),
    status: success === undefined || success === '2XX' ? undefined : Number(success),
    info: readInfo(document),
    parameters,
    bodyTypes,
    isBodyRequired: bodyTypes.size > 0 && follow(document, pointTo(pointer, 'requestBody')).value['required'] === true,
    answers,
    controllerName: readText(value, 'x-controller', pointer),
    middlewareNames: readTexts(value, 'x-middleware', pointer),
    contextDefaults: readObject(value, 'x-context', pointer),
    security: readSecurity(document, value, pointer),
  }
}

function checkPathParameters(path: string, parameters: readonly Parameter[], pointer: string): void {
  const named = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name))
  const declared = new Set(parameters.filter(one => one.in === 'path').map(({ name }) => name))
  for (const name of named) {
    if (name !== undefined && !declared.has(name))
      throw new ProblemAt(pointer, `the path parameter "${name}" is not declared`)
  }
  for (const name of declared) {
    if (!named.has(name)) throw new ProblemAt(pointer, `the path has no parameter "${name}"`)
  }
}

/** Media types of a body or an answer to the pointers of their schemas. */
function contentOf(document: JsonObject, pointer: string, present: Json | undefined): Map<string, string | undefined> {
  if (present === undefined) return new Map()
  const { pointer: at, value } = follow(document, pointer)
  const content = isObject(value['content']) ? value['content'] : {}
  return new Map(
    Object.entries(content).map(([type, media]) => {
      const hasSchema = isObject(media) && media['schema'] !== undefined
      return [type.toLowerCase(), hasSchema ? pointTo(at, 'content', type, 'schema') : undefined]
    }),
  )
}

/** The schema of JSON where there is one, else of whatever is named first. */
function firstOf(types: ReadonlyMap<string, string | undefined>): string | undefined {
  return types.get('application/json') ?? [...types.values()].find(pointer => pointer !== undefined)
}

function readAnswers(
  document: JsonObject,
  pointer: string,
  { responses }: JsonObject,
): Map<string, string | undefined> {
  const answers = new Map<string, string | undefined>()
  if (!isObject(responses)) return answers
  for (const status of Object.keys(responses).sort()) {
    if (status.startsWith('x-')) continue
    answers.set(status, firstOf(contentOf(document, pointTo(pointer, 'responses', status), responses[status] ?? null)))
  }
  return answers
}

/** What a schema holds: a reference to a component, an array of such, or an object with exactly such an array in it. */
function mentionOf(document: JsonObject, pointer: string | undefined): Mention | undefined {
  if (pointer === undefined) return undefined
  const located = follow(document, pointer)
  const list = itemsOf(document, located.pointer)
  if (list !== undefined) return { kind: 'items', schema: list }
  const arrays = Object.keys(isObject(located.value['properties']) ? located.value['properties'] : {}).flatMap(name => {
    const schema = itemsOf(document, pointTo(located.pointer, 'properties', name))
    return schema === undefined ? [] : [{ property: name, schema }]
  })
  const component = objectComponent(document, pointer)
  if (component !== undefined && (arrays.length === 0 || !looksLikePage(located.value))) {
    return { kind: 'item', schema: component }
  }
  const [array] = arrays
  if (array !== undefined) return { kind: 'items', ...array }
  return { kind: 'other' }
}

/** Whether a component that holds an array of items is a page of a list, and no item itself. */
function looksLikePage({ properties, ...schema }: JsonObject): boolean {
  const names = Object.keys(isObject(properties) ? properties : {})
  return schema['x-identifier'] === undefined && !names.includes('id') && !names.includes('name')
}

/** Name of the component of which a schema is an array. */
function itemsOf(document: JsonObject, pointer: string): string | undefined {
  const { value, pointer: at } = follow(document, pointer)
  if (value['type'] !== 'array' || !isObject(value['items'])) return undefined
  return objectComponent(document, pointTo(at, 'items'))
}

/** The name of the component that a schema refers to, if it describes objects: a text or a number is no item. */
function objectComponent(document: JsonObject, pointer: string): string | undefined {
  const { type } = follow(document, pointer).value
  return type === undefined || type === 'object' ? componentOf(document, pointer) : undefined
}

/** The schema of the items that an operation is about, by its name in the document's components. */
function itemSchema(
  document: JsonObject,
  { pathPointer, method }: Address,
  operation: JsonObject,
  body: Mention | undefined,
  answer: Mention | undefined,
): string | undefined {
  const chosen = operation['x-schema']
  if (typeof chosen === 'string') return chosen.replace(/^#\/components\/schemas\//, '')
  const sent = body?.schema
  const answered = answer?.schema
  if (sent !== undefined && answered !== undefined && sent !== answered) {
    return extendsSchema(document, componentPointer(answered), componentPointer(sent)) ? answered : sent
  }
  const own = sent ?? answered
  return own ?? (method === 'delete' ? siblingSchema(document, pathPointer) : undefined)
}

/** A DELETE that names no schema is about that of the other methods of its path. */
function siblingSchema(document: JsonObject, pathPointer: string): string | undefined {
  for (const method of ['get', 'put', 'patch']) {
    const pointer = pointTo(pathPointer, method)
    const path = follow(document, pathPointer).value
    if (!isObject(path[method])) continue
    const operation = follow(document, pointer).value
    const answers = readAnswers(document, pointer, operation)
    const success = [...answers].find(([status]) => status.startsWith('2'))
    const body = mentionOf(
      document,
      firstOf(contentOf(document, pointTo(pointer, 'requestBody'), operation['requestBody'])),
    )
    const schema = itemSchema(
      document,
      { path: '', pathPointer, method: 'get' },
      operation,
      body,
      mentionOf(document, success?.[1]),
    )
    if (schema !== undefined) return schema
  }
  return undefined
}

function describeItem(document: JsonObject, schema: string, parameters: readonly Parameter[]): OperationItem {
  const valueNames = new Map(
    parameters.flatMap(({ name, valueName }) => [[name, valueName] as const, [valueName, valueName] as const]),
  )
  const identifier = identifierOf(document, schema).map(({ property }) => ({
    property,
    valueName: valueNames.get(property),
  }))
  const marked = (keyword: string): string[] => markedProperties(document, schema, keyword)
  return { schema, slug: slugOf(schema), identifier, readOnly: marked('readOnly'), hidden: marked('writeOnly') }
}

function readAlias(operation: JsonObject, pointer: string): Record<string, string> {
  const alias = readObject(operation, 'x-alias', pointer)
  for (const [name, value] of Object.entries(alias)) {
    if (typeof value !== 'string') throw new ProblemAt(pointTo(pointer, 'x-alias', name), 'must be a text')
  }
  return Object.fromEntries(Object.entries(alias).map(([name, value]) => [name, String(value)]))
}

function readInfo({ info }: JsonObject): Operation['info'] {
  const text = (name: string): string => {
    const value = isObject(info) ? info[name] : undefined
    return typeof value === 'string' ? value : ''
  }
  return { title: text('title'), description: text('description'), version: text('version') }
}

function readText(value: JsonObject, name: string, pointer: string): string | undefined {
  const text = value[name]
  if (text === undefined || typeof text === 'string') return text
  throw new ProblemAt(pointTo(pointer, name), 'must be a text')
}

function readTexts(value: JsonObject, name: string, pointer: string): string[] {
  const texts = value[name] ?? []
  if (Array.isArray(texts) && texts.every(one => typeof one === 'string')) return texts
  throw new ProblemAt(pointTo(pointer, name), 'must be a list of texts')
}

function readObject(value: JsonObject, name: string, pointer: string): JsonObject {
  const object = value[name] ?? {}
  if (isObject(object)) return object
  throw new ProblemAt(pointTo(pointer, name), 'must be an object')
}
