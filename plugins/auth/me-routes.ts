import type { FastifyInstance } from 'fastify'
import { NotFound, replyJson, systemUser } from '../../kernel/index.ts'
import type { Mode } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { Agent, Agents } from '../users/contract.ts'
import { meAnswer } from './schemas.ts'
import type { AuthServices } from './services.ts'

/** The current user. */
export function meRoutes(app: FastifyInstance, { agents, access }: AuthServices, mode: Mode): void {
  app.get(
    '/api/auth/me',
    {
      config: { access: 'signed-in', cacheControl: 'no-store', tokenLimits: { actions: false, types: false } },
      schema: { summary: 'Who is asking, and what they may do', response: { 200: meAnswer } },
    },
    async ({ caller }, reply) => {
      const { id, account_id, impersonator } = caller
      const me = {
        ...(await userBody(agents, id, account_id)),
        mode,
        permissions: await access.permissions(caller),
        impersonator: impersonator === undefined ? null : await userBody(agents, impersonator, account_id),
      }
      return replyJson(reply, JSON.stringify(me))
    },
  )
}

/**
 * A user in the format of the API; also for the service itself.
 * @param account the account in which the service itself acts
 * @throws `NotFound` when there is no such user
 */
export async function userBody(agents: Agents, id: string, account: string): Promise<JsonObject> {
  const agent = id === systemUser ? systemAgent(account) : await agents.get(id)
  if (agent === undefined) throw new NotFound(`there is no user ${id}`)
  const { name, email, attributes, status, account_id, created_at } = agent
  return { id, name, email, ...attributes, status, account_id, created_at }
}

/** The service itself: cannot sign in, always exists, and is allowed to do everything. */
const systemAgent = (account_id: string): Agent => ({
  id: systemUser,
  name: 'Plinth',
  email: '',
  status: 'active',
  account_id,
  created_at: new Date(0).toISOString(),
  attributes: { role: 'admin' },
})
