import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest, Conflict, Forbidden, NotFound, replyJson, systemUser } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { JsonObject } from '../../../lib/json/index.ts'
import { userBody } from '../me-routes.ts'
import type { AuthServices } from '../services.ts'
import { impersonateBody, impersonationAnswer } from '../schemas.ts'
import type { ImpersonateBody } from '../schemas.ts'

const config = { access: 'session', cacheControl: 'no-store' } as const
const response = { 200: impersonationAnswer }

/** The routes by which administrators act as other users. */
export function impersonationRoutes(app: FastifyInstance, services: AuthServices): void {
  const { agents, impersonations } = services
  const { onlyAdministrators, alsoWhoImpersonates } = guards(services)
  app.post<{ Body: ImpersonateBody }>(
    '/api/admin/impersonate',
    {
      config: { ...config, idempotency: 'key' },
      onRequest: onlyAdministrators,
      preHandler: onlyAdministrators,
      schema: { summary: 'Act as another user, for an hour at most', body: impersonateBody, response },
    },
    async ({ caller, body: { agent_id } }, reply) => {
      if (agent_id === caller.id) throw new BadRequest('agent_id: that is you')
      const agent = await agents.get(agent_id)
      if (agent === undefined) throw new NotFound('agent_id: there is no such user')
      if (agent.status !== 'active') throw new Conflict('agent_id: this user is disabled')
      await impersonations.begin(holderId(caller), caller, agent)
      return replyJson(
        reply,
        JSON.stringify(await status(services, { ...caller, id: agent.id, impersonator: caller.id })),
      )
    },
  )
  app.post(
    '/api/admin/stop-impersonation',
    {
      config: { ...config, idempotency: 'key' },
      onRequest: alsoWhoImpersonates,
      schema: { summary: 'Be yourself again', response },
    },
    async ({ caller }, reply) => {
      await impersonations.end(holderId(caller), undefined, caller)
      return replyJson(reply, JSON.stringify({ active: false }))
    },
  )
  app.get(
    '/api/admin/impersonation-status',
    { config, onRequest: alsoWhoImpersonates, schema: { summary: 'Whether you are acting as another user', response } },
    async ({ caller }, reply) => replyJson(reply, JSON.stringify(await status(services, caller))),
  )
}

/** The holder of an impersonation: the session, in development mode the user. */
const holderId = ({ session, impersonator, id }: Caller): string => session ?? impersonator ?? id

async function status({ agents }: AuthServices, { id, account_id, impersonator }: Caller): Promise<JsonObject> {
  if (impersonator === undefined) return { active: false }
  return {
    active: true,
    agent: await userBody(agents, id, account_id),
    impersonator: await userBody(agents, impersonator, account_id),
  }
}

type Hook = (request: FastifyRequest) => Promise<void>

/** An impersonating caller has the rights of another user, so a check of rights alone would not let them stop. */
function guards({ access }: AuthServices): { onlyAdministrators: Hook; alsoWhoImpersonates: Hook } {
  async function checkAdministrator(caller: Caller): Promise<void> {
    if (caller.id === systemUser) throw new Forbidden('the service itself cannot act as another user')
    if (!(await access.isAdministrator(caller))) throw new Forbidden('only an administrator may do this')
  }
  return {
    async onlyAdministrators({ caller }) {
      if (caller.impersonator !== undefined)
        throw new Conflict('you are impersonating another user already; stop that first')
      await checkAdministrator(caller)
    },
    async alsoWhoImpersonates({ caller }) {
      if (caller.impersonator === undefined) await checkAdministrator(caller)
    },
  }
}
