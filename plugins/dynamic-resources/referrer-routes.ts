import type { FastifyInstance } from 'fastify'
import { queryPairs } from '../../kernel/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import { replyPage } from './answers.ts'
import type { ListParts } from './list.ts'
import { listReferrers } from './references/referrers.ts'
import * as schemas from './schemas.ts'

interface OfResource {
  Params: { typeSlug: string; id: string }
}

/** Who refers to a resource. */
export function referrerRoutes(app: FastifyInstance, parts: ListParts): void {
  app.get<OfResource>(
    '/api/:typeSlug/:id/referrers',
    {
      config: { access: 'odrl:read' },
      schema: {
        summary: 'List the resources that refer to a resource, newest first',
        querystring: schemas.referrersQuery,
        response: { 200: schemas.referrersAnswer },
      },
    },
    async (request, reply) => {
      const { typeSlug, id } = request.params
      const type = await parts.service.type(typeSlug, 0)
      const page = await listReferrers(parts, request.caller, type, toUrn(typeSlug, id), queryPairs(request))
      return replyPage(reply, page.referrers, page)
    },
  )
}
