import type { CommandContribution } from '../kernel/contracts/commands.ts'
import type { Config } from '../kernel/contracts/config.ts'
import { loadPlugins } from '../kernel/loader/load.ts'
import type { OutsideDataByPlugin } from '../lib/backup/index.ts'

const timeout = 10_000

/** Commands, and the plugin that contributes them. */
export interface PluginCommands {
  plugin: string
  contribute: CommandContribution
}

/**
 * What the plugins that the configuration switches on keep outside the store; nothing is started.
 * @throws ConfigurationError when a plugin cannot be loaded
 */
export async function outsideDataOf(config: Config): Promise<OutsideDataByPlugin> {
  const plugins = await loadPlugins(config, timeout)
  return new Map(
    plugins.flatMap(({ manifest: { name, contributes } }) =>
      contributes?.outsideData === undefined ? [] : [[name, contributes.outsideData(config)]],
    ),
  )
}

/**
 * The commands of the plugins that the configuration switches on, read from their manifests; nothing is started.
 * @throws ConfigurationError when a plugin cannot be loaded
 */
export async function commandsOf(config: Config): Promise<PluginCommands[]> {
  const plugins = await loadPlugins(config, timeout)
  return plugins.flatMap(({ manifest: { name: plugin, contributes } }) =>
    contributes?.commands === undefined ? [] : [{ plugin, contribute: contributes.commands }],
  )
}
