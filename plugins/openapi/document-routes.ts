import { basename } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { replyJson } from '../../kernel/index.ts'
import type { ServedDocument } from './served-document.ts'

const text = { type: 'string' } as const

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
 * The route by which administrators see from which document a part of the service is built.
 * @param served the document, once it is in force
 */
export function documentRoutes(app: FastifyInstance, served: () => ServedDocument | undefined): void {
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
}

function summaryOf(served: ServedDocument | undefined): object | null {
  if (served === undefined) return null
  const { file, info, prefix, typeSlugs } = served
  return { file: basename(file), ...info, prefix, type_slugs: [...typeSlugs].sort() }
}
