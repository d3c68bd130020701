import { Command } from 'commander'
import type { CommandContribution } from '../kernel/contracts/commands.ts'
import type { Config } from '../kernel/contracts/config.ts'
import { loadPlugins, manifestsOfOthers } from '../kernel/loader/load.ts'
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

/** The name of the plugin that is off and has this command; undefined when none has it. */
export async function pluginOffWith(config: Config, command: string): Promise<string | undefined> {
  for await (const { name, contributes } of manifestsOfOthers(config, timeout)) {
    const program = new Command()
    await contributes?.commands?.(program, () => {
      throw new Error('its commands are only listed')
    })
    if (program.commands.some(one => one.name() === command)) return name
  }
  return undefined
}
