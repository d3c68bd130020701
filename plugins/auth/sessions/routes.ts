import type { FastifyInstance } from 'fastify'
import { envelopeText, queryPairs, replyJson } from '../../../kernel/index.ts'
import { readPageParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import { onlyAsOneself } from '../own-session.ts'
import { pageQuery, sessionsAnswer } from '../schemas.ts'
import { readSession, sessionBody } from './record.ts'
import type { Sessions } from './service.ts'

const config = { access: 'session', cacheControl: 'no-store' } as const

/** The routes of one's own sessions. In development mode there are none. */
export function sessionRoutes(app: FastifyInstance, sessions: Sessions): void {
  app.get(
    '/api/auth/sessions',
    {
      config,
      onRequest: onlyAsOneself,
      schema: {
        summary: 'List your own sessions, newest first',
        querystring: pageQuery,
        response: { 200: sessionsAnswer },
      },
    },
    async (request, reply) => {
      const { caller } = request
      const wanted = readPageParameters(queryPairs(request))
      const { documents, cursor, total } = await sessions.page(caller.id, wanted)
      const bodies = documents.map(document => JSON.stringify(sessionBody(readSession(document), caller.session)))
      return replyJson(reply, envelopeText(bodies, cursor, total))
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/auth/sessions/:id',
    {
      config,
      onRequest: onlyAsOneself,
      schema: { summary: 'End one of your own sessions', response: { 204: { type: 'null' } } },
    },
    async ({ caller, params }, reply) => {
      await sessions.revoke(caller, caller.id, toUrn('session', params.id))
      return reply.code(204).send()
    },
  )
}
