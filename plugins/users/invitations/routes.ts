import type { FastifyInstance } from 'fastify'
import { NotFound, queryPairs, replyJson, replyItems } from '../../../kernel/index.ts'
import type { SignIn } from '../../../kernel/index.ts'
import { pageOf, pageQuery, readPageParameters } from '../../../lib/query/index.ts'
import { toUrn } from '../../../lib/store-kit/index.ts'
import * as schemas from '../schemas.ts'
import type { InvitationMail } from './mail.ts'
import { invitationBody } from './records.ts'
import type { InvitationBody, InvitationService } from './service.ts'

/** The parts that the routes use. */
interface InvitationParts {
  service: InvitationService
  /** The sign-in settings; undefined in development mode, which has no sign-in and no invitations. */
  signIn: SignIn | undefined
  /** Undefined when no mail is sent. */
  mail: InvitationMail | undefined
}

const path = '/api/users/invitations'
const config = { access: 'administrator', cacheControl: 'no-store' } as const

/** The routes of invitations. */
export function invitationRoutes(app: FastifyInstance, { service, signIn, mail }: InvitationParts): void {
  const requireSignIn = (): SignIn => {
    if (signIn === undefined) throw new NotFound('in development mode there is no sign-in, so users cannot be invited')
    return signIn
  }
  const onRequest = async (): Promise<void> => void requireSignIn()
  app.post<{ Body: InvitationBody }>(
    path,
    {
      config: { ...config, idempotency: 'key' },
      onRequest,
      schema: {
        summary: 'Invite a person to sign in, for seven days',
        body: schemas.newInvitation,
        response: { 201: schemas.newInvitationAnswer },
      },
    },
    async (request, reply) => {
      const { invitation, code } = await service.create(request.caller, request.body)
      const url = `${requireSignIn().frontendUrl}/api/auth/login?invitation=${code}`
      const mailed = (await mail?.send(invitation, url)) ?? false
      return replyJson(reply.code(201), JSON.stringify({ ...invitationBody(invitation), url, mailed }))
    },
  )
  app.get(
    path,
    {
      config,
      onRequest,
      schema: {
        summary: 'List the invitations that can still be used, newest first',
        querystring: pageQuery,
        response: { 200: pageOf(schemas.invitationAnswer) },
      },
    },
    async (request, reply) => {
      return replyItems(reply, await service.list(readPageParameters(queryPairs(request))), invitationBody)
    },
  )
  app.delete<{ Params: { id: string } }>(
    `${path}/:id`,
    { config, onRequest, schema: { summary: 'Revoke an invitation', response: { 204: { type: 'null' } } } },
    async (request, reply) => {
      await service.revoke(request.caller, toUrn('invitation', request.params.id))
      return reply.code(204).send()
    },
  )
}
