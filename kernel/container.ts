import { fastifyAwilixPlugin } from '@fastify/awilix'
import { asValue, createContainer } from 'awilix'
import type { AwilixContainer } from 'awilix'
import type { FastifyInstance } from 'fastify'
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

/**
 * Give the app its container as `app.diContainer`, disposed of on close, and every request a scope of it as `request.diScope`, disposed of
 * after the answer.
 */
export async function useContainer(app: FastifyInstance, container: AwilixContainer): Promise<void> {
  await app.register(fastifyAwilixPlugin, { container: withLazyScopes(container) })
}

/** Making a scope costs more than a tenth of a small request, and few ask for theirs: it is made when first used. */
function withLazyScopes(container: AwilixContainer): AwilixContainer {
  const createScope = (): AwilixContainer => lazyScope(container)
  return Object.create(container, { createScope: { value: createScope } }) as AwilixContainer
}

function lazyScope(container: AwilixContainer): AwilixContainer {
  let scope: AwilixContainer | undefined
  return new Proxy(container, {
    get(_, name) {
      if (scope === undefined && name === 'dispose') return nothingToDispose
      scope ??= container.createScope()
      return Reflect.get(scope, name) as unknown
    },
  })
}

const disposed = Promise.resolve()
const nothingToDispose = (): Promise<void> => disposed
