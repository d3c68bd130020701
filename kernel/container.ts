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

/**
 * Make a contract available under its name.
 * @param dispose called when the application has closed, after all plugins
 */
export function provide<Name extends ContractName>(
  container: AwilixContainer<Cradle>,
  name: Name,
  value: Contracts[Name],
  dispose?: (value: Contracts[Name]) => Promise<void>,
): void {
  const singleton = asFunction(() => value).singleton()
  container.register(name, dispose === undefined ? singleton : singleton.disposer(dispose))
}

/** Give the app its container as `app.diContainer`, disposed of when everything that is registered from now on has closed. */
export function useContainer(app: FastifyInstance, container: AwilixContainer<Cradle>): void {
  app.decorate('diContainer', container)
  app.addHook('onClose', () => container.dispose())
}

/**
 * Give the requests to an instance a scope of the container as `request.diScope`, disposed of after the answer. Only where it is used: a GET of a resource
 * takes 36 µs of processor time without a scope, and 61 µs with one (`kernel/decisions/plugins.md`).
 */
export async function addRequestScopes(instance: FastifyInstance, container: AwilixContainer<Cradle>): Promise<void> {
  await instance.register(fastifyAwilixPlugin, { container, disposeOnClose: false }) // the app does that, after all plugins
  instance.addHook('onRequest', (request, _reply, done) => {
    request.diScope.register('request', asValue(request))
    done()
  })
}
