import { yieldIfLong } from '../../../lib/event-loop/index.ts'
import { isObject, pointerTokens, pointerOfReference, valueAtPointer, mapValues } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { ComponentNames, IncludedDocument } from '../contract.ts'
import { writeSchema } from './dialect.ts'
import type { OpenApiVersion } from './dialect.ts'
import { camelCase, pascalCase, suffixOf } from './names.ts'

/** The OpenAPI objects of a document that contain schemas or references, and the members in which they do. */
type Kind =
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'link'
  | 'example'
  | 'schema'
type Member = Kind | { listOf: Kind } | { mapOf: Kind }

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const
const parameter = { schema: 'schema', content: { mapOf: 'mediaType' }, examples: { mapOf: 'example' } } as const
const members: Record<Exclude<Kind, 'schema'>, Readonly<Record<string, Member>>> = {
  pathItem: {
    parameters: { listOf: 'parameter' },
    ...Object.fromEntries(methods.map(method => [method, 'operation' as const])),
  },
  operation: { parameters: { listOf: 'parameter' }, requestBody: 'requestBody', responses: { mapOf: 'response' } },
  parameter,
  requestBody: { content: { mapOf: 'mediaType' } },
  response: { headers: { mapOf: 'parameter' }, content: { mapOf: 'mediaType' }, links: { mapOf: 'link' } },
  mediaType: { schema: 'schema', encoding: { mapOf: 'encoding' }, examples: { mapOf: 'example' } },
  encoding: { headers: { mapOf: 'parameter' } },
  link: {},
  example: {},
}

/**
 * The names of a document's components in the description: in PascalCase, and never those of the service.
 * @param reserved names that the service uses
 */
export function namesOfDocument(reserved: ReadonlySet<string>): { nameOf: ComponentNames; taken: Set<string> } {
  const names = new Map<string, string>()
  const taken = new Set(reserved)
  return {
    taken,
    nameOf: (section, name) => {
      if (section !== 'schemas') return name
      const known = names.get(name)
      if (known !== undefined) return known
      const pascal = /^[A-Z]/.test(pascalCase(name)) ? pascalCase(name) : `Schema${pascalCase(name)}`
      const free = taken.has(pascal) ? `${pascal}${suffixOf(`document ${name}`)}` : pascal
      names.set(name, free)
      taken.add(free)
      return free
    },
  }
}

/** How an included document is written. */
interface IncludeOptions {
  version: OpenApiVersion
  /** Names of components, and ids of operations, that others have. The document's are added. */
  takenNames: Set<string>
  takenIds: Set<string>
  /** The requirement of operations that declare none. */
  security: Json
}

/** The paths and schemas of a document in which all references are to schemas by name: what else it refers to is written where it is used. */
export async function writeIncluded(
  { root, paths, components }: IncludedDocument,
  options: IncludeOptions,
): Promise<{ paths: JsonObject; schemas: JsonObject }> {
  const writer = new IncludedWriter({ ...root, paths, components }, options)
  const schemas: [string, Json][] = []
  for (const [name, schema] of Object.entries(components['schemas'] ?? {})) {
    await yieldIfLong()
    schemas.push([name, writer.schema(schema)])
  }
  const written: [string, Json][] = []
  for (const [path, item] of Object.entries(paths)) {
    await yieldIfLong()
    written.push([path, writer.pathItem(path, item)])
  }
  return { paths: Object.fromEntries(written), schemas: { ...Object.fromEntries(schemas), ...writer.hoisted() } }
}

class IncludedWriter {
  readonly #document: JsonObject
  readonly #options: IncludeOptions
  /** Parts of schemas that are referred to by another reference than that of a component, with their names. */
  readonly #parts = new Map<string, string>()

  constructor(document: JsonObject, options: IncludeOptions) {
    this.#document = document
    this.#options = options
  }

  pathItem(path: string, item: Json): Json {
    const written = this.#write(item, 'pathItem')
    if (!isObject(written)) return written
    for (const method of methods) {
      const operation = written[method]
      if (isObject(operation)) written[method] = this.#complete(operation, `${method} ${path}`, method)
    }
    return written
  }

  schema(schema: Json): JsonObject {
    return writeSchema(schema, { version: this.#options.version, reference: reference => this.#reference(reference) })
  }

  /** The schemas that were referred to inside of others. */
  hoisted(): JsonObject {
    const schemas: JsonObject = {}
    for (const [pointer, name] of this.#parts)
      schemas[name] = this.schema(valueAtPointer(this.#document, pointer) ?? {})
    return schemas
  }

  #complete(operation: JsonObject, identity: string, method: string): JsonObject {
    const { takenIds, security } = this.#options
    const declared = operation['operationId']
    let id = typeof declared === 'string' && declared !== '' ? declared : camelCase(identity)
    if (takenIds.has(id)) id = `${id}${suffixOf(`document ${identity}`)}`
    takenIds.add(id)
    const { summary, description } = operation
    const responses = isObject(operation['responses']) ? withOneSuccess(operation['responses'], method) : {}
    const text = typeof description === 'string' && description !== '' ? description.split('\n')[0] : undefined
    return { security, ...operation, operationId: id, summary: summary ?? text ?? identity, responses }
  }

  #write(value: Json, kind: Kind, depth = 0): Json {
    if (kind === 'schema') return this.schema(value)
    if (!isObject(value)) return value
    const { $ref } = value
    if (typeof $ref === 'string') {
      const target = valueAtPointer(this.#document, pointerOfReference($ref))
      return target === undefined || depth > 20 ? {} : this.#write(target, kind, depth + 1)
    }
    const written = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
      if (name === 'callbacks') return [] // requests to clients; their path items can contain themselves
      const member = members[kind][name]
      return [[name, member === undefined ? inner : this.#member(inner, member)]]
    })
    return Object.fromEntries(written)
  }

  #member(value: Json, member: Member): Json {
    if (typeof member === 'string') return this.#write(value, member)
    if ('listOf' in member) return Array.isArray(value) ? value.map(one => this.#write(one, member.listOf)) : value
    if (!isObject(value)) return value
    return mapValues(value, one => this.#write(one, member.mapOf))
  }

  #reference(reference: string): string {
    const pointer = pointerOfReference(reference)
    const [components, section, name = '', ...further] = pointerTokens(pointer)
    if (components === 'components' && section === 'schemas' && further.length === 0)
      return `#/components/schemas/${name}`
    const known = this.#parts.get(pointer)
    if (known !== undefined) return `#/components/schemas/${known}`
    const words = pascalCase(
      pointerTokens(pointer)
        .slice(2)
        .filter(token => token !== 'properties')
        .join(' '),
    )
    const { takenNames } = this.#options
    const free = words !== '' && !takenNames.has(words) ? words : `Schema${words}${suffixOf(`document ${pointer}`)}`
    takenNames.add(free)
    this.#parts.set(pointer, free)
    return `#/components/schemas/${free}`
  }
}

/** Of several statuses of success the one to expect: what creates answers 201. */
function withOneSuccess(responses: JsonObject, method: string): JsonObject {
  const successes = Object.keys(responses).filter(status => status.startsWith('2'))
  if (successes.length < 2) return responses
  const kept = method === 'post' && successes.includes('201') ? '201' : successes[0]
  return Object.fromEntries(
    Object.entries(responses).filter(([status]) => status === kept || !successes.includes(status)),
  )
}
