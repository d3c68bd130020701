import type { JsonObject } from '../../contracts/json.ts'
import type { ResourceType } from '../../contracts/type-registry.ts'
import { version } from '../../package-root.ts'
import { operationOf } from './operation.ts'
import type { DescribedRoute } from './routes.ts'
import { typedSchemas } from './typed-schemas.ts'

/**
 * The description of the running service (OpenAPI 3.1): every route, and for routes with `:typeSlug` the same paths once more for each
 * type, with its own schemas.
 * @param types the active types
 */
export function openApiDocument(routes: readonly DescribedRoute[], types: readonly ResourceType[]): JsonObject {
  const paths = new Map<string, JsonObject>()
  const add = (path: string, method: string, operation: JsonObject): void => {
    paths.set(path, { ...paths.get(path), [method]: operation })
  }
  for (const route of routes) add(route.path, route.method, operationOf(route, undefined))
  const generic = routes.filter(({ path }) => path.includes('{typeSlug}'))
  for (const type of types) {
    for (const route of generic)
      add(route.path.replace('{typeSlug}', type.slug), route.method, operationOf(route, type))
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Plinth', version, description: 'The API of this service as it is now, its types included.' },
    paths: Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: Object.fromEntries(types.flatMap(typedSchemas)), responses: { Error: errorResponse } },
  }
}

const errorResponse: JsonObject = {
  description: 'What is wrong',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
}
