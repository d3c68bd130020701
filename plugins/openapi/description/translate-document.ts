import { isObject, pointerTokens, pointerOfReference, mapValues } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { publishedPattern } from '../../../lib/json-schema/index.ts'
import { pointTo } from '../document/problem.ts'
import { childrenOf } from '../schemas/inheritance.ts'
import { translateLimits, translateNullable } from '../../../lib/json-schema/index.ts'
import { componentPointer } from '../schemas/translate.ts'

/** The kinds of OpenAPI objects that can contain schemas and references at any depth. */
type Kind =
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'callback'
  | 'link'
  | 'example'
  | 'schema'

/** The content of a member: one object, a list of them, or objects by name. */
type Member = Kind | { listOf: Kind } | { mapOf: Kind }

const parameterMembers = { schema: 'schema', content: { mapOf: 'mediaType' }, examples: { mapOf: 'example' } } as const
const operations = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Everything that is not named here is copied: it is data, or text, or has the same meaning in both versions. */
const grammar: Record<Kind, Readonly<Record<string, Member>>> = {
  pathItem: {
    parameters: { listOf: 'parameter' },
    ...Object.fromEntries(operations.map(method => [method, 'operation' as const])),
  },
  operation: {
    parameters: { listOf: 'parameter' },
    requestBody: 'requestBody',
    responses: { mapOf: 'response' },
    callbacks: { mapOf: 'callback' },
  },
  parameter: parameterMembers,
  header: parameterMembers,
  requestBody: { content: { mapOf: 'mediaType' } },
  response: { headers: { mapOf: 'header' }, content: { mapOf: 'mediaType' }, links: { mapOf: 'link' } },
  mediaType: { schema: 'schema', examples: { mapOf: 'example' }, encoding: { mapOf: 'encoding' } },
  encoding: { headers: { mapOf: 'header' } },
  callback: {}, // its members are named by expressions
  link: {},
  example: {},
  schema: {
    properties: { mapOf: 'schema' },
    items: 'schema',
    additionalProperties: 'schema',
    not: 'schema',
    allOf: { listOf: 'schema' },
    anyOf: { listOf: 'schema' },
    oneOf: { listOf: 'schema' },
  },
}

/** The sections of `components` and their contents; security schemes are the same in both versions. */
const sections: Readonly<Record<string, Kind>> = {
  schemas: 'schema',
  responses: 'response',
  parameters: 'parameter',
  examples: 'example',
  requestBodies: 'requestBody',
  headers: 'header',
  links: 'link',
  callbacks: 'callback',
}

/** Members of a path item, an operation or a link that name another server: these operations are served here. */
const elsewhere = new Set(['servers', 'server'])

/**
 * Translates parts of an OpenAPI 3.0 document (https://spec.openapis.org/oas/v3.0.3) to OpenAPI 3.1, to be included in another document: paths get
 * a prefix, and components get names that the other document does not use.
 */
export class DocumentTranslator {
  readonly #document: JsonObject
  readonly #pathOf: (path: string) => string
  readonly #nameOf: (section: string, name: string) => string
  readonly #children: ReadonlyMap<string, readonly string[]>

  /**
   * @param pathOf the path at which an operation is served, by the path in the document
   * @param nameOf the name of a component there, by its section and its name in the document
   */
  constructor(
    document: JsonObject,
    pathOf: (path: string) => string,
    nameOf: (section: string, name: string) => string,
  ) {
    this.#document = document
    this.#pathOf = pathOf
    this.#nameOf = nameOf
    this.#children = childrenOf(document)
  }

  /** A path item, with the descriptions of its operations. */
  pathItem(item: JsonObject): JsonObject {
    return this.#object(item, 'pathItem')
  }

