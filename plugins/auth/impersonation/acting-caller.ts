import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { Agent } from '../../users/contract.ts'
import type { AuthServices } from '../services.ts'
import { impersonations as impersonationRecords, isOver } from './service.ts'
import type { Impersonation } from './service.ts'

/** The request was meant for a user who is impersonated no longer. It does nothing: it must not be done as the administrator. */
export class ImpersonationEnded extends Unauthorized {
  constructor() {
    super('the impersonation has ended')
  }
}

/** Requests that were let in as somebody else, so that they are never let in as the administrator afterwards. */
const impersonatingRequests = new WeakSet<FastifyRequest>()

/**
 * The caller as whom somebody acts: the one whom they impersonate, else themselves. An impersonation ends after its hour, when the impersonator
 * is no administrator any more, and when the impersonated user is disabled.
 * @param caller who really asks
 * @param holder id of the session in which they do, in development mode of the user
 * @throws `ImpersonationEnded` for the first request after the hour, and for one that began while the impersonation went on
 */
export async function resolveActingCaller(
  services: Pick<AuthServices, 'access' | 'agents' | 'background' | 'impersonations'>,
  request: FastifyRequest,
  caller: Caller,
  holder: string,
): Promise<Caller> {
  const { access, agents, background, impersonations } = services
  const current = await impersonations.find(holder)
  if (current !== undefined && isOver(current)) {
    // Nobody has seen yet that the hour is over: this request says so. One that a browser sends by itself does not count.
    if (request.routeOptions.config?.countsAsUse !== false) await impersonations.end(holder, current)
    throw new ImpersonationEnded()
  }
  if (current !== undefined) {
    const agent = (await access.isAdministrator(caller)) ? await agents.get(current.data.agent_id) : undefined
    if (agent?.status === 'active') {
      impersonatingRequests.add(request)
      return actingCaller(caller, agent, current)
    }
    background.run('an impersonation could not be ended', () => impersonations.end(holder, current))
  }
  if (impersonatingRequests.has(request)) throw new ImpersonationEnded()
  return caller
}

function actingCaller(
  caller: Caller,
  { id, account_id, preconditions = [] }: Agent,
  impersonation: Impersonation,
): Caller {
  const underWay = impersonationRecords.checkVersion(impersonation)
  const all = [...(caller.preconditions ?? []), ...preconditions, underWay]
  return { ...caller, id, account_id, impersonator: caller.id, preconditions: all }
}
