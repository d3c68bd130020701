import type { Json, JsonObject } from '../../../lib/json/index.ts'

/** The input for the paths of a schema. */
export interface PathsOf {
  /** Name of the component. */
  name: string
  /** Path of the list; begins with a slash. */
  path: string
  /** Properties that identify an item, each with the schema of its parameter. */
  identifier: readonly (readonly [string, JsonObject])[]
}

/** The paths at which items are listed and created, and read, replaced, merged and deleted. */
export function pathsOf({ name, path, identifier }: PathsOf): [string, Json][] {
  const reference: Json = { $ref: `#/components/schemas/${name}` }
  const content = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } })
  const answer = (description: string, schema: Json): JsonObject => ({ description, ...content(schema) })
  const requestBody: JsonObject = { required: true, ...content(reference) }
  const list = {
    type: 'object',
    properties: { total: { type: 'integer' }, page: { type: 'integer' }, items: { type: 'array', items: reference } },
  }
  const parameters = identifier.map(([property, schema], index) => parameterOf(property, schema, index))
  const item = parameters.map(one => `/{${String(one['name'])}}`).join('')
  return [
    [
      path,
      {
        get: { responses: { '200': answer('A page of the list', list) } },
        post: { requestBody, responses: { '201': answer('Created', reference) } },
      },
    ],
    [
      `${path}${item}`,
      {
        parameters,
        get: { responses: { '200': answer('The item', reference) } },
        put: { requestBody, responses: { '200': answer('Replaced', reference) } },
        patch: { requestBody, responses: { '200': answer('Merged', reference) } },
        delete: { responses: { '204': { description: 'Deleted' } } },
      },
    ],
  ]
}

/** A parameter has the property's name, unless the name cannot be used in a path. */
function parameterOf(property: string, schema: JsonObject, index: number): JsonObject {
  const isPlain = /^[A-Za-z][A-Za-z0-9_-]*$/.test(property)
  return {
    name: isPlain ? property : `part${index + 1}`,
    in: 'path',
    required: true,
    schema,
    ...(isPlain ? {} : { 'x-context-name': property }),
  }
}
