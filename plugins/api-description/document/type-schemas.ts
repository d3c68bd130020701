import { isObject, pointerToken, pointerTokens, pointerOfReference, valueAtPointer } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { noMarkedMembers } from '../../../lib/json-schema/index.ts'
import type { MarkedMembers } from '../../../lib/json-schema/index.ts'
import { nodeTypeOf } from '../../../lib/json-ld/index.ts'
import { pageOf } from '../../../lib/query/index.ts'
import type { ResourceType, TypedSchema } from '../../types/contract.ts'
import { nullable, writeSchema } from './dialect.ts'
import type { Dialect, OpenApiVersion } from './dialect.ts'
import { partName, roleName, roles, suffixOf } from './names.ts'
import type { Role } from './names.ts'

export const componentReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** The role of the schema that completes the description of a route. */
const roleOf: Record<TypedSchema, Role> = {
  data: 'Input',
  patch: 'Patch',
  resource: 'Item',
  resources: 'List',
  'resources-of-any-type': 'List',
  operations: 'Bulk',
}

/** The name of a component by its role: those of a type, or those of resources of any type. */
export type NameOfRole = (role: Role) => string

/** The schemas of resources of any type are named like those of a type `resource`, and any node is a `Node`. */
export const nameForAnyType: NameOfRole = role => (role === 'Node' ? 'Node' : `Resource${role}`)

export function nameForType(slug: string, reserved: ReadonlySet<string>): NameOfRole {
  const names = new Map(roles.map(role => [role, roleName(slug, role, reserved)]))
  return role => names.get(role) ?? ''
}

/** A reference to a schema of a type, or of resources of any type. */
export const typedReference = (kind: TypedSchema, nameOf: NameOfRole): JsonObject =>
  componentReference((kind === 'resources-of-any-type' ? nameForAnyType : nameOf)(roleOf[kind]))

/** The parts from which the schemas of resources are built, in the dialect of the document. */
interface ResourceParts {
  title: string
  slug: string | undefined
  linkedDataType: string | undefined
  /** The properties as a body has them. */
  input: JsonObject
  /** What answers do not have. */
  secrets: MarkedMembers
}

/** The schemas of a type that depend on its properties by their names, parts that are referred to included. */
export function schemasOfType(
  type: ResourceType,
  nameOf: NameOfRole,
  version: OpenApiVersion,
  reserved: ReadonlySet<string>,
): JsonObject {
  // Drafts lack what publishing requires.
  const written = (type.drafts?.saving ?? type.compiled).forDocument('#')
  const parts = hoist(written, { slug: type.slug, root: nameOf('Input'), reserved })
  const input: JsonObject = { title: type.name, ...(type.schema === null ? anyObject : parts.root) }
  const { name: title, slug } = type
  const schemas = resourceSchemas(
    { title, slug, linkedDataType: nodeTypeOf(type.name, type.context), input, secrets: type.compiled.secrets },
    nameOf,
  )
  const item = schemas[nameOf('Item')]
  if (type.drafts !== undefined && isObject(item))
    schemas[nameOf('Item')] = {
      ...item,
      properties: { ...(isObject(item['properties']) && item['properties']), ...publicationState },
    }
  return writeAll({ ...parts.schemas, ...schemas }, version)
}

/** The other schemas of a type: they are the same but for its names. */
export function schemasOfLists(title: string, nameOf: NameOfRole, version: OpenApiVersion): JsonObject {
  const refer = (role: Role): JsonObject => componentReference(nameOf(role))
  const page = pageOf(refer('Item'))
  const schemas = {
    [nameOf('List')]: { ...page, title: `A page of ${title}`, properties: { ...page.properties, labels } },
    [nameOf('Operation')]: operationOf(refer('Patch')),
    [nameOf('Bulk')]: bulkOf(refer('Operation')),
  }
  return writeAll(schemas, version)
}

/** The schemas of resources of any type. */
export function schemasOfAnyType(version: OpenApiVersion): JsonObject {
  const parts: ResourceParts = {
    title: 'Resource',
    slug: undefined,
    linkedDataType: undefined,
    input: { title: 'Properties', ...anyObject },
    secrets: noMarkedMembers,
  }
  return {
    ...writeAll(resourceSchemas(parts, nameForAnyType), version),
    ...schemasOfLists(parts.title, nameForAnyType, version),
  }
}

