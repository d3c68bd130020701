import { Forbidden } from '../../kernel/index.ts'
import type { Caller, NotedCaller, WriteOperation } from '../../kernel/index.ts'
import type { Agent } from '../users/contract.ts'
import { impersonations as impersonationRecords, isOver } from './impersonation/service.ts'
import type { AuthServices } from './services.ts'
import { tokens as tokenRecords } from './tokens/service.ts'

type Renewing = Pick<AuthServices, 'access' | 'agents' | 'impersonations' | 'tokens'>

/**
 * The current state of the caller of an answered request whose work continues; see `Identity.renew`.
 * @throws `Forbidden` with the reason
 */
export async function renewCaller(services: Renewing, noted: NotedCaller): Promise<Caller> {
  const { id, account_id, preconditions = [] } = await activeAgent(services, noted.id)
  if (account_id !== noted.account_id) throw ended('the user works in another account now')
  const impersonating = await renewImpersonation(services, noted)
  const token = await renewToken(services, noted)
  return {
    id,
    account_id,
    ...impersonating.caller,
    ...token.caller,
    preconditions: [...preconditions, ...impersonating.preconditions, ...token.preconditions],
  }
}

interface Renewed {
  caller: Partial<Caller>
  preconditions: readonly WriteOperation[]
}

const nothing: Renewed = { caller: {}, preconditions: [] }

async function renewImpersonation(services: Renewing, { impersonator, impersonation }: NotedCaller): Promise<Renewed> {
  if (impersonator === undefined) return nothing
  const { account_id, preconditions = [] } = await activeAgent(services, impersonator)
  if (!(await services.access.isAdministrator({ id: impersonator, account_id })))
    throw ended('who acted for the user is no administrator any more')
  const current = impersonation && (await services.impersonations.get(impersonation.id))
  if (impersonation === undefined || current?.meta.sequence_no !== impersonation.sequence_no || isOver(current))
    throw ended('the impersonation is over')
  return {
    caller: { impersonator, impersonation },
    preconditions: [...preconditions, impersonationRecords.checkVersion(current)],
  }
}

async function renewToken({ tokens }: Renewing, { id, token }: NotedCaller): Promise<Renewed> {
  if (token === undefined) return nothing
  const current = await tokens.find(token.id)
  if (current?.data.user_id !== id) throw ended('the API token was revoked or has expired')
  const { type_slugs, actions } = current.data
  return {
    caller: { token: { id: token.id, type_slugs, actions } },
    preconditions: [tokenRecords.checkExists(token.id)],
  }
}

async function activeAgent({ agents }: Renewing, id: string): Promise<Agent> {
  const agent = await agents.get(id)
  if (agent?.status !== 'active') throw ended('the user is disabled')
  return agent
}

const ended = (what: string): Forbidden => new Forbidden(`the rights of who started this have ended: ${what}`)
