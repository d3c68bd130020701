import type { Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorize, identify } from './gate.ts'
import type { Guards } from './gate.ts'

const remembered = new WeakMap<Server, () => Guards>()

/** Keep at hand who asks and whether they may, for {@link isStillAdmitted}. */
export function rememberGuards(app: FastifyInstance, guards: () => Guards): void {
  remembered.set(app.server, guards)
}

/**
 * Whether a request that was let in would be let in again now, for the same account: for answers that go on.
 * @throws what the gate would refuse it with
 */
export async function isStillAdmitted(request: FastifyRequest): Promise<boolean> {
  const guards = remembered.get(request.server.server)
  if (guards === undefined) throw new Error('this application was not made by buildApp')
  const { identity, access: rights } = guards()
  const caller = await identify(request, identity)
  const { access, typeSlug } = request.routeOptions.config
  if (caller === undefined || access === undefined || caller.account_id !== request.caller.account_id) return false
  await authorize(rights, caller, access, request, typeSlug)
  return true
}
