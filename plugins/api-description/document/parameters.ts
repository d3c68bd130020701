import type { RouteDescription } from '../../../kernel/index.ts'
import { isObject } from '../../../lib/json/index.ts'
import type { Json, JsonObject } from '../../../lib/json/index.ts'
import type { DescribedType } from './described-type.ts'
import { writeSchema } from './dialect.ts'
import type { OpenApiVersion } from './dialect.ts'
import { headerParameters } from './protocol.ts'

/** Parameters of requests that are only described in the documentation: each has an operation of its own, or another parameter with the same meaning. */
const undescribed = new Set(['dry_run', 'filter_field', 'filter_value', 'include_all'])

/** Parameters that are a text; their further forms in brackets are only described in the documentation. */
const texts = new Set(['_filter', 'fields'])

/** Every parameter of an operation. @param type the type for `:typeSlug`, if there is one */
export const parametersOf = (
  route: RouteDescription,
  type: DescribedType | undefined,
  version: OpenApiVersion,
): JsonObject[] => [
  ...pathParameters(route.path, type),
  ...queryParameters(route, type, version),
  ...headerParameters(route),
]

function pathParameters(path: string, type: DescribedType | undefined): JsonObject[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
  return names
    .filter(name => type === undefined || name !== 'typeSlug')
    .map(name => ({ name, in: 'path', required: true, schema: { type: 'string' }, ...pathHelp(name, path, type) }))
}

const exampleKey = '01JB2M8Q4Z6W3T9R5X7C1V0KDN'

/** What a parameter in a path is, with an example, without which some tools make no request. */
function pathHelp(name: string, path: string, type: DescribedType | undefined): JsonObject {
  if (name === 'typeSlug' || name === 'type') return { description: 'The slug of a resource type', example: 'movie' }
  if (name === 'name') return { example: 'website' }
  if (name === 'personId') return { example: `urn:person:${exampleKey}` }
  if (name === 'agentId') return { example: `urn:user:${exampleKey}` }
  if (name !== 'id') return { example: exampleKey }
  const example = path.startsWith('/api/resource-types/')
    ? 'movie'
    : type === undefined
      ? exampleKey
      : `urn:${type.slug}:${exampleKey}`
  return { description: 'The full URN, or its last part', example }
}

function queryParameters(
  route: RouteDescription,
  type: DescribedType | undefined,
  version: OpenApiVersion,
): JsonObject[] {
  const { query, config } = route
  const required = Array.isArray(query['required']) ? query['required'] : []
  const isFiltered = type !== undefined && config.typed?.filters === true
  return schemaEntries(query, 'properties')
    .filter(([name]) => !undescribed.has(name))
    .map(([name, schema]) => {
      const { description, ...rest } = writeSchema(schema, { version, defaults: 'keyword' })
      return {
        name,
        in: 'query',
        ...(required.includes(name) ? { required: true } : {}),
        ...(description === undefined ? {} : { description }),
        ...(isFiltered ? examplesOf(name, type) : {}),
        ...(isMap(name, query) && !texts.has(name) ? mapOf(rest) : { schema: rest }),
      }
    })
}

/** Whether a parameter can also be given with a key in brackets: `mapping[Title]=title`. */
const isMap = (name: string, query: JsonObject): boolean =>
  schemaEntries(query, 'patternProperties').some(([pattern]) => pattern.startsWith(`^${name}\\[`))

const mapOf = (schema: JsonObject): JsonObject => ({
  style: 'deepObject',
  explode: true,
  schema: { anyOf: [schema, { type: 'object', additionalProperties: { type: 'string' } }] },
})

function examplesOf(name: string, { sortExamples, filterExample }: DescribedType): JsonObject {
  if (name === 'sort_by') return { examples: sortExamples }
  return name === '_filter' ? { example: filterExample } : {}
}

/** The entries of an object under a keyword of a JSON Schema. */
function schemaEntries(schema: JsonObject, keyword: string): [string, Json][] {
  const value = schema[keyword]
  return isObject(value) ? Object.entries(value) : []
}
