import { asValue, createContainer } from 'awilix'
import type { AwilixContainer } from 'awilix'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ContractName, Contracts } from './contracts/plugin.ts'

/** The application's container: one per app, dependencies by name, nothing that lives long may hold what lives for a request. */
export const createAppContainer = (): AwilixContainer => createContainer({ injectionMode: 'PROXY', strict: true })

/** Make a contract available under its name. */
export function provide<Name extends ContractName>(
  container: AwilixContainer,
  name: Name,
  value: Contracts[Name],
): void {
  container.register(name, asValue(value))
}

/** The contract of this name. */
export function contract<Name extends ContractName>(container: AwilixContainer, name: Name): Contracts[Name] {
  return container.resolve<Contracts[Name]>(name)
}

const scopes = new WeakMap<FastifyRequest, AwilixContainer>()

/**
 * Give every request a scope of the container as `request.diScope`. Making one costs more than a tenth of a small request, so
 * it is made when first asked for.
 */
export function decorateWithScope(app: FastifyInstance, container: AwilixContainer): void {
  app.decorateRequest('diScope', {
    getter(this: FastifyRequest) {
      const known = scopes.get(this)
      if (known !== undefined) return known
      const scope = container.createScope()
      scopes.set(this, scope)
      return scope
    },
  })
  app.addHook('onResponse', (request, _reply, done) => {
    const scope = scopes.get(request)
    if (scope === undefined) done()
    else scope.dispose().then(() => done(), done)
  })
}
