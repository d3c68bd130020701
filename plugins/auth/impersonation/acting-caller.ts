import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { Agent } from '../../users/contract.ts'
import type { AuthServices } from '../services.ts'
import { impersonations as impersonationRecords, isOver } from './service.ts'
import type { Impersonation } from './service.ts'

/** The request was sent for an impersonation that has ended. It does nothing, because it must not be executed as the administrator. */
export class ImpersonationEnded extends Unauthorized {
  constructor() {
    super('the impersonation has ended')
  }
}

/** Whether a browser repeats a request by itself: an event stream. It does not count as use of the session. */
export const isRepeatedByBrowser = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config?.produces === 'text/event-stream'

/** Requests that were admitted as another user, so that they are never admitted as the administrator afterwards. */
const impersonatingRequests = new WeakSet<FastifyRequest>()

/**
 * The acting caller: the impersonated user, else the caller. An impersonation ends after an hour, when the impersonator
 * is no longer an administrator, and when the impersonated user is disabled.
 * @param caller the caller who signed in
 * @param holder id of their session, in development mode of their user
 * @throws `ImpersonationEnded` for the first request after the hour, and for one that began during the impersonation
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
    // The end of the hour has not been reported yet: this request reports it.
    if (!isRepeatedByBrowser(request)) await impersonations.end(holder, current)
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
  const { id: record, meta } = impersonation
  const acting = { impersonator: caller.id, impersonation: { id: record, sequence_no: meta.sequence_no } }
  return { ...caller, id, account_id, ...acting, preconditions: all }
}