  /** All components by section, under their new names. */
  components(): Record<string, JsonObject> {
    const components = isObject(this.#document['components']) ? this.#document['components'] : {}
    return Object.fromEntries(
      Object.entries(components).flatMap(([section, entries]) => {
        if (!isObject(entries) || section.startsWith('x-')) return []
        const kind = sections[section]
        const translated = Object.entries(entries).map(([name, value]): [string, Json] => {
          const pointer = kind === 'schema' ? componentPointer(name) : undefined
          return [this.#nameOf(section, name), kind === undefined ? value : this.#one(value, kind, pointer)]
        })
        return [[section, Object.fromEntries(translated)]]
      }),
    )
  }

  /** @param pointer position of a schema in the document, if it is a component */
  #one(value: Json, kind: Kind, pointer?: string): Json {
    if (!isObject(value)) return value // additionalProperties: false
    const reference = value['$ref']
    // Siblings of a reference have no meaning in 3.0, but have one in 3.1.
    return typeof reference === 'string' ? { $ref: this.#reference(reference) } : this.#object(value, kind, pointer)
  }

  #object(value: JsonObject, kind: Kind, pointer?: string): JsonObject {
    const result: JsonObject = {}
    for (const [name, inner] of Object.entries(value)) {
      if (kind !== 'schema' && elsewhere.has(name)) continue
      const member = kind === 'callback' && !name.startsWith('x-') ? 'pathItem' : grammar[kind][name]
      result[name] = member === undefined ? inner : this.#member(inner, member)
    }
    if (kind === 'schema') this.#schema(value, result, pointer)
    if (kind === 'parameter' || kind === 'header') dropWithoutMeaning(result)
    const { operationRef } = value
    if (kind === 'link' && typeof operationRef === 'string') result['operationRef'] = this.#reference(operationRef)
    return result
  }

  #member(value: Json, member: Member): Json {
    if (typeof member === 'string') return this.#one(value, member)
    if ('listOf' in member) return Array.isArray(value) ? value.map(one => this.#one(one, member.listOf)) : value
    if (!isObject(value)) return value
    return mapValues(value, (one, name) => (isExtension(name, member.mapOf) ? one : this.#one(one, member.mapOf)))
  }

  #schema(schema: JsonObject, result: JsonObject, pointer: string | undefined): void {
    delete result['nullable']
    for (const name of ['exclusiveMinimum', 'exclusiveMaximum']) delete result[name]
    translateLimits(schema, result)
    translateNullable(schema, result)
    const pattern = typeof schema['pattern'] === 'string' ? publishedPattern(schema['pattern']) : undefined
    delete result['pattern'] // one that is not valid belongs to a schema that no operation uses
    if (pattern !== undefined) result['pattern'] = pattern
    if (isObject(schema['discriminator'])) {
      result['discriminator'] = this.#discriminator(schema, schema['discriminator'], pointer)
    }
  }

  /** A value of a discriminator names a schema directly: a schema with another name here needs a mapping. */
  #discriminator(schema: JsonObject, discriminator: JsonObject, pointer: string | undefined): JsonObject {
    const own = isObject(discriminator['mapping']) ? Object.entries(discriminator['mapping']) : []
    const mapped = own.map(([value, target]): [string, Json] => [value, this.#mapped(target)])
    const known = new Set(mapped.map(([, target]) => target))
    const alternatives = [schema['oneOf'], schema['anyOf']].flatMap(list => (Array.isArray(list) ? list : []))
    const referred = alternatives.flatMap(one => {
      const reference = isObject(one) ? one['$ref'] : undefined
      return typeof reference === 'string' ? [pointerOfReference(reference)] : []
    })
    const children = pointer === undefined ? [] : (this.#children.get(pointer) ?? [])
    const renamed = [...referred, ...children].flatMap((at): [string, Json][] => {
      const name = pointerTokens(at).at(-1) ?? ''
      const target = this.#reference(`#${at}`)
      return componentPointer(name) !== at || this.#nameOf('schemas', name) === name || known.has(target)
        ? []
        : [[name, target]]
    })
    const mapping = Object.fromEntries([...mapped, ...renamed])
    return { ...discriminator, ...(Object.keys(mapping).length > 0 ? { mapping } : {}) }
  }

  /** A schema that a mapping names by a reference or by its name. */
  #mapped(target: Json): Json {
    if (typeof target !== 'string') return target
    if (target.startsWith('#')) return this.#reference(target)
    return this.#nameOf('schemas', target) === target ? target : this.#reference(`#${componentPointer(target)}`)
  }

  /** A reference into the document, converted to the new position of its target. */
  #reference(reference: string): string {
    if (!reference.startsWith('#')) return reference
    const [root = '', second = '', third = '', ...rest] = pointerTokens(pointerOfReference(reference))
    const tokens =
      root === 'paths'
        ? [root, this.#pathOf(second), ...(third === '' ? [] : [third, ...rest])]
        : root === 'components' && third !== ''
          ? [root, second, this.#nameOf(second, third), ...rest]
          : undefined
    if (tokens === undefined) return reference
    return `#${tokens.map(token => `/${encodeURIComponent(pointTo('', token).slice(1))}`).join('')}`
  }
}

/** Extensions can be next to responses; a property or a header can have any name. */
const isExtension = (name: string, kind: Kind): boolean => kind === 'response' && name.startsWith('x-')

/** Removes keywords that have no meaning there and that 3.1 refuses. */
function dropWithoutMeaning(parameter: JsonObject): void {
  if (parameter['in'] !== 'query') for (const name of ['allowEmptyValue', 'allowReserved']) delete parameter[name]
  if (parameter['content'] === undefined) return
  for (const name of ['style', 'explode', 'allowReserved', 'example', 'examples']) delete parameter[name]
}
