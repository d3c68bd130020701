import type { Config } from '../contracts/config.ts'
import { AllContributions, checkContributions } from './contributions.ts'
import { hostsOf, loadPlugins, manifestsOfOthers } from './load.ts'
import type { LoadedPlugin } from './load.ts'
import { order } from './order.ts'
import { preparePlugins, startPlugins } from './start.ts'
import type { Host } from './start.ts'
import type { StepLimits } from './run-step.ts'

/** Contracts that the kernel provides; the replaceable ones only when no plugin provides them. */
const kernelProvides = ['documentStore', 'config', 'logLevel', 'plugins', 'readiness', 'routes', 'identity', 'access']
const replaceable = ['identity', 'access']

/**
 * Find the plugins of a configuration and sort them into the order in which they start.
 * @param timeout time limit for importing the module of a plugin, ms
 * @param onStep see {@link StepLimits}
 * @throws ConfigurationError, see `loadPlugins`, `checkContributions` and `order`
 */
export async function findPlugins(
  config: Config,
  timeout: number,
  onStep?: StepLimits['onStep'],
): Promise<LoadedPlugin[]> {
  const limits = { timeout, onStep }
  const loaded = await loadPlugins(config, limits)
  await checkContributions(loaded, manifestsOfOthers(config, limits))
  const orderable = loaded.map(plugin => {
    const { name, requires, provides, optional = [] } = plugin.manifest
    return { name, requires, provides, optional, plugin }
  })
  return order(orderable, kernelProvides, replaceable).map(({ plugin }) => plugin)
}

export { AllContributions, hostsOf, preparePlugins, startPlugins }
export type { Host, LoadedPlugin }
export type { PluginStep, StepLimits } from './run-step.ts'
