import type { FastifyInstance } from 'fastify'
import { NotFound, replyJson } from '../../kernel/index.ts'
import type { DocumentStore } from '../../kernel/index.ts'
import { meAnswer } from './schemas.ts'
import { readUser, usersCollection } from './users.ts'

/** In development mode everybody may do everything. */
const permissions = { '*': ['odrl:read', 'odrl:modify', 'odrl:delete'] }

/** Who is asking. */
export function authRoutes(app: FastifyInstance, store: DocumentStore): void {
  app.get(
    '/api/auth/me',
    {
      config: { access: 'signed-in', cacheControl: 'no-store' },
      schema: { summary: 'Who is asking, and what they may do', response: { 200: meAnswer } },
    },
    async (request, reply) => {
      const document = await store.get(usersCollection.name, request.caller.id)
      if (document === undefined) throw new NotFound(`${request.caller.id} is no user: it acts for the service itself`)
      const me = { ...readUser(document), mode: 'development', permissions, impersonator: null }
      return replyJson(reply, JSON.stringify(me))
    },
  )
}
