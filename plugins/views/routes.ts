import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replyEnvelope, etagOf, preconditionsOf, queryPairs, replyTagged } from '../../kernel/index.ts'
import { readPageParameters } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import type { StoredView, ViewContent } from './records.ts'
import { changedView, newView, viewAnswer, viewsAnswer, viewsQuery } from './schemas.ts'
import { checkToken } from './service.ts'
import type { ViewService } from './service.ts'

interface OneView {
  Params: { id: string }
}

/** In bytes; a view is small. */
const bodyLimit = 65_536
/** The service checks the types of a token, because it knows the type of a view. */
const config = { access: 'signed-in', tokenLimits: { types: false } } as const

/** Saved views; the service decides who can see and change one. */
export function viewRoutes(app: FastifyInstance, service: ViewService): void {
  app.get(
    '/api/views',
    {
      config,
      schema: {
        summary: 'List one’s own views and the shared ones, newest first',
        querystring: viewsQuery,
        response: { 200: viewsAnswer },
      },
    },
    async (request, reply) => {
      const page = readPageParameters(queryPairs(request), ['type_slug'])
      const typeSlug = page.others.get('type_slug')
      if (typeSlug !== undefined) checkToken(request.caller, 'odrl:read', { type_slug: typeSlug })
      const { items, cursor, total } = await service.list(request.caller, page, typeSlug)
      return replyEnvelope(reply, await Promise.all(items.map(view => service.text(view))), cursor, total)
    },
  )
  app.post<{ Body: Pick<ViewContent, 'type_slug' | 'name'> & Partial<ViewContent> }>(
    '/api/views',
    {
      config: { ...config, idempotency: 'answer' },
      bodyLimit,
      schema: { summary: 'Save a view', body: newView, response: { 201: viewAnswer } },
    },
    async (request, reply) => {
      const view = await service.create(request.caller, request.body)
      reply.code(201).header('location', `/api/views/${encodeURIComponent(view.id)}`)
      return replyView(service, request, reply, view)
    },
  )
  app.get<OneView>(
    '/api/views/:id',
    { config: { ...config, tagged: true }, schema: { summary: 'Get a view', response: { 200: viewAnswer } } },
    async (request, reply) => replyView(service, request, reply, await service.get(request.caller, idOf(request))),
  )
  app.put<OneView & { Body: Partial<ViewContent> }>(
    '/api/views/:id',
    {
      config: { ...config, tagged: true },
      bodyLimit,
      schema: { summary: 'Change what is sent of a view', body: changedView, response: { 200: viewAnswer } },
    },
    async (request, reply) =>
      replyView(
        service,
        request,
        reply,
        await service.update(request.caller, idOf(request), request.body, preconditionsOf(request)),
      ),
  )
  app.delete<OneView>(
    '/api/views/:id',
    {
      config: { ...config, tagged: true },
      schema: { summary: 'Take a view away', response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await service.remove(request.caller, idOf(request), preconditionsOf(request))
      return reply.code(204).send()
    },
  )
}

const idOf = (request: FastifyRequest<OneView>): string => toUrn('view', request.params.id)

async function replyView(
  service: ViewService,
  request: FastifyRequest,
  reply: FastifyReply,
  view: StoredView,
): Promise<FastifyReply> {
  return replyTagged(request, reply, etagOf(view.id, view.meta.sequence_no), await service.text(view))
}
