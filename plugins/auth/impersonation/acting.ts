import type { Agent, Caller } from '../../../kernel/index.ts'
import type { AuthParts } from '../parts.ts'
import { when } from '../when.ts'
import type { StoredImpersonation } from './record.ts'

type ActingParts = Pick<AuthParts, 'access' | 'agents' | 'background' | 'impersonations'>

/**
 * Who somebody acts as: as whom they impersonate, else as themselves. An impersonation is over after its hour, when who impersonates is no
 * administrator any more, and when who is impersonated was disabled.
 * @param caller who really asks
 * @param holder the session in which they do, in development the user
 * @returns without a promise when everything is remembered
 */
export function actingAs(parts: ActingParts, caller: Caller, holder: string): Caller | Promise<Caller> {
  return when(parts.impersonations.of(holder), current => {
    if (current === undefined) return caller
    return when(impersonated(parts, caller, current), agent => {
      if (agent !== undefined) return { ...caller, id: agent.id, account_id: agent.account_id, impersonator: caller.id }
      parts.background.run('an impersonation could not be ended', () => parts.impersonations.end(holder, current))
      return caller
    })
  })
}

/** Who may still be impersonated, if anyone. */
function impersonated(
  { access, agents }: ActingParts,
  caller: Caller,
  { record, expires }: StoredImpersonation,
): Agent | undefined | Promise<Agent | undefined> {
  const { agent_id } = record
  if (agent_id === null || Date.now() >= expires) return undefined
  return when(access.isAdministrator(caller), isAdministrator => {
    if (!isAdministrator) return undefined
    return when(agents.get(agent_id), agent => (agent?.status === 'active' ? agent : undefined))
  })
}
