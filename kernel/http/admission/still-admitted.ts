import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readmit } from './gate.ts'
import type { Guards } from './gate.ts'

/** The decorator with who asks and whether they may. */
const decorator = Symbol('guards')

/** Keep at hand who asks and whether they may, for {@link isStillAdmitted}. */
export function rememberGuards(app: FastifyInstance, guards: () => Guards): void {
  app.decorate(decorator, { getter: guards })
}

/**
 * Whether a request that was let in would be let in again now, with the same session or token and for the same account: for answers and
 * bodies that go on.
 * @throws what the gate would refuse it with
 */
export async function isStillAdmitted(request: FastifyRequest): Promise<boolean> {
  const guards = request.server.getDecorator<Guards>(decorator)
  const { access, typeSlug } = request.routeOptions.config
  if (access === undefined) return false
  await readmit(request, guards, access, typeSlug)
  return true
}
