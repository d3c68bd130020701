import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { isObject } from '../../../lib/json/types.ts'
import type { JsonObject } from '../../../lib/json/types.ts'
import type { RouteDescription, Routes } from '../../contracts/routes.ts'
import { json } from '../media-type.ts'
import type { Addresses } from './addresses.ts'

/** Record the description of every route that is added from now on. */
export function recordRoutes(app: FastifyInstance, addresses: Addresses): Routes {
  const routes: RouteDescription[] = []
  app.addHook('onRoute', route => {
    routes.push(...describeRoute(route))
  })
  return { list: () => routes, ownerOf: segment => addresses.ownerOf(segment) }
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
  const first = url.split('/')[2] ?? 'api'
  return {
    method: method.toLowerCase(),
    path: url.replace(/:([A-Za-z]\w*)/g, '{$1}'),
    access: config?.access ?? 'public',
    summary: schema.summary ?? `${method} ${url}`,
    description: schema.description,
    operationId: schema.operationId,
    tags: schema.tags ?? (first.startsWith(':') ? [] : [first]),
    deprecated: schema.deprecated === true,
    consumes: config?.consumes ?? [json],
    produces: config?.produces ?? json,
    config: config ?? {},
    body: isObject(schema.body) ? schema.body : undefined,
    query: isObject(schema.querystring) ? schema.querystring : {},
    answers: readAnswers(schema.response, method === 'DELETE' ? '204' : '200'),
  }
}

/** @param usual the status of a route that does not declare any */
function readAnswers(response: unknown, usual: string): Map<string, JsonObject | null> {
  if (!isObject(response)) return new Map([[usual, usual === '204' ? null : {}]])
  return new Map(Object.entries(response).map(([status, schema]) => [status, isContent(schema) ? schema : null]))
}

/** The type `null` describes an answer without a body. */
const isContent = (schema: unknown): schema is JsonObject => isObject(schema) && schema['type'] !== 'null'
