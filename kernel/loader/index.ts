import { AllContributions, checkContributions } from './contributions.ts'
import { hostsOf, loadPlugins, manifestsOfOthers } from './load.ts'
import type { LoadedPlugin, PluginSettings } from './load.ts'
import { order } from './order.ts'
import { preparePlugins, startPlugins } from './start.ts'
import type { Host } from './start.ts'

/** Contracts that the kernel provides; the replaceable ones only when no plugin provides them. */
const kernelProvides = ['config', 'logLevel', 'plugins', 'readiness', 'routes', 'identity', 'access']
const replaceable = ['identity', 'access']

/**
 * Find the plugins of a configuration and sort them into the order in which they start, the store first.
 * @param config without `store` for a service whose store is given to it
 * @param timeout time limit for importing the module of a plugin, ms
 * @throws ConfigurationError, see `loadPlugins`, `checkContributions` and `order`
 */
export async function findPlugins(config: PluginSettings, timeout: number): Promise<LoadedPlugin[]> {
  const loaded = await loadPlugins(config, timeout)
  await checkContributions(loaded, manifestsOfOthers(config, timeout))
  const orderable = loaded.map(plugin => {
    const { name, requires, provides, optional = [] } = plugin.manifest
    return { name, requires, provides, optional, plugin }
  })
  const provided = config.store === undefined ? [...kernelProvides, 'documentStore'] : kernelProvides
  const sorted = order(orderable, provided, replaceable).map(({ plugin }) => plugin)
  return [...sorted.filter(isStore), ...sorted.filter(plugin => !isStore(plugin))] // it requires nothing
}

const isStore = ({ manifest }: LoadedPlugin): boolean => manifest.provides.includes('documentStore')

export { AllContributions, hostsOf, preparePlugins, startPlugins }
export type { Host, LoadedPlugin, PluginSettings }
