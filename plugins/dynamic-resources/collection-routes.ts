import type { FastifyInstance } from 'fastify'
import { queryPairs } from '../../kernel/index.ts'
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
      const type = await service.type(request.params.typeSlug, 0)
      const page = await listResources(parts, request.caller, type, queryPairs(request), formOf(request))
      return replyList(request, reply, type, page)
    },
  )
}
