import { NotFound, systemUser } from '../../kernel/index.ts'
import type { JsonObject } from '../../lib/json/index.ts'
import type { Agent, Agents } from '../users/contract.ts'

/** A user as the API shows it. */
export function userBody({ id, name, email, attributes, status, account_id, created_at }: Agent): JsonObject {
  return { id, name, email, ...attributes, status, account_id, created_at }
}

/**
 * A user as the API shows it, and the service itself likewise.
 * @param account where the service itself acts
 * @throws `NotFound` when there is no such user
 */
export async function readUserBody(agents: Agents, id: string, account: string): Promise<JsonObject> {
  if (id === systemUser) return userBody(systemAgent(account))
  const agent = await agents.get(id)
  if (agent === undefined) throw new NotFound(`there is no user ${id}`)
  return userBody(agent)
}

/** The service itself: nobody who signs in, there from the beginning, may do everything. */
const systemAgent = (account_id: string): Agent => ({
  id: systemUser,
  name: 'Plinth',
  email: '',
  status: 'active',
  account_id,
  created_at: new Date(0).toISOString(),
  attributes: { role: 'admin' },
})
