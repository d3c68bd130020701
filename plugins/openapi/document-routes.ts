import { basename } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { replyEnvelope, queryPairs, replyJson, sharedAccount } from '../../kernel/index.ts'
import { pageByKey, pageOf, pageQuery, readPageParameters } from '../../lib/query/index.ts'
import type { Cursors } from '../../lib/query/index.ts'
import type { PlannedRoute } from './plan.ts'
import { mountedPath } from './served-document.ts'
import type { ServedDocument } from './served-document.ts'

/** An operation as administrators see it. */
interface ListedOperation {
  method: string
  /** The path at which it is served. */
  path: string
  operation_id: string
  summary: string
  controller: string | null
  middleware: readonly string[]
  type_slug: string | null
  public: boolean
}

const text = { type: 'string' } as const
const orNull = { type: ['string', 'null'] } as const

const operationAnswer = {
  type: 'object',
  required: ['method', 'path', 'operation_id', 'summary', 'controller', 'middleware', 'type_slug', 'public'],
  properties: {
    method: { type: 'string', description: 'In capitals' },
    path: { type: 'string', description: 'Where it is served' },
    operation_id: { type: 'string', description: 'That of the document, else the method and the path there' },
    summary: { type: 'string', description: 'Empty where the document has none' },
    controller: { ...orNull, description: 'Null where nothing answers it: 501' },
    middleware: { type: 'array', items: text, description: 'The first one outermost' },
    type_slug: { ...orNull, description: 'The resource type of its items' },
    public: { type: 'boolean', description: 'Open to everybody' },
  },
} as const

const listAnswer = pageOf(operationAnswer)

const documentAnswer = {
  type: 'object',
  required: ['document'],
  properties: {
    document: {
      type: ['object', 'null'],
      description: 'Null without one',
      required: ['file', 'title', 'version', 'description', 'prefix', 'type_slugs'],
      properties: {
        file: { type: 'string', description: 'Name of the file' },
        title: text,
        version: text,
        description: text,
        prefix: { type: 'string', description: 'Under which its paths are mounted' },
        type_slugs: { type: 'array', items: text, description: 'The resource types that come from it' },
      },
    },
  },
} as const

const config = { access: 'administrator', cacheControl: 'no-store' } as const
const tags = ['openapi']

/**
 * The routes by which administrators inspect the document from which a part of the service is built.
 * @param served the document, once it is in force
 */
export function documentRoutes(app: FastifyInstance, cursors: Cursors, served: () => ServedDocument | undefined): void {
  app.get(
    '/api/openapi/document',
    {
      config,
      schema: {
        summary: 'The OpenAPI document that a part of the service is built from',
        tags,
        response: { 200: documentAnswer },
      },
    },
    (_request, reply) => replyJson(reply, JSON.stringify({ document: summaryOf(served()) })),
  )
  app.get(
    '/api/openapi/operations',
    {
      config,
      schema: {
        summary: 'The operations of that document, by path and method',
        tags,
        querystring: pageQuery,
        response: { 200: listAnswer },
      },
    },
    (request, reply) => {
      const scope = { account_id: sharedAccount, list: 'openapi operations' }
      const parameters = readPageParameters(queryPairs(request))
      const document = served()
      const all = document === undefined ? [] : document.operations.map(operation => listed(operation, document.prefix))
      const { items, cursor, total } = pageByKey(cursors, scope, all, keyOf, parameters)
      return replyEnvelope(reply, items, cursor, total)
    },
  )
}

const keyOf = ({ path, method }: ListedOperation): string => `${path} ${method}`

function summaryOf(served: ServedDocument | undefined): object | null {
  if (served === undefined) return null
  const { file, info, prefix, typeSlugs } = served
  return { file: basename(file), ...info, prefix, type_slugs: [...typeSlugs].sort() }
}

const listed = (
  { method, path, id, summary, controller, middlewareNames, item, security }: PlannedRoute,
  prefix: string,
): ListedOperation => ({
  method: method.toUpperCase(),
  path: mountedPath(prefix, path),
  operation_id: id,
  summary: summary === `${method.toUpperCase()} ${path}` ? '' : summary,
  controller: controller?.name ?? null,
  middleware: middlewareNames,
  type_slug: controller === undefined ? null : (item?.slug ?? null),
  public: security.isPublic,
})
