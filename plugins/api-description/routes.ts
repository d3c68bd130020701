import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isNotModified, queryPairs, replyNotModified } from '../../kernel/index.ts'
import { invalidParameter, quote } from '../../lib/query/index.ts'
import type { ResourceType, TypeRegistry } from '../types/contract.ts'
import type { DocumentForm } from './document/build.ts'
import type { OpenApiVersion } from './document/dialect.ts'
import type { ServiceDocument } from './service-document.ts'

/** How many types a request can name. */
const maxNamedTypes = 100

/** The values of `openapi`. */
const versions = new Map<string, OpenApiVersion>([
  ['3.1', '3.1'],
  ['3.1.0', '3.1'],
  ['3.0', '3.0'],
  ['3.0.3', '3.0'],
])

const query = {
  type: 'object',
  properties: {
    type_slug: {
      type: 'array',
      maxItems: maxNamedTypes,
      items: { type: 'string' },
      description: 'Only these types, and what does not belong to a type',
    },
    media: {
      type: 'string',
      enum: ['json', 'all'],
      default: 'json',
      description: '`all` also describes JSON-LD',
    },
    openapi: {
      type: 'string',
      enum: [...versions.keys()],
      default: '3.1',
      description: 'The version of OpenAPI: 3.1.0 or 3.0.3',
    },
  },
} as const

/** Serve the description of the running service at `/api/openapi.json`. */
export function descriptionRoutes(app: FastifyInstance, document: ServiceDocument, typeRegistry: TypeRegistry): void {
  const answer = { type: 'object', description: 'An OpenAPI document', additionalProperties: true }
  const schema = {
    summary: 'Describe this API',
    operationId: 'getApiDescription',
    description:
      'The OpenAPI document from which clients can be generated: every route, with the schemas of every active type.',
    tags: ['documentation'],
    querystring: query,
    response: { 200: answer },
  }
  const config = { access: 'signed-in', tagged: true, tokenLimits: { actions: false, types: false } } as const
  app.get('/api/openapi.json', { config, schema }, async (request, reply) => {
    const form = readForm(request)
    const types = await readTypes(request, typeRegistry)
    const { texts, length, etag } = await (types === undefined ? document.current(form) : document.ofTypes(form, types))
    if (isNotModified(request, etag)) return replyNotModified(reply, etag)
    return reply
      .header('etag', etag)
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-length', length)
      .send(Readable.from(texts, { objectMode: false }))
  })
}

function readForm(request: FastifyRequest): DocumentForm {
  const pairs = new Map(queryPairs(request))
  const media = pairs.get('media') ?? 'json'
  const asked = pairs.get('openapi') ?? '3.1'
  const version = versions.get(asked)
  if (media !== 'json' && media !== 'all') throw invalidParameter(`media must be json or all, not ${quote(media)}`)
  if (version === undefined)
    throw invalidParameter(`openapi must be ${[...versions.keys()].join(', ')}, not ${quote(asked)}`)
  return { media, version }
}

/** The active types that the request names; undefined when it names none. @throws `InvalidInput` for one that does not exist */
async function readTypes(request: FastifyRequest, registry: TypeRegistry): Promise<ResourceType[] | undefined> {
  const slugs = [...new Set(queryPairs(request).flatMap(([name, value]) => (name === 'type_slug' ? [value] : [])))]
  if (slugs.length === 0) return undefined
  if (slugs.length > maxNamedTypes) throw invalidParameter(`type_slug: at most ${maxNamedTypes} types can be named`)
  const types: ResourceType[] = []
  for (const slug of slugs.sort()) {
    const type = await registry.find(slug)
    if (type?.status !== 'active') throw invalidParameter(`type_slug: there is no active type ${quote(slug)}`)
    types.push(type)
  }
  return types
}
