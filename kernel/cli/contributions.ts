import type { CommandContribution } from '../contracts/commands.ts'
import type { Config } from '../contracts/config.ts'
import { loadPlugins } from '../loader/load.ts'

const patience = 10_000

/**
 * The commands of the plugins that the configuration switches on, read from their manifests; nothing is started.
 * @throws ConfigurationError when a plugin cannot be loaded
 */
export async function commandsOf(config: Config): Promise<CommandContribution[]> {
  const plugins = await loadPlugins(config, patience)
  return plugins.flatMap(({ manifest }) => manifest.contributes?.commands ?? [])
}
