import type { FastifyInstance, FastifyRequest } from 'fastify'
import { queryPairs } from '../../kernel/index.ts'
import { readBoolean } from '../../lib/query/index.ts'
import type { ResourceType } from '../types/contract.ts'
import { formOf, replyList, replyWritten } from './answers.ts'
import { readBody, writable } from './body-input.ts'
import { listResources } from './list.ts'
import type { ListParts } from './list.ts'
import * as schemas from './schemas.ts'

interface OfType {
  Params: { typeSlug: string }
}

/** Create and list. */
export function collectionRoutes(app: FastifyInstance, parts: ListParts): void {
  const { service } = parts
  /** The type of a list: an active one, or for a copy any. */
  const listedType = async (request: FastifyRequest<OfType>): Promise<ResourceType> => {
    const { typeSlug } = request.params
    const copy = queryPairs(request).find(([name]) => name === 'copy')
    if (copy === undefined || !readBoolean(...copy)) return service.type(typeSlug, 0)
    await service.requireAdministrator(request.caller, 'copy resources')
    return (await service.parts.registry.find(typeSlug)) ?? service.type(typeSlug, 0)
  }
  app.post<OfType>(
    '/api/:typeSlug',
    {
      config: { access: 'odrl:modify', consumes: writable, typed: { body: 'data', answer: 'resource' } },
      schema: { summary: 'Create a resource' },
    },
    async (request, reply) => {
      const { typeSlug } = request.params
      const type = await service.type(typeSlug, 0)
      const document = await service.create(request.caller, typeSlug, await readBody(request, type))
      reply.code(201).header('location', `/api/${typeSlug}/${encodeURIComponent(document.id)}`)
      return replyWritten(service.parts.access, request, reply, type, document)
    },
  )
  app.get<OfType>(
    '/api/:typeSlug',
    {
      config: { access: ['odrl:read', 'odrl:delete'], typed: { answer: 'resources', filters: true } },
      schema: { summary: 'List resources', querystring: schemas.listQuery },
    },
    async (request, reply) => {
      const type = await listedType(request)
      const page = await listResources(parts, request.caller, type, queryPairs(request), formOf(request))
      return replyList(request, reply, type, page)
    },
  )
}
