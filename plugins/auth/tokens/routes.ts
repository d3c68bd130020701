import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest, Forbidden, envelopeText, queryPairs, replyJson, systemUser } from '../../../kernel/index.ts'
import { quote, readOnce, readPageParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { Agents } from '../../users/contract.ts'
import { onlyAsOneself } from '../own-session.ts'
import * as schemas from '../schemas.ts'
import type { TokenBody } from '../schemas.ts'
import { readTokenBody } from './read-body.ts'
import { readToken, tokenBody } from './record.ts'
import type { Tokens } from './service.ts'

const config = { access: 'session', cacheControl: 'no-store' } as const
const onRequest = [onlyAsOneself, onlyTheServiceForOthers]

/** The routes of one's own API tokens; the service itself, which has none, manages those of everybody. */
export function tokenRoutes(app: FastifyInstance, { tokens, agents }: { tokens: Tokens; agents: Agents }): void {
  app.get(
    '/api/auth/tokens',
    {
      config,
      onRequest,
      schema: {
        summary: 'List your own API tokens, newest first',
        querystring: schemas.tokensQuery,
        response: { 200: schemas.tokensAnswer },
      },
    },
    async (request, reply) => {
      const { others, ...wanted } = readPageParameters(queryPairs(request), ['agent'])
      const { documents, cursor, total } = await tokens.page(await ownerOf(agents, request, others), wanted)
      const bodies = documents.map(document => JSON.stringify(tokenBody(readToken(document))))
      return replyJson(reply, envelopeText(bodies, cursor, total))
    },
  )
  app.post<{ Body: TokenBody }>(
    '/api/auth/tokens',
    {
      config,
      onRequest,
      preHandler: onRequest,
      schema: {
        summary: 'Make an API token; it is shown this one time',
        querystring: schemas.tokenQuery,
        body: schemas.tokenBody,
        response: { 201: schemas.newTokenAnswer },
      },
    },
    async (request, reply) => {
      const owner = await ownerOf(agents, request)
      const { token, text } = await tokens.create(request.caller, owner, readTokenBody(request.body))
      reply.code(201).header('location', `/api/auth/tokens/${encodeURIComponent(token.id)}`)
      return replyJson(reply, JSON.stringify({ ...tokenBody(token), token: text }))
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/auth/tokens/:id',
    {
      config,
      onRequest,
      schema: { summary: 'Revoke an API token', querystring: schemas.tokenQuery, response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      const owner = await ownerOf(agents, request)
      await tokens.revoke(request.caller, owner, toUrn('token', request.params.id))
      return reply.code(204).send()
    },
  )
}

async function onlyTheServiceForOthers(request: FastifyRequest): Promise<void> {
  if (request.caller.id === systemUser || !queryPairs(request).some(([name]) => name === 'agent')) return
  throw new Forbidden('agent: only the command line on the store manages the API tokens of others')
}

/** Whose tokens a request is about: the caller's, except that the service itself says whose. */
async function ownerOf(
  agents: Agents,
  request: FastifyRequest,
  given: ReadonlyMap<string, string> = readOnce(queryPairs(request), ['agent']),
): Promise<string> {
  if (request.caller.id !== systemUser) return request.caller.id
  const agent = given.get('agent')
  if (agent === undefined) throw new BadRequest('agent: say whose API tokens are meant; the service itself has none')
  const id = toUrn('user', agent)
  if ((await agents.get(id)) === undefined) throw new BadRequest(`agent: there is no user ${quote(agent)}`)
  return id
}
