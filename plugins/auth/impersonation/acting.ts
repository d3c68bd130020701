import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../../../kernel/index.ts'
import type { Caller } from '../../../kernel/index.ts'
import type { Agent } from '../../users/contract.ts'
import type { AuthParts } from '../parts.ts'
import { countsAsUse } from '../use.ts'
import { when } from '../when.ts'
import { whileUnderWay } from './record.ts'
import type { StoredImpersonation } from './record.ts'

type ActingParts = Pick<AuthParts, 'access' | 'agents' | 'background' | 'impersonations'>

/** A request was meant for whoever is impersonated no longer. It does nothing: it must not be done as the administrator. */
export class ImpersonationEnded extends Unauthorized {
  constructor() {
    super('the impersonation has ended')
  }
}

/** Requests that were let in as somebody else, so that they are never let in as the administrator afterwards. */
const impersonating = new WeakSet<FastifyRequest>()

/**
 * Who somebody acts as: as whom they impersonate, else as themselves. An impersonation is over after its hour, when who impersonates is no
 * administrator any more, and when who is impersonated was disabled.
 * @param caller who really asks
 * @param holder the session in which they do, in development the user
 * @returns without a promise when everything is remembered
 * @throws `ImpersonationEnded` for the first request after the hour, and for one that began while it went on
 */
export function actingAs(
  parts: ActingParts,
  request: FastifyRequest,
  caller: Caller,
  holder: string,
): Caller | Promise<Caller> {
  const asOneself = (): Caller => {
    if (impersonating.has(request)) throw new ImpersonationEnded()
    return caller
  }
  return when(parts.impersonations.of(holder), current => {
    if (current === undefined) return asOneself()
    if (Date.now() >= current.expires) return endExpired(parts, request, holder, current)
    return when(impersonated(parts, caller, current), agent => {
      if (agent !== undefined) {
        impersonating.add(request)
        return actingCaller(caller, agent, current)
      }
      parts.background.run('an impersonation could not be ended', () => parts.impersonations.end(holder, current))
      return asOneself()
    })
  })
}

/** Nobody has seen yet that the hour is over: this request says so. One that a browser sends by itself does not count. */
async function endExpired(
  { impersonations }: ActingParts,
  request: FastifyRequest,
  holder: string,
  current: StoredImpersonation,
): Promise<never> {
  if (countsAsUse(request)) await impersonations.end(holder, current)
  throw new ImpersonationEnded()
}

/** Who may still be impersonated, if anyone. */
function impersonated(
  { access, agents }: ActingParts,
  caller: Caller,
  { record: { agent_id } }: StoredImpersonation,
): Agent | undefined | Promise<Agent | undefined> {
  if (agent_id === null) return undefined
  return when(access.isAdministrator(caller), isAdministrator => {
    if (!isAdministrator) return undefined
    return when(agents.get(agent_id), agent => (agent?.status === 'active' ? agent : undefined))
  })
}

function actingCaller(
  caller: Caller,
  { id, account_id, preconditions = [] }: Agent,
  current: StoredImpersonation,
): Caller {
  const all = [...(caller.preconditions ?? []), ...preconditions, whileUnderWay(current)]
  return { ...caller, id, account_id, impersonator: caller.id, preconditions: all }
}
