import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import { slugOf } from '../schemas/slug.ts'
import { identifierKeyword } from '../schemas/stored-schema.ts'
import { pathsOf } from './paths.ts'
import { openApiSchema } from './schema-of.ts'

/** The parts of a resource type that a document describes. */
export interface EjectedType {
  slug: string
  /** Undefined for a type that accepts any object. */
  schema: JsonObject | undefined
}

/** A document, and the remarks about it. */
export interface Ejected {
  document: JsonObject
  /** Lines that name what the document cannot express. */
  losses: readonly string[]
}

/**
 * An OpenAPI 3.0 document with the types' schemas, and with paths to create, list, read, change and delete items of each.
 * @param schemaPrefix prefix of the names of the schemas, so that their types are new ones
 */
export function documentOf(types: readonly EjectedType[], schemaPrefix = ''): Ejected {
  const names = new Map(types.map(({ slug }) => [slug, schemaName(slug, schemaPrefix)]))
  const renamed = (slug: string): string => slugOf(names.get(slug) ?? slug)
  const segment = ['items', 'entries', 'api-items'].find(one => [...names.keys()].every(slug => renamed(slug) !== one))
  const components: [string, Json][] = []
  const paths: [string, Json][] = []
  const losses: string[] = []
  for (const { slug, schema = {} } of types) {
    const name = names.get(slug) ?? slug
    const translated = openApiSchema(schema, { name, slugOf: renamed })
    const identifier = identifierOf(schema)
    components.push([name, itemSchema(translated.schema, identifier)], ...translated.definitions)
    losses.push(...translated.losses.map(loss => `${name}: ${loss}`))
    paths.push(
      ...pathsOf({
        name,
        path: `/${segment ?? 'items'}/${renamed(slug)}`,
        identifier: parametersOf(schema, identifier),
      }),
    )
  }
  const description =
    losses.length === 0 ? {} : { description: `What it cannot say:\n\n${losses.map(line => `- ${line}`).join('\n')}` }
  const document: JsonObject = {
    openapi: '3.0.3',
    info: { title: 'Ejected types', version: '1.0.0', ...description },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(components) },
  }
  return { document, losses }
}

/** The name of a component from which the same slug results: `blog-post` is `BlogPost`. */
export function schemaName(slug: string, prefix = ''): string {
  const whole = prefix === '' ? slug : `${slugOf(prefix)}-${slug}`
  const name = whole
    .split('-')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
  return slugOf(name) === whole ? name : whole
}

/** Names of the properties that identify the items of a type; `id` for a type that was not created from a document. */
function identifierOf(schema: JsonObject): string[] {
  const identifier = schema[identifierKeyword]
  return isObject(identifier) && Object.keys(identifier).length > 0 ? Object.keys(identifier) : ['id']
}

/** The schema of an object with its identifier; a reference at its root is put into `allOf`, so that it stays a separate schema. */
function itemSchema(schema: JsonObject, identifier: readonly string[]): JsonObject {
  const whole: JsonObject = { type: 'object', ...(schema['$ref'] === undefined ? schema : { allOf: [schema] }) }
  if (identifier.join() !== 'id') return { ...whole, 'x-identifier': [...identifier] }
  const properties = isObject(whole['properties']) ? whole['properties'] : {}
  return properties['id'] === undefined ? { ...whole, properties: { id: { type: 'string' }, ...properties } } : whole
}

/** The identifier with the schemas that parameters need: numbers are read as numbers. */
function parametersOf(schema: JsonObject, identifier: readonly string[]): [string, JsonObject][] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return identifier.map(name => {
    const own = properties[name]
    const type = isObject(own)
      ? [own['type']].flat().find(one => one === 'integer' || one === 'number' || one === 'boolean')
      : undefined
    return [name, { type: type ?? 'string' }]
  })
}
