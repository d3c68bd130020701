import { compileMarkedMembers } from '../../../lib/json-schema/index.ts'
import type { MarkedMembers } from '../../../lib/json-schema/index.ts'
import { isObject, pointerTokens, valueAtPointer } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { Method, Operation, OperationItem } from '../contract.ts'
import { ProblemAt, pointTo } from '../document/problem.ts'
import { follow } from '../document/references.ts'
import { extendsSchema } from '../schemas/inheritance.ts'
import { componentPointer } from '../schemas/translate.ts'
import type { SchemaTranslator } from '../schemas/translate.ts'
import { identifierOf, readOnlyProperties } from '../schemas/identifier.ts'
import { slugOf } from '../schemas/slug.ts'
import { readEncodings } from './bodies/form-encoding.ts'
import type { FormEncoding } from './bodies/form-encoding.ts'
import { isJsonType, keysByType } from './bodies/media-types.ts'
import { mentionOf } from './mentions.ts'
import type { Mention } from './mentions.ts'
import { readDeclaredParameters } from './parameters/parameters.ts'
import type { Parameter } from './parameters/parameters.ts'
import { readSecurity } from './security.ts'
import type { Security } from './security.ts'

/** The methods of a path that are served. */
export const methods: readonly Method[] = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

/** An operation with the data for its route. */
export interface DescribedOperation extends Operation {
  parameters: readonly Parameter[]
  /** Body by media type: pointers of the schemas. */
  bodyTypes: ReadonlyMap<string, string | undefined>
  /** How properties of forms are encoded, by media type. */
  bodyEncodings: ReadonlyMap<string, FormEncoding>
  isBodyRequired: boolean
  /** Pointers of the schemas of JSON answers by status (`200`, `4XX`, `default`); undefined for an answer without a body. */
  answers: ReadonlyMap<string, string | undefined>
  /** Media type of success answers: a type of JSON. */
  answerType: string
  controllerName: string | undefined
  middlewareNames: readonly string[]
  security: Security
}

/**
 * Read every operation of a document.
 * @throws ProblemAt
 */
export function readOperations(document: JsonObject, translator: SchemaTranslator): DescribedOperation[] {
  const paths = isObject(document['paths']) ? document['paths'] : {}
  const known = new Map<string, MarkedMembers>()
  const writeOnlyOf = (schema: string): MarkedMembers => {
    const translate = (): JsonObject => translator.translate(componentPointer(schema), 'write-only')
    const members = known.get(schema) ?? compileMarkedMembers(translate(), 'writeOnly')
    known.set(schema, members)
    return members
  }
  const addresses = Object.keys(paths).flatMap(path => {
    const pointer = pointTo('', 'paths', path)
    if (!path.startsWith('/')) throw new ProblemAt(pointer, 'must begin with a slash')
    const item = follow(document, pointer)
    return methods
      .filter(method => item.value[method] !== undefined)
      .map(method => ({ path, pathPointer: item.pointer, method }))
  })
  const items = itemComponents(document, addresses)
  return addresses.map(address => readOperation(document, translator, address, items, writeOnlyOf))
}

interface Address {
  path: string
  pathPointer: string
  method: Method
}

/** The components that operations take as bodies or answer as items of lists: an answer with one of them is no page, whatever arrays it contains. */
function itemComponents(document: JsonObject, addresses: readonly Address[]): ReadonlySet<string> {
  const listed = addresses.flatMap(({ pathPointer, method }) => {
    const pointer = pointTo(pathPointer, method)
    const operation = follow(document, pointer).value
    const answer = mentionOf(document, successOf(readAnswers(document, pointer, operation))?.[1], () => false)
    return [bodyMention(document, pointer, operation), answer?.kind === 'items' ? answer : undefined]
  })
  return new Set(listed.flatMap(mention => mention?.schema ?? []))
}

/** The success answer among the answers of an operation: its status, and the pointer of its schema. */
const successOf = (answers: ReadonlyMap<string, string | undefined>): [string, string | undefined] | undefined =>
  [...answers].find(([status]) => /^2(?:\d\d|XX)$/.test(status))

/** Whether a path ends with the parameter of an `id`: what it answers is one item, and no page of others. */
function endsWithId(path: string, parameters: readonly Parameter[]): boolean {
  const last = /\{([^{}]+)\}$/.exec(path)?.[1]
  return parameters.some(one => one.in === 'path' && one.name === last && [one.name, one.valueName].includes('id'))
}