/** What resources of types with drafts have besides. */
const publicationState: JsonObject = {
  published_no: { type: ['integer', 'null'], description: 'The version that is public' },
  published_at: { type: ['string', 'null'], format: 'date-time' },
  published_by: { type: ['string', 'null'], description: 'URN' },
  publication: { type: 'string', enum: ['draft', 'published', 'changed'] },
}

const writeAll = (schemas: JsonObject, version: OpenApiVersion): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, writeSchema(schema, { version, defaults: 'sentence' })]),
  )

const anyObject: JsonObject = { type: 'object', additionalProperties: {} }
const text: JsonObject = { type: 'string' }
const moment: JsonObject = { type: 'string', format: 'date-time' }

function resourceSchemas(parts: ResourceParts, nameOf: NameOfRole): JsonObject {
  const { title, slug, input } = parts
  return {
    [nameOf('Input')]: input,
    [nameOf('Patch')]: patchOf(input, title),
    [nameOf('Node')]: nodeOf(parts),
    [nameOf('Item')]: itemOf(title, slug, slug === undefined ? [] : [componentReference(nameOf('Node'))]),
  }
}

/** The properties that a schema declares, in its alternatives too. */
function declaredProperties(schema: JsonObject): JsonObject {
  const own = isObject(schema['properties']) ? schema['properties'] : {}
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap(name => (Array.isArray(schema[name]) ? schema[name] : []))
  const further = [...alternatives, schema['then'], schema['else']].flatMap(one =>
    isObject(one) ? Object.entries(declaredProperties(one)) : [],
  )
  return Object.fromEntries([...further, ...Object.entries(own)])
}

function nodeOf({ title, slug, linkedDataType, input, secrets }: ResourceParts): JsonObject {
  const type = linkedDataType === undefined ? text : { type: 'string', const: linkedDataType }
  const id = { ...text, description: 'URN' }
  if (slug === undefined) {
    return {
      type: 'object',
      description: 'A resource of any type, with its properties',
      required: ['@id', '@type'],
      properties: { '@id': id, '@type': type },
      additionalProperties: {},
    }
  }
  const shown = shownPart({ required: input['required'] ?? [], properties: declaredProperties(input) }, secrets, [])
  const required = Array.isArray(shown['required']) ? shown['required'] : []
  const properties = { ...(isObject(shown['properties']) && shown['properties']), '@id': id, '@type': type }
  return { type: 'object', title, required: [...new Set(['@id', '@type', ...required])], properties }
}

/** A schema without what is secret, in objects and lists that it contains. Schemas that it refers to mark that by `writeOnly`. */
function shownPart(schema: JsonObject, secrets: MarkedMembers, path: readonly string[]): JsonObject {
  if (secrets.isEmpty) return schema
  const { properties, required, items } = schema
  const isShown = (name: string): boolean => !secrets.includes([...path, name])
  const inner = (value: Json, at: readonly string[]): Json => (isObject(value) ? shownPart(value, secrets, at) : value)
  return {
    ...schema,
    ...(Array.isArray(required) && { required: required.filter(name => isShown(String(name))) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).flatMap(([name, one]): [string, Json][] =>
          one !== undefined && isShown(name) ? [[name, inner(one, [...path, name])]] : [],
        ),
      ),
    }),
    ...(items !== undefined && { items: inner(items, path) }),
  }
}

function patchOf(input: JsonObject, title: string): JsonObject {
  const properties = Object.entries(declaredProperties(input)).map(([name, property]): [string, Json] => [
    name,
    isObject(property) ? nullable(partial(property)) : property,
  ])
  return {
    type: 'object',
    title: `Changes of ${title}`,
    description: 'A JSON Merge Patch (RFC 7396): null removes a property',
    properties: Object.fromEntries(properties),
    ...(input['additionalProperties'] === undefined ? {} : { additionalProperties: input['additionalProperties'] }),
  }
}

/** An object inside of a patch is a patch as well. */
function partial(schema: JsonObject): JsonObject {
  const { required: _all, properties, ...rest } = schema
  if (!isObject(properties)) return schema
  const changed = Object.entries(properties).map(([name, one]): [string, Json] => [
    name,
    isObject(one) ? nullable(partial(one)) : one,
  ])
  return { ...rest, properties: Object.fromEntries(changed) }
}

