import { isObject } from '../../../kernel/index.ts'
import type { Json, JsonObject } from '../../../kernel/index.ts'
import { slugOf } from '../schemas/slug.ts'
import { openApiSchema } from './schema-of.ts'

/** A resource type, as far as a document describes it. */
export interface EjectedType {
  slug: string
  name: string
  schema: JsonObject
}

/** An OpenAPI 3.0 document that has the types' schemas, and paths at which items of each are created, listed, read, changed and deleted. */
export function documentOf(types: readonly EjectedType[]): JsonObject {
  const components = new Map<string, Json>()
  const paths: [string, Json][] = []
  for (const { slug, schema } of types) {
    const name = schemaName(slug)
    const { schema: translated, definitions } = openApiSchema(schema, name)
    for (const [inner, definition] of definitions) components.set(inner, definition)
    const hasIdentifier = isObject(translated['properties']) && translated['properties']['id'] !== undefined
    components.set(name, hasIdentifier ? translated : withId(translated))
    paths.push(...pathsOf(slug, name))
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Ejected types', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(components) },
  }
}

/** The name of a component whose type has this slug again: `blog-post` is `BlogPost`. */
export function schemaName(slug: string): string {
  const name = slug
    .split('-')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
  return slugOf(name) === slug ? name : slug
}

function withId(schema: JsonObject): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return { ...schema, properties: { id: { type: 'string' }, ...properties } }
}

/** The paths of a type; no segment of them can be a slug. */
function pathsOf(slug: string, name: string): [string, Json][] {
  const reference: Json = { $ref: `#/components/schemas/${name}` }
  const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })
  const answer = (description: string, schema: Json): JsonObject => ({ description, ...Object(json(schema)) })
  const body: JsonObject = { required: true, ...Object(json(reference)) }
  const list = {
    type: 'object',
    properties: { total: { type: 'integer' }, page: { type: 'integer' }, items: { type: 'array', items: reference } },
  }
  return [
    [
      `/items/${slug}`,
      {
        get: { responses: { '200': answer('A page of the list', list) } },
        post: { requestBody: body, responses: { '201': answer('Created', reference) } },
      },
    ],
    [
      `/items/${slug}/{id}`,
      {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { '200': answer('The item', reference) } },
        put: { requestBody: body, responses: { '200': answer('Replaced', reference) } },
        delete: { responses: { '204': { description: 'Deleted' } } },
      },
    ],
  ]
}
