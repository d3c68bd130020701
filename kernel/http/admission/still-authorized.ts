import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorizeAgain } from './authorize-route.ts'
import type { Guards } from './authorize-route.ts'

/** The decorator with the identity and access contracts. */
const decorator = Symbol('guards')

/** Store the identity and access contracts for {@link isStillAuthorized}. */
export function rememberGuards(app: FastifyInstance, guards: () => Guards): void {
  app.decorate(decorator, { getter: guards })
}

/**
 * Whether an admitted request would be admitted again now, with the same session or token and for the same account: for answers and
 * bodies that are still in progress.
 * @throws the error with which its route would refuse it
 */
export async function isStillAuthorized(request: FastifyRequest): Promise<boolean> {
  const guards = request.server.getDecorator<Guards>(decorator)
  const { access } = request.routeOptions.config
  if (access === undefined) return false
  await authorizeAgain(request, guards, access)
  return true
}
