import type { AwilixContainer } from 'awilix'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ContractName, Contracts, PluginContext, PluginManifest } from '../contracts/plugin.ts'
import { contract, provide } from '../container.ts'
import { ConfigurationError } from '../errors.ts'
import type { LoadedPlugin } from './load.ts'
import { RunningPlugins } from './running.ts'
import { within } from './within.ts'

/** A contribution as those see it who read it. */
type Contribution = ReturnType<PluginContext<never>['contributions']>[number]

/** What starting plugins needs of the application. */
export interface Host {
  app: FastifyInstance
  container: AwilixContainer
  /** What the kernel itself contributes; comes first. */
  contributions: readonly { name: string; value: unknown }[]
  /** How long each step of a plugin may take, ms. */
  timeout: number
}

/**
 * Start plugins one after another, each in a Fastify scope of its own, and register in the container what they provide.
 * @param plugins in the order in which they start
 * @throws ConfigurationError naming the plugin that fails, hangs, or does not give what it promised
 */
export async function startPlugins(plugins: readonly LoadedPlugin[], host: Host): Promise<void> {
  const contributions = collect(plugins, host.contributions)
  const running = new RunningPlugins(plugins)
  provide(host.container, 'plugins', running)
  for (const plugin of plugins) await start(plugin, host, contributions, running)
}

async function start(
  plugin: LoadedPlugin,
  host: Host,
  contributions: Map<string, Contribution[]>,
  running: RunningPlugins,
): Promise<void> {
  const { manifest } = plugin
  const { name } = manifest
  await within(host.timeout, name, 'start', async () => {
    const register = async (instance: FastifyInstance): Promise<void> => {
      instance.decorate('owningPlugin', name)
      running.follow(name, instance)
      const context = contextOf(plugin, instance, host, contributions)
      const begin = performance.now()
      const provided = await within(host.timeout, name, 'start', () => manifest.register(context))
      running.started(name, performance.now() - begin)
      keepPromises(manifest, provided, host.container)
    }
    await host.app.register(fastifyPlugin(register, { name, fastify: '5.x', encapsulate: true }))
  })
}

function contextOf(
  { manifest, options }: LoadedPlugin,
  app: FastifyInstance,
  { container, timeout }: Host,
  contributions: Map<string, Contribution[]>,
): PluginContext<ContractName> {
  const contracts = Object.fromEntries(manifest.requires.map(name => [name, contract(container, name)]))
  return {
    app,
    contracts: contracts as unknown as Contracts, // exactly the contracts that the manifest names, which is what its type says
    optional: name => {
      if (manifest.optional?.includes(name) !== true)
        throw new Error(`the manifest does not name "${name}" as optional`)
      return container.hasRegistration(name) ? contract(container, name) : undefined
    },
    options,
    container,
    contributions: name => contributions.get(name) ?? [],
    onReady: hook => app.addHook('onReady', async () => await within(timeout, manifest.name, 'get ready', hook)),
    onClose: hook =>
      app.addHook('onClose', async () => {
        await within(timeout, manifest.name, 'close', hook).catch((error: unknown) => app.log.error(error))
      }),
  }
}

/** Register what a plugin returned, if it is what its manifest provides. */
function keepPromises(manifest: PluginManifest, provided: unknown, container: AwilixContainer): void {
  const given = new Map(Object.entries(Object(provided) as object))
  for (const name of manifest.provides) {
    const value: unknown = given.get(name)
    if (value === undefined || value === null) {
      throw new ConfigurationError(
        `plugin "${manifest.name}" says that it provides the contract "${name}", but does not`,
      )
    }
    provide(container, name, value as Contracts[typeof name]) // what stands behind a contract is known to its plugin alone
  }
}

/** All contributions by name, in the order in which the plugins start. */
function collect(
  plugins: readonly LoadedPlugin[],
  kernelContributions: Host['contributions'],
): Map<string, Contribution[]> {
  const byName = new Map<string, Contribution[]>()
  const add = (plugin: string, name: string, value: unknown): void => {
    byName.set(name, [...(byName.get(name) ?? []), { plugin, value }])
  }
  for (const { name, value } of kernelContributions) add('kernel', name, value)
  for (const { manifest } of plugins) {
    for (const [name, value] of Object.entries(manifest.contributes ?? {})) add(manifest.name, name, value)
  }
  return byName
}
