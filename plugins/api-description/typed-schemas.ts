import type { Json, JsonObject } from '../../lib/json/index.ts'
import { pageOf } from '../../lib/query/index.ts'
import type { ResourceType, TypedSchema } from '../types/contract.ts'
import { pointerToken, isObject } from '../../lib/json/index.ts'
import { schemaForDocument } from '../../lib/json-schema/index.ts'

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** Names of the schemas of a type under `components.schemas`. */
const schemaName: Record<TypedSchema, (slug: string) => string> = {
  data: slug => slug,
  patch: slug => `${slug}.patch`,
  resource: slug => `${slug}.resource`,
  resources: slug => `${slug}.list`,
}

/** A reference to a schema of a type. */
export const typedReference = (kind: TypedSchema, slug: string): JsonObject => reference(schemaName[kind](slug))

/** Every schema of a type, by its name under `components.schemas`. */
export function typedSchemas(type: ResourceType): [string, JsonObject][] {
  const { slug } = type
  return [
    [schemaName.data(slug), dataSchema(type)],
    [
      schemaName.patch(slug),
      { type: 'object', description: `A JSON Merge Patch (RFC 7396) of the properties of ${type.name}` },
    ],
    [schemaName.resource(slug), resourceSchema(type)],
    [schemaName.resources(slug), listSchema(typedReference('resource', slug))],
  ]
}

function dataSchema({ slug, name, schema }: ResourceType): JsonObject {
  if (schema === null) return { type: 'object', title: name }
  return { title: name, ...schemaForDocument(schema, `#/components/schemas/${schemaName.data(slug)}`) }
}

/** The envelope of a list. */
function listSchema(items: JsonObject): JsonObject {
  const page = pageOf(items)
  const labels = { type: 'object', description: 'With labels=true: labels of the resources referred to, by URN' }
  return { ...page, properties: { ...page.properties, labels } }
}

const text: JsonObject = { type: 'string' }
const moment: JsonObject = { type: 'string', format: 'date-time' }

/** One resource. The type's schema declares its possible properties; resources stored under an older schema may lack some. */
function resourceSchema(type: ResourceType): JsonObject {
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
    title: `${type.name} as it is stored`,
    required: columns,
    properties: {
      id: text,
      type_slug: { const: type.slug },
      data: {
        type: 'object',
        required: ['@graph'],
        properties: {
          '@graph': { type: 'array', minItems: 1, prefixItems: [nodeSchema(type)], items: { type: 'object' } },
        },
      },
      status: { enum: ['active', 'archived'] },
      created_at: moment,
      updated_at: moment,
      sequence_no: { type: 'integer', minimum: 1 },
      created_by: text,
      account_id: text,
      labels: { type: 'object', description: 'With labels=true: labels of the resources referred to, by URN' },
    },
  }
}

function nodeSchema({ slug, schema, linkedData }: ResourceType): JsonObject {
  const at = `#/components/schemas/${schemaName.data(slug)}/properties/`
  const properties = schemaEntries(schema ?? {}, 'properties').map(([name]) => [
    name,
    { $ref: at + encodeURIComponent(pointerToken(name)) },
  ])
  return {
    type: 'object',
    required: ['@id', '@type'],
    properties: { '@id': text, '@type': { const: linkedData.type }, ...Object.fromEntries(properties) },
  }
}

/** The entries of an object under a keyword of a JSON Schema. */
export function schemaEntries(schema: JsonObject, keyword: string): [string, Json][] {
  const value = schema[keyword]
  return isObject(value) ? Object.entries(value) : []
}
