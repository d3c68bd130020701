import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden, NotFound, envelopeText, queryPairs, replyJson } from '../../kernel/index.ts'
import { quote, readPageParameters } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import type { Agents } from '../users/contract.ts'
import { pageQuery, sessionsAnswer, tokensAnswer } from './schemas.ts'
import { readSession, sessionBody } from './sessions/record.ts'
import type { Sessions } from './sessions/service.ts'
import { readToken, tokenBody } from './tokens/record.ts'
import type { Tokens } from './tokens/service.ts'

interface OfUserParts {
  sessions: Sessions
  tokens: Tokens
  agents: Agents
}

interface OfUser {
  Params: { id: string }
}

interface OneOfUser {
  Params: { id: string; entry: string }
}

const options = {
  config: { access: 'administrator', cacheControl: 'no-store' },
  onRequest: neverWithToken,
} as const
const noContent = { 204: { type: 'null' } } as const

/** The routes by which administrators see and end the sessions and API tokens of a user. */
export function ofUserRoutes(app: FastifyInstance, parts: OfUserParts): void {
  sessionsOfUser(app, parts)
  tokensOfUser(app, parts)
}

function sessionsOfUser(app: FastifyInstance, { sessions, agents }: OfUserParts): void {
  app.get<OfUser>(
    '/api/users/:id/sessions',
    {
      ...options,
      schema: {
        summary: 'List the sessions of a user, newest first',
        querystring: pageQuery,
        response: { 200: sessionsAnswer },
      },
    },
    async (request, reply) => {
      const wanted = readPageParameters(queryPairs(request))
      const { documents, cursor, total } = await sessions.page(await userOf(agents, request), wanted)
      const current = request.caller.session
      const bodies = documents.map(document => JSON.stringify(sessionBody(readSession(document), current)))
      return replyJson(reply, envelopeText(bodies, cursor, total))
    },
  )
  app.delete<OneOfUser>(
    '/api/users/:id/sessions/:entry',
    { ...options, schema: { summary: 'End a session of a user', response: noContent } },
    async (request, reply) => {
      await sessions.revoke(request.caller, await userOf(agents, request), toUrn('session', request.params.entry))
      return reply.code(204).send()
    },
  )
}

function tokensOfUser(app: FastifyInstance, { tokens, agents }: OfUserParts): void {
  app.get<OfUser>(
    '/api/users/:id/tokens',
    {
      ...options,
      schema: {
        summary: 'List the API tokens of a user, newest first',
        querystring: pageQuery,
        response: { 200: tokensAnswer },
      },
    },
    async (request, reply) => {
      const wanted = readPageParameters(queryPairs(request))
      const { documents, cursor, total } = await tokens.page(await userOf(agents, request), wanted)
      const bodies = documents.map(document => JSON.stringify(tokenBody(readToken(document))))
      return replyJson(reply, envelopeText(bodies, cursor, total))
    },
  )
  app.delete<OneOfUser>(
    '/api/users/:id/tokens/:entry',
    { ...options, schema: { summary: 'Revoke an API token of a user', response: noContent } },
    async (request, reply) => {
      await tokens.revoke(request.caller, await userOf(agents, request), toUrn('token', request.params.entry))
      return reply.code(204).send()
    },
  )
}

/** Like one's own sessions and tokens, those of others are managed by people. @throws `Forbidden` with an API token */
async function neverWithToken({ caller }: FastifyRequest): Promise<void> {
  if (caller.token !== undefined) throw new Forbidden('this cannot be done with an API token; sign in')
}

/** URN of the user whom the path names. @throws `NotFound` when there is none */
async function userOf(agents: Agents, { params }: FastifyRequest<OfUser>): Promise<string> {
  const id = toUrn('user', params.id)
  if ((await agents.get(id)) === undefined) throw new NotFound(`there is no user ${quote(id)}`)
  return id
}
