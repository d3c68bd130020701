import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BadRequest,
  etagOf,
  preconditionsOf,
  queryPairs,
  queryParameter,
  replyJson,
  replyTagged,
  replyItems,
} from '../../kernel/index.ts'
import { pageOf, pageQuery, readPageParameters } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import type { StoredUser } from './records.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import * as schemas from './schemas.ts'
import type { UserBody } from './schemas.ts'
import type { UserService } from './service.ts'

interface OfUser {
  Params: { id: string }
}

const path = '/api/users'
const forAdministrators = { access: 'administrator', cacheControl: 'no-store' } as const

/** The routes of users. */
export function userRoutes(app: FastifyInstance, service: UserService): void {
  reads(app, service)
  lookup(app, service)
  names(app, service)
  app.put<OfUser & { Body: UserBody }>(
    `${path}/:id`,
    {
      config: { ...forAdministrators, tagged: true },
      schema: {
        summary: 'Change fields of a user, or move the user to another account',
        body: schemas.userChange,
        response: { 200: schemas.userAnswer },
      },
    },
    async (request, reply) => {
      const id = toUrn('user', request.params.id)
      return replyUser(request, reply, await service.change(request.caller, id, request.body, preconditionsOf(request)))
    },
  )
}

function reads(app: FastifyInstance, service: UserService): void {
  app.get(
    path,
    {
      config: forAdministrators,
      schema: {
        summary: 'List the users of every account, newest first',
        querystring: pageQuery,
        response: { 200: pageOf(schemas.userAnswer) },
      },
    },
    async (request, reply) => {
      return replyItems(reply, await service.list(readPageParameters(queryPairs(request))), userBody)
    },
  )
  app.get<OfUser>(
    `${path}/:id`,
    {
      config: { ...forAdministrators, tagged: true },
      schema: { summary: 'Get a user', response: { 200: schemas.userAnswer } },
    },
    async (request, reply) => {
      return replyUser(request, reply, await service.get(toUrn('user', request.params.id)))
    },
  )
}

function lookup(app: FastifyInstance, service: UserService): void {
  app.get(
    `${path}/lookup`,
    {
      config: { access: 'signed-in', cacheControl: 'no-store' },
      schema: {
        summary: 'Find a user of the own account by e-mail address, for granting',
        querystring: schemas.lookupQuery,
        response: { 200: schemas.lookupAnswer },
      },
    },
    async (request, reply) => {
      const email = queryParameter(request, 'email')
      if (email === undefined) throw new BadRequest('email is required')
      const { id, data } = await service.lookup(request.caller.account_id, email)
      return replyJson(reply, JSON.stringify({ id, name: data.name }))
    },
  )
}

const maxNames = 100

function names(app: FastifyInstance, service: UserService): void {
  app.get(
    `${path}/names`,
    {
      config: { access: 'signed-in', cacheControl: 'no-store' },
      schema: {
        summary: 'Names of users of the own account; unknown ones are left out',
        querystring: schemas.namesQuery,
        response: { 200: pageOf(schemas.lookupAnswer) },
      },
    },
    async (request, reply) => {
      const pairs = queryPairs(request)
      if (pairs.length === 0 || pairs.length > maxNames) throw new BadRequest(`id: give 1 to ${maxNames} of them`)
      const ids = pairs.map(([, id]) => toUrn('user', id))
      return replyItems(reply, { items: await service.names(request.caller.account_id, ids) })
    },
  )
}

const replyUser = (request: FastifyRequest, reply: FastifyReply, user: StoredUser): FastifyReply =>
  replyTagged(request, reply, etagOf(user.id, user.meta.sequence_no), JSON.stringify(userBody(user)))

/** A user in the format of the API. */
function userBody({ id, meta, data }: StoredUser): JsonObject {
  const { name, email, role, status, account_id } = data
  return { id, name, email, role, status, account_id, created_at: meta.created_at }
}
