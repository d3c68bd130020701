import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest, Forbidden, queryPairs, replyJson, systemUser, replyItems } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { pageQuery, parseInstant, quote, readPageParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import type { Agents } from '../../users/contract.ts'
import { notImpersonating, notWithToken, readUserId } from '../hooks.ts'
import * as schemas from '../schemas.ts'
import type { TokenBody } from '../schemas.ts'
import type { Token, TokenSettings, Tokens } from './service.ts'

const cacheControl = 'no-store'
const ownHooks = [notImpersonating, checkAgentParameter]
const own = { config: { access: 'session', cacheControl } as const, onRequest: ownHooks }
const ofUser = { config: { access: 'administrator', cacheControl }, onRequest: notWithToken } as const
const noContent = { 204: { type: 'null' } } as const

/**
 * The routes of the caller's own API tokens, and those by which administrators see and revoke the tokens of a user. The service itself, which has no
 * tokens, manages those of any user with the parameter `agent`.
 */
export function tokenRoutes(app: FastifyInstance, tokens: Tokens, agents: Agents): void {
  app.get(
    '/api/auth/tokens',
    {
      ...own,
      schema: {
        summary: 'List your own API tokens, newest first',
        querystring: schemas.tokensQuery,
        response: { 200: schemas.tokensAnswer },
      },
    },
    async (request, reply) => {
      const page = readPageParameters(queryPairs(request), ['agent'])
      return replyItems(reply, await tokens.list(await readOwner(agents, request, page.others), page), bodyOf)
    },
  )
  app.post<{ Body: TokenBody }>(
    '/api/auth/tokens',
    {
      ...own,
      config: { ...own.config, idempotency: 'key' },
      preHandler: ownHooks,
      schema: {
        summary: 'Make an API token; it is shown this one time',
        querystring: schemas.tokenQuery,
        body: schemas.tokenBody,
        response: { 201: schemas.newTokenAnswer },
      },
    },
    async (request, reply) => {
      const owner = await readOwner(agents, request)
      const { token, text } = await tokens.create(request.caller, owner, readSettings(request.body))
      reply.code(201).header('location', `/api/auth/tokens/${encodeURIComponent(token.id)}`)
      return replyJson(reply, JSON.stringify({ ...bodyOf(token), token: text }))
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/auth/tokens/:id',
    { ...own, schema: { summary: 'Revoke an API token', querystring: schemas.tokenQuery, response: noContent } },
    async (request, reply) => {
      const owner = await readOwner(agents, request)
      await tokens.revoke(request.caller, owner, toUrn('token', request.params.id))
      return reply.code(204).send()
    },
  )
  app.get<{ Params: { id: string } }>(
    '/api/users/:id/tokens',
    {
      ...ofUser,
      schema: {
        summary: 'List the API tokens of a user, newest first',
        querystring: pageQuery,
        response: { 200: schemas.tokensAnswer },
      },
    },
    async (request, reply) => {
      const page = readPageParameters(queryPairs(request))
      return replyItems(reply, await tokens.list(await readUserId(agents, request.params.id), page), bodyOf)
    },
  )
  app.delete<{ Params: { id: string; entry: string } }>(
    '/api/users/:id/tokens/:entry',
    { ...ofUser, schema: { summary: 'Revoke an API token of a user', response: noContent } },
    async ({ caller, params }, reply) => {
      await tokens.revoke(caller, await readUserId(agents, params.id), toUrn('token', params.entry))
      return reply.code(204).send()
    },
  )
}

async function checkAgentParameter(request: FastifyRequest): Promise<void> {
  if (request.caller.id === systemUser || !queryPairs(request).some(([name]) => name === 'agent')) return
  throw new Forbidden('agent: only the command line on the store manages the API tokens of others')
}

/** The owner of the tokens in a request: the caller, or for the service itself the user that it names. */
async function readOwner(
  agents: Agents,
  request: FastifyRequest,
  given: ReadonlyMap<string, string> = new Map(queryPairs(request)),
): Promise<string> {
  if (request.caller.id !== systemUser) return request.caller.id
  const agent = given.get('agent')
  if (agent === undefined)
    throw new BadRequest(
      'agent: must name the user whose API tokens are requested (--user of the command line); the service itself has none',
    )
  const id = toUrn('user', agent)
  if ((await agents.get(id)) === undefined) throw new BadRequest(`agent: there is no user ${quote(agent)}`)
  return id
}

/** The settings in the body of a new token. @throws `BadRequest` when the name is empty, or the token would already be expired */
function readSettings({ name, type_slugs = null, actions = null, expires_at }: TokenBody): TokenSettings {
  if (name.trim() === '') throw new BadRequest('name: must describe what the token is for')
  return { name: name.trim(), type_slugs, actions, expires_at: readExpiry(expires_at) }
}

/** Lifetime of a token for which none is given, ms. */
const defaultLifetimeMs = 90 * 24 * 60 * 60 * 1000

/** When a token ends; null for never. */
function readExpiry(given: string | null | undefined): string | null {
  if (given === undefined) return new Date(Date.now() + defaultLifetimeMs).toISOString()
  return given === null ? null : readMoment(given)
}

function readMoment(text: string): string {
  const moment = parseInstant(text)
  if (moment === undefined) {
    throw new BadRequest(`expires_at: must be a date-time (RFC 3339) such as 2030-01-31T12:00:00Z, not ${quote(text)}`)
  }
  if (moment <= Date.now()) throw new BadRequest('expires_at: must be in the future')
  return new Date(moment).toISOString()
}

/** A token in the format of the API. */
function bodyOf({ id, meta, data }: Token): JsonObject {
  const { name, type_slugs, actions, expires_at, last_used_at } = data
  return { id, name, type_slugs, actions, expires_at, created_at: meta.created_at, last_used_at }
}