/** @param pointer of the operation */
const bodyMention = (document: JsonObject, pointer: string, operation: JsonObject): Mention | undefined =>
  mentionOf(document, firstOf(contentOf(document, pointTo(pointer, 'requestBody'), operation['requestBody'])))

function readOperation(
  document: JsonObject,
  translator: SchemaTranslator,
  address: Address,
  items: ReadonlySet<string>,
  writeOnlyOf: (schema: string) => MarkedMembers,
): DescribedOperation {
  const { path, pathPointer, method } = address
  const pointer = pointTo(pathPointer, method)
  const { value } = follow(document, pointer)
  const parameters = readDeclaredParameters(document, translator, pathPointer, pointer)
  checkPathParameters(path, parameters, pointer)
  const bodyTypes = contentOf(document, pointTo(pointer, 'requestBody'), value['requestBody'])
  const answers = readAnswers(document, pointer, value)
  const success = successOf(answers)?.[0]
  const body = mentionOf(document, firstOf(bodyTypes))
  const isItem = (component: string): boolean => items.has(component) || endsWithId(path, parameters)
  const answer = mentionOf(document, answerSchema(document, address, answers, success), isItem)
  const schema = itemSchema(document, address, value, isItem, { body, answer })
  const security = readSecurity(document, value, pointer)
  const contextDefaults = readObjectAt(value, 'x-context', pointer)
  const pathItem = follow(document, pathPointer)
  return {
    path,
    method,
    pointer,
    id: typeof value['operationId'] === 'string' ? value['operationId'] : `${method} ${path}`,
    summary: typeof value['summary'] === 'string' ? value['summary'] : `${method.toUpperCase()} ${path}`,
    item:
      schema === undefined
        ? undefined
        : {
            ...describeItem(document, schema, parameters, Object.keys(contextDefaults)),
            writeOnly: writeOnlyOf(schema),
          },
    body: bodyTypes.size === 0 ? undefined : (body?.kind ?? 'other'),
    answer: answer === undefined ? undefined : answer.kind === 'items' ? 'list' : answer.kind,
    isPublic: security.isPublic,
    valueNames: parameters.flatMap(one => (one.in === 'header' ? [] : [one.valueName])),
    itemsProperty: answer?.kind === 'items' ? answer.property : undefined,
    alias: readAlias(value, pointer, answer?.alias ?? {}),
    status: success === undefined || success === '2XX' ? undefined : Number(success),
    info: readInfo(document),
    parameters,
    bodyTypes,
    bodyEncodings: bodyTypes.size === 0 ? new Map() : readEncodings(document, pointTo(pointer, 'requestBody')),
    isBodyRequired: bodyTypes.size > 0 && follow(document, pointTo(pointer, 'requestBody')).value['required'] === true,
    answers,
    answerType: answerTypeOf(document, pointTo(pointer, 'responses', success ?? ''), value),
    controllerName: readTextAt(value, 'x-controller', pointer),
    middlewareNames: [
      ...readTexts(pathItem.value, 'x-middleware', pathItem.pointer),
      ...readTexts(value, 'x-middleware', pointer),
    ],
    contextDefaults,
    security,
  }
}

/** Pointer of the schema of the success answer. HEAD answers like GET (RFC 9110, 9.3.2), which does not have to be repeated. */
function answerSchema(
  document: JsonObject,
  { pathPointer, method }: Address,
  answers: ReadonlyMap<string, string | undefined>,
  success: string | undefined,
): string | undefined {
  const own = success === undefined ? undefined : answers.get(success)
  const get = follow(document, pathPointer).value['get']
  if (own !== undefined || method !== 'head' || !isObject(get)) return own
  const ofGet = readAnswers(document, pointTo(pathPointer, 'get'), get)
  return successOf(ofGet)?.[1]
}

/** @param pointer of the Response Object, if there is one */
function answerTypeOf(document: JsonObject, pointer: string, { responses }: JsonObject): string {
  const status = pointerTokens(pointer).at(-1) ?? ''
  const present = isObject(responses) ? responses[status] : undefined
  const types = [...contentOf(document, pointer, present).keys()]
  return types.includes('application/json') ? 'application/json' : (types.find(isJsonType) ?? 'application/json')
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
    [...keysByType(content)].map(([type, key]) => {
      const media = content[key]
      const hasSchema = isObject(media) && media['schema'] !== undefined
      const schema = hasSchema ? pointTo(at, 'content', key, 'schema') : undefined
      return [type, schema] as const
    }),
  )
}

/** The schema of JSON if there is one, else the first one. */
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

