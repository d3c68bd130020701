import { fastifyAwilixPlugin } from '@fastify/awilix'
import type { Cradle, RequestCradle } from '@fastify/awilix'
import { asFunction, asValue, createContainer } from 'awilix'
import type { AwilixContainer } from 'awilix'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './contracts/identity.ts'
import type { ContractName, Contracts } from './contracts/plugin.ts'

declare module '@fastify/awilix' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the contracts by name
  interface Cradle extends Contracts {}

  interface RequestCradle {
    /** The request itself. */
    request: FastifyRequest
    /** The caller; throws on public routes. */
    caller: Caller
    /** The log of the request. */
    log: FastifyBaseLogger
  }
}

/** The container of one application: dependencies by name; a singleton must not keep a request-scoped value. */
export function createAppContainer(): AwilixContainer<Cradle> {
  const container = createContainer<Cradle>({ injectionMode: 'PROXY', strict: true })
  container.register({
    caller: asFunction(({ request }: RequestCradle) => request.caller).scoped(),
    log: asFunction(({ request }: RequestCradle) => request.log).scoped(),
  })
  return container
}

/** Make a contract available under its name. */
export function provide<Name extends ContractName>(
  container: AwilixContainer<Cradle>,
  name: Name,
  value: Contracts[Name],
): void {
  container.register(name, asValue(value))
}

/**
 * Give the app its container as `app.diContainer`, disposed of on close, and every request a scope of the container as `request.diScope`,
 * disposed of after the answer.
 */
export async function useContainer(app: FastifyInstance, container: AwilixContainer<Cradle>): Promise<void> {
  await app.register(fastifyAwilixPlugin, { container: withoutScopes(container) })
  app.addHook('onRequest', (request, _reply, done) => {
    request.diScope = lazyScope(container, request)
    done()
  })
}

/** Asked by the plugin for a scope at each request, this container gives none: {@link lazyScope} replaces it. */
const withoutScopes = (container: AwilixContainer<Cradle>): AwilixContainer<Cradle> =>
  Object.create(container, { createScope: { value: () => null } })

type RequestScope = AwilixContainer<Cradle & RequestCradle>

/** To make and dispose of a scope costs a fifth of a small request, and few requests use theirs: it is created on first use. */
function lazyScope(container: AwilixContainer<Cradle>, request: FastifyRequest): RequestScope {
  let scope: RequestScope | undefined
  const stand: RequestScope = Object.create(container)
  return new Proxy(stand, {
    get(_, name) {
      if (scope === undefined && name === 'dispose') return nothingToDispose
      scope ??= container.createScope<RequestCradle>().register('request', asValue(request))
      const value: unknown = Reflect.get(scope, name)
      return value
    },
  })
}

const nothingToDispose = async (): Promise<void> => undefined