const labels: JsonObject = {
  type: 'object',
  description: 'With `labels=true`: labels of the resources referred to, by URN',
  additionalProperties: componentReference('Label'),
}

/** One resource with what it refers to. */
function itemOf(title: string, slug: string | undefined, nodes: JsonObject[]): JsonObject {
  const node = componentReference('Node')
  const columns = [
    'id',
    'type_slug',
    'data',
    'status',
    'created_at',
    'updated_at',
    'sequence_no',
    'created_by',
    'account_id',
  ]
  return {
    type: 'object',
    title: `${title} as it is stored`,
    required: columns,
    properties: {
      id: { ...text, description: 'URN' },
      type_slug: slug === undefined ? text : { type: 'string', const: slug },
      data: {
        type: 'object',
        required: ['@graph'],
        properties: {
          '@graph': {
            type: 'array',
            description: 'First the resource itself, then those that `include` asks for',
            minItems: 1,
            items: nodes.length === 0 ? node : { anyOf: [...nodes, node] },
          },
        },
      },
      status: { type: 'string', enum: ['active', 'archived'] },
      created_at: moment,
      updated_at: moment,
      sequence_no: { type: 'integer', minimum: 1 },
      created_by: text,
      account_id: text,
      labels,
    },
  }
}

const operationOf = (patch: JsonObject): JsonObject => ({
  type: 'object',
  required: ['op'],
  properties: {
    op: { type: 'string', enum: ['create', 'update', 'patch', 'delete', 'restore'] },
    id: { ...text, minLength: 1, maxLength: 512, description: 'The resource; on `create` only for administrators' },
    data: patch,
    if_match: { ...text, maxLength: 1024, description: 'The ETag of the state that the change is based on' },
  },
  additionalProperties: false,
})

const bulkOf = (operation: JsonObject): JsonObject => ({
  type: 'object',
  examples: [{ operations: [{ op: 'delete', id: '01JD4M6V0Q3W9K8R5T2X7Y1ZAB' }], atomic: true }],
  required: ['operations'],
  properties: {
    operations: { type: 'array', minItems: 1, maxItems: 1000, items: operation },
    atomic: { type: 'boolean', default: true, description: 'All operations or none' },
  },
  additionalProperties: false,
})

interface HoistOptions {
  slug: string
  /** Name of the component for the whole schema. */
  root: string
  reserved: ReadonlySet<string>
}

/**
 * Make components of the parts of a schema that it refers to: `#/$defs/node` of the type `poly` is `PolyNode`.
 * @param schema with references from its own root (`#/…`)
 */
function hoist(schema: JsonObject, { slug, root, reserved }: HoistOptions): { root: JsonObject; schemas: JsonObject } {
  const names = new Map<string, string>([['', root]])
  const taken = new Set([root])
  const waiting: string[] = []
  const nameOf = (pointer: string): string => {
    const known = names.get(pointer)
    if (known !== undefined) return known
    const words = pointerTokens(pointer).filter(token => !structural.has(token))
    let name = partName(slug, words.join(' '), pointer, reserved)
    if (taken.has(name)) name = `${name}${suffixOf(pointer)}`
    names.set(pointer, name)
    taken.add(name)
    waiting.push(pointer)
    return name
  }
  for (const keyword of ['$defs', 'definitions'])
    if (isObject(schema[keyword]))
      for (const name of Object.keys(schema[keyword])) nameOf(`/${keyword}/${pointerToken(name)}`)
  const dialect: Dialect = {
    version: '3.1',
    reference: (reference: string) => `#/components/schemas/${nameOf(pointerOfReference(reference))}`,
  }
  const written = writeSchema(schema, dialect)
  const schemas: JsonObject = {}
  for (const pointer of waiting) {
    schemas[nameOf(pointer)] = writeSchema(valueAtPointer(schema, pointer) ?? {}, dialect)
  }
  return { root: written, schemas }
}

/** Tokens of a pointer that are keywords. */
const structural = new Set(['$defs', 'definitions', 'properties', 'items', 'allOf', 'anyOf', 'oneOf', 'prefixItems'])
