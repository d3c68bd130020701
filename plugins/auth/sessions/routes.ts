import type { FastifyInstance } from 'fastify'
import { queryPairs, replyItems } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { pageQuery, readPageParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { Agents } from '../../users/contract.ts'
import { notImpersonating, notWithToken, readUserId } from '../hooks.ts'
import { sessionsAnswer } from '../schemas.ts'
import type { Session, Sessions } from './service.ts'

const cacheControl = 'no-store'
const own = { config: { access: 'session', cacheControl }, onRequest: notImpersonating } as const
const ofUser = { config: { access: 'administrator', cacheControl }, onRequest: notWithToken } as const
const listSchema = { querystring: pageQuery, response: { 200: sessionsAnswer } } as const
const deleteSchema = { response: { 204: { type: 'null' } } } as const

/** The routes of the caller's own sessions, and those by which administrators see and end the sessions of a user. In development mode there are none. */
export function sessionRoutes(app: FastifyInstance, sessions: Sessions, agents: Agents): void {
  app.get(
    '/api/auth/sessions',
    { ...own, schema: { ...listSchema, summary: 'List your own sessions, newest first' } },
    async (request, reply) => {
      const page = await sessions.list(request.caller.id, readPageParameters(queryPairs(request)))
      return replyItems(reply, page, bodyFor(request.caller.session))
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/auth/sessions/:id',
    { ...own, schema: { ...deleteSchema, summary: 'End one of your own sessions' } },
    async ({ caller, params }, reply) => {
      await sessions.revoke(caller, caller.id, toUrn('session', params.id))
      return reply.code(204).send()
    },
  )
  app.get<{ Params: { id: string } }>(
    '/api/users/:id/sessions',
    { ...ofUser, schema: { ...listSchema, summary: 'List the sessions of a user, newest first' } },
    async (request, reply) => {
      const page = readPageParameters(queryPairs(request))
      const found = await sessions.list(await readUserId(agents, request.params.id), page)
      return replyItems(reply, found, bodyFor(request.caller.session))
    },
  )
  app.delete<{ Params: { id: string; entry: string } }>(
    '/api/users/:id/sessions/:entry',
    { ...ofUser, schema: { ...deleteSchema, summary: 'End a session of a user' } },
    async ({ caller, params }, reply) => {
      await sessions.revoke(caller, await readUserId(agents, params.id), toUrn('session', params.entry))
      return reply.code(204).send()
    },
  )
}

/** A session in the format of the API. */
const bodyFor =
  (current: string | undefined) =>
  ({ id, meta: { created_at }, data: { last_seen_at, expires_at, user_agent } }: Session): JsonObject => ({
    id,
    created_at,
    last_seen_at,
    expires_at,
    user_agent,
    current: id === current,
  })
