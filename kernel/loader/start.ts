import type { Cradle } from '@fastify/awilix'
import type { AwilixContainer } from 'awilix'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Config } from '../contracts/config.ts'
import type { DocumentStore } from '../../lib/store-kit/document-store.ts'
import type { ContractName, Contracts, PluginContext, PluginManifest } from '../contracts/plugin.ts'
import { requestLog } from '../http/logger.ts'
import type { ProcessLogLevel } from '../http/logger.ts'
import { compileValidator } from '../http/server.ts'
import { isRecord } from '../../lib/json/index.ts'
import { addRequestScopes, provide } from '../container.ts'
import { ConfigurationError, reasonOf } from '../errors.ts'
import type { AllContributions } from './contributions.ts'
import type { LoadedPlugin } from './load.ts'
import { RunningPlugins } from './running.ts'
import { runStep } from './run-step.ts'

/** The parts of the application that starting plugins needs. */
export interface Host {
  app: FastifyInstance
  container: AwilixContainer<Cradle>
  contributions: AllContributions
  /** Time limit of each step of a plugin, ms. */
  timeout: number
  logLevel: ProcessLogLevel
  /** Opens the store, when its plugin has started. */
  openStore: (store: DocumentStore) => Promise<void>
}

/**
 * Let plugins register packages of Fastify on the whole application, one after another.
 * @throws ConfigurationError naming the plugin that fails or does not finish
 */
export async function preparePlugins(
  plugins: readonly LoadedPlugin[],
  app: FastifyInstance,
  config: Config,
  timeout: number,
): Promise<void> {
  for (const { manifest, options } of plugins) {
    await runStep(timeout, manifest.name, 'prepare', () => manifest.prepare?.({ app, config, options }))
  }
}

/**
 * Start plugins one after another, each in a Fastify scope of its own, and register in the container what they provide. The store is opened
 * as soon as there is one, and closed with the container.
 * @param plugins in the order in which they start
 * @throws ConfigurationError naming the plugin that fails, does not finish, or does not return what it declared
 */
export async function startPlugins(plugins: readonly LoadedPlugin[], host: Host): Promise<void> {
  const running = new RunningPlugins(plugins)
  provide(host.container, 'plugins', running)
  if (host.container.hasRegistration('documentStore')) await openStore(host)
  for (const plugin of plugins) {
    await start(plugin, host, running)
    if (plugin.manifest.provides.includes('documentStore')) await openStore(host)
  }
}

async function openStore({ app, container, openStore: open }: Host): Promise<void> {
  const store = container.resolve('documentStore')
  guardListeners(store, error => app.log.error({ err: error }, 'a listener to changes of the store failed'))
  await open(store)
}

async function start(plugin: LoadedPlugin, host: Host, running: RunningPlugins): Promise<void> {
  const { manifest, isOwn } = plugin
  const { name } = manifest
  await runStep(host.timeout, name, 'start', async () => {
    const register = async (instance: FastifyInstance): Promise<void> => {
      nameInLog(name, instance, host.logLevel)
      instance.decorate('owningPlugin', name)
      running.follow(name, instance)
      // The tests use every schema of the service's own plugins; those of other plugins are compiled now, so that an invalid one stops the start.
      if (!isOwn) instance.setValidatorCompiler(route => compileFor(name, () => compileValidator(route)))
      if (manifest.requestScopes === true) await addRequestScopes(instance, host.container)
      const context = contextOf(plugin, instance, host)
      const begin = performance.now()
      const provided = await runStep(host.timeout, name, 'start', () => manifest.register(context))
      running.started(name, performance.now() - begin)
      registerProvided(manifest, provided, host)
    }
    await host.app.register(fastifyPlugin(register, { name, fastify: '5.x', encapsulate: true }))
  })
}

/** Compile a schema of a plugin. @throws Error that names the plugin, as Fastify keeps only the message of what a compiler throws */
function compileFor<Validator>(plugin: string, compileNow: () => Validator): Validator {
  try {
    return compileNow()
  } catch (error) {
    throw new Error(`${reasonOf(error)} (plugin "${plugin}")`, { cause: error })
  }
}

/** From now on an error that a listener to changes of the store throws ends neither the feed nor the process. */
function guardListeners(store: DocumentStore, onFailure: (error: unknown) => void): void {
  const watch = store.watch.bind(store)
  const guard = (call: () => unknown): void => {
    try {
      const result = call()
      if (result instanceof Promise) result.catch(onFailure)
    } catch (error) {
      onFailure(error)
    }
  }
  store.watch = (collections, listener) => {
    const { written } = listener
    return watch(collections, {
      changed: change => guard(() => listener.changed(change)),
      lost: () => guard(() => listener.lost()),
      ...(written !== undefined && { written: (name, ids) => guard(() => written.call(listener, name, ids)) }),
    })
  }
}

/** The log lines of a plugin, and of requests to its routes, name the plugin. */
function nameInLog(plugin: string, instance: FastifyInstance, level: ProcessLogLevel): void {
  const log = instance.log.child({ plugin })
  level.add(log)
  instance.log = log
  instance.setChildLoggerFactory((_, fields, options) => requestLog(log, fields, options))
}

function contextOf(
  { manifest, options }: LoadedPlugin,
  app: FastifyInstance,
  { container, contributions, timeout }: Host,
): PluginContext<ContractName> {
  const { name } = manifest
  const contracts = Object.fromEntries(
    manifest.requires.map(wanted => [wanted, forPlugin(name, container.resolve(wanted))]),
  )
  return {
    app,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the contracts that the manifest names, as in its type
    contracts: contracts as unknown as Contracts,
    optional: wanted => {
      if (manifest.optional?.includes(wanted) !== true)
        throw new Error(`the manifest does not name "${wanted}" as optional`)
      return container.hasRegistration(wanted) ? forPlugin(name, container.resolve(wanted)) : undefined
    },
    options,
    container,
    contributions: wanted => contributions.to(wanted),
    onReady: hook => app.addHook('onReady', async () => await runStep(timeout, name, 'get ready', hook)),
    onClose: hook =>
      app.addHook('onClose', async () => {
        await runStep(timeout, name, 'close', hook).catch((error: unknown) => app.log.error(error))
      }),
  }
}

/** A contract with a method `forPlugin` gives each plugin an object of its own, because it depends on the plugin that uses it. */
function forPlugin<Contract>(plugin: string, contract: Contract): Contract {
  return isPerPlugin(contract) ? contract.forPlugin(plugin) : contract
}

const isPerPlugin = <Contract>(contract: Contract): contract is Contract & { forPlugin(plugin: string): Contract } =>
  typeof contract === 'object' &&
  contract !== null &&
  'forPlugin' in contract &&
  typeof contract.forPlugin === 'function'

/** Register the contracts that a plugin returned, if they match its manifest. */
function registerProvided(
  manifest: PluginManifest,
  provided: Partial<Contracts> | undefined,
  { container }: Host,
): void {
  for (const name of manifest.provides) {
    const value = isRecord(provided) ? provided[name] : undefined
    if (value === undefined || value === null) {
      throw new ConfigurationError(`plugin "${manifest.name}" declares "${name}" in provides, but does not return it`, {
        plugin: manifest.name,
      })
    }
    const store = name === 'documentStore' ? provided?.[name] : undefined
    if (store === undefined) provide(container, name, value)
    else provide(container, 'documentStore', store, () => store.close())
  }
}
