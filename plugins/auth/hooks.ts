import type { FastifyRequest } from 'fastify'
import { Forbidden, NotFound } from '../../kernel/index.ts'
import { quote } from '../../lib/query/index.ts'
import { toUrn } from '../../lib/store-kit/index.ts'
import type { Agents } from '../users/contract.ts'

/**
 * A hook for personal settings: while impersonating, an administrator must not be able to leave anything behind that outlives the impersonation.
 * @throws `Forbidden` while impersonating
 */
export async function notImpersonating({ caller }: FastifyRequest): Promise<void> {
  if (caller.impersonator !== undefined) {
    throw new Forbidden('this cannot be done while impersonating; stop that first')
  }
}

/** A hook for routes that only people use. @throws `Forbidden` with an API token */
export async function notWithToken({ caller }: FastifyRequest): Promise<void> {
  if (caller.token !== undefined) throw new Forbidden('this cannot be done with an API token; sign in')
}

/** URN of the user in a path. @throws `NotFound` when there is no such user */
export async function readUserId(agents: Agents, idOrLastPart: string): Promise<string> {
  const id = toUrn('user', idOrLastPart)
  if ((await agents.get(id)) === undefined) throw new NotFound(`there is no user ${quote(id)}`)
  return id
}