/** The schema of an operation's items, by its name in the document's components. */
function itemSchema(
  document: JsonObject,
  { pathPointer, method }: Address,
  operation: JsonObject,
  isItem: (component: string) => boolean,
  { body, answer }: { body: Mention | undefined; answer: Mention | undefined },
): string | undefined {
  const chosen = chosenSchema(document, operation, pointTo(pathPointer, method))
  if (chosen !== undefined) return chosen
  const sent = body?.schema
  const answered = answer?.schema
  if (sent !== undefined && answered !== undefined && sent !== answered) {
    return extendsSchema(document, componentPointer(answered), componentPointer(sent)) ? answered : sent
  }
  const own = sent ?? answered
  return own ?? (method === 'delete' ? siblingSchema(document, pathPointer, isItem) : undefined)
}

/** The schema that `x-schema` names: by its name, or as a reference. @throws ProblemAt when it does not exist */
function chosenSchema(document: JsonObject, operation: JsonObject, pointer: string): string | undefined {
  const chosen = operation['x-schema']
  if (chosen === undefined) return undefined
  const reference = isObject(chosen) ? chosen['$ref'] : chosen
  const name = typeof reference === 'string' ? reference.replace(/^#\/components\/schemas\//, '') : ''
  if (isObject(valueAtPointer(document, componentPointer(name)))) return name
  throw new ProblemAt(pointTo(pointer, 'x-schema'), 'must be the name of a schema of components.schemas')
}

/** The schema of a DELETE that names none: that of the other methods of its path. */
function siblingSchema(
  document: JsonObject,
  pathPointer: string,
  isItem: (component: string) => boolean,
): string | undefined {
  const path = follow(document, pathPointer).value
  for (const method of ['get', 'put', 'patch']) {
    if (!isObject(path[method])) continue
    const pointer = pointTo(pathPointer, method)
    const operation = follow(document, pointer).value
    const answer = mentionOf(document, successOf(readAnswers(document, pointer, operation))?.[1], isItem)
    const body = bodyMention(document, pointer, operation)
    const schema = itemSchema(document, { path: '', pathPointer, method: 'get' }, operation, isItem, { body, answer })
    if (schema !== undefined) return schema
  }
  return undefined
}

/** @param contextNames names of the values that `x-context` sets */
function describeItem(
  document: JsonObject,
  schema: string,
  parameters: readonly Parameter[],
  contextNames: readonly string[],
): Omit<OperationItem, 'writeOnly'> {
  const valueNames = new Map([
    ...contextNames.map(name => [name, name] as const),
    ...parameters.flatMap(({ name, valueName }) => [[name, valueName] as const, [valueName, valueName] as const]),
  ])
  const identifier = identifierOf(document, schema).map(({ property, types }) => ({
    property,
    types,
    valueName: valueNames.get(property),
  }))
  return { schema, slug: slugOf(schema), identifier, readOnly: readOnlyProperties(document, schema) }
}

/**
 * Names of a list's `total`, `page` and `items` in an answer: from `x-alias` of the operation, else of the properties of the answer.
 * @throws ProblemAt
 */
function readAlias(operation: JsonObject, pointer: string, ofAnswer: Readonly<Record<string, string>>) {
  const alias = readObjectAt(operation, 'x-alias', pointer)
  for (const [name, value] of Object.entries(alias)) {
    if (typeof value !== 'string') throw new ProblemAt(pointTo(pointer, 'x-alias', name), 'must be a text')
  }
  const own = Object.entries(alias).map(([name, value]): [string, string] => [name, String(value)])
  return { ...ofAnswer, ...Object.fromEntries(own) }
}

/** The texts of `info`; empty where there is none. */
export function readInfo({ info }: JsonObject): Operation['info'] {
  const text = (name: string): string => {
    const value = isObject(info) ? info[name] : undefined
    return typeof value === 'string' ? value : ''
  }
  return { title: text('title'), description: text('description'), version: text('version') }
}

function readTextAt(value: JsonObject, name: string, pointer: string): string | undefined {
  const text = value[name]
  if (text === undefined || typeof text === 'string') return text
  throw new ProblemAt(pointTo(pointer, name), 'must be a text')
}

function readTexts(value: JsonObject, name: string, pointer: string): string[] {
  const texts = value[name] ?? []
  if (Array.isArray(texts) && texts.every(one => typeof one === 'string')) return texts
  throw new ProblemAt(pointTo(pointer, name), 'must be a list of texts')
}

function readObjectAt(value: JsonObject, name: string, pointer: string): JsonObject {
  const object = value[name] ?? {}
  if (isObject(object)) return object
  throw new ProblemAt(pointTo(pointer, name), 'must be an object')
}
