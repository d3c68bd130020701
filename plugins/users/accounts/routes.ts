import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, preconditionsOf, queryPairs, replyTagged, replyItems } from '../../../kernel/index.ts'
import { pageOf, pageQuery, readPageParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import { accountBody } from './service.ts'
import type { AccountService, StoredAccount } from './service.ts'
import * as schemas from '../schemas.ts'
import type { AccountBody } from '../schemas.ts'

interface OfAccount {
  Params: { id: string }
}

const path = '/api/accounts'
const config = { access: 'administrator' } as const

/** The routes of accounts. */
export function accountRoutes(app: FastifyInstance, service: AccountService): void {
  reads(app, service)
  app.post<{ Body: Required<AccountBody> }>(
    path,
    {
      config: { ...config, idempotency: 'answer' },
      schema: { summary: 'Create an account', body: schemas.newAccount, response: { 201: schemas.accountAnswer } },
    },
    async (request, reply) => {
      const account = await service.create(request.caller, request.body.name)
      return replyAccount(
        request,
        reply.code(201).header('location', `${path}/${encodeURIComponent(account.id)}`),
        account,
      )
    },
  )
  app.put<OfAccount & { Body: AccountBody }>(
    `${path}/:id`,
    {
      config: { ...config, tagged: true },
      schema: { summary: 'Rename an account', body: schemas.accountChange, response: { 200: schemas.accountAnswer } },
    },
    async (request, reply) => {
      const id = toUrn('account', request.params.id)
      return replyAccount(
        request,
        reply,
        await service.rename(request.caller, id, request.body.name, preconditionsOf(request)),
      )
    },
  )
}

function reads(app: FastifyInstance, service: AccountService): void {
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'List accounts, newest first',
        querystring: pageQuery,
        response: { 200: pageOf(schemas.accountAnswer) },
      },
    },
    async (request, reply) => {
      return replyItems(reply, await service.list(readPageParameters(queryPairs(request))), accountBody)
    },
  )
  app.get<OfAccount>(
    `${path}/:id`,
    { config, schema: { summary: 'Get an account', response: { 200: schemas.accountAnswer } } },
    async (request, reply) => {
      return replyAccount(request, reply, await service.get(toUrn('account', request.params.id)))
    },
  )
}

const replyAccount = (request: FastifyRequest, reply: FastifyReply, account: StoredAccount): FastifyReply =>
  replyTagged(request, reply, etagOf(account.id, account.meta.sequence_no), JSON.stringify(accountBody(account)))
