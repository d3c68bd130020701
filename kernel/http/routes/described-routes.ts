import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { isObject } from '../../../lib/json/types.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import type { RouteDescription, Routes } from '../../contracts/routes.ts'
import { json } from '../media-type.ts'

/** Record the description of every route that is added from now on. */
export function recordRoutes(app: FastifyInstance): Routes {
  const routes: RouteDescription[] = []
  app.addHook('onRoute', route => {
    routes.push(...describeRoute(route))
  })
  return { list: () => routes }
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Describe a route as Fastify registers it; one entry per method, without HEAD and routes outside of the API. */
function describeRoute(route: RouteOptions): RouteDescription[] {
  const { schema = {} } = route
  if (schema.hide === true || !route.url.startsWith('/api/') || route.url.includes('*')) return []
  return [route.method]
    .flat()
    .filter(method => methods.has(method))
    .map(method => describeMethod(route, method, schema))
}

function describeMethod({ url, config }: RouteOptions, method: string, schema: FastifySchema): RouteDescription {
  const typed = config?.typed ?? {}
  return {
    method: method.toLowerCase(),
    path: url.replace(/:([A-Za-z]\w*)/g, '{$1}'),
    access: config?.access ?? 'public',
    summary: schema.summary ?? `${method} ${url}`,
    description: schema.description,
    tags: schema.tags ?? [url.includes(':typeSlug') ? 'resources of any type' : (url.split('/')[2] ?? 'api')],
    deprecated: schema.deprecated === true,
    consumes: config?.consumes ?? [json],
    produces: config?.produces ?? json,
    typed,
    body: isObject(schema.body) ? schema.body : undefined,
    query: isObject(schema.querystring) ? schema.querystring : {},
    answers: readAnswers(schema.response, usualStatus(method, typed)),
  }
}

/** The status of a route that does not declare any. */
function usualStatus(method: string, { body }: RouteDescription['typed']): string {
  if (method === 'DELETE') return '204'
  return method === 'POST' && body !== undefined ? '201' : '200'
}

function readAnswers(response: unknown, usual: string): Map<string, JsonObject | null> {
  if (!isObject(response)) return new Map([[usual, usual === '204' ? null : {}]])
  return new Map(Object.entries(response).map(([status, schema]) => [status, isContent(schema) ? schema : null]))
}

/** The type `null` describes an answer without a body. */
const isContent = (schema: unknown): schema is JsonObject => isObject(schema) && schema['type'] !== 'null'
