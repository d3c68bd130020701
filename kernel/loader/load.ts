import type { Config } from '../contracts/config.ts'
import { isRecord } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/types.ts'
import type { PluginManifest } from '../contracts/plugin.ts'
import { ConfigurationError } from '../errors.ts'
import { compile, failures } from '../validation.ts'
import { checkEngines } from './engines.ts'
import { readManifest } from './manifest.ts'
import { ownPluginKeys, resolvePlugin } from './resolve.ts'
import { runStep } from './run-step.ts'
import type { StepLimits } from './run-step.ts'

/** A plugin that is switched on: its manifest, and its options from the configuration. */
export interface LoadedPlugin {
  key: string
  manifest: PluginManifest
  options: Record<string, Json>
  /** Where its code is, as stack traces show it: the URL of its folder, or of its only file. */
  location: string
}

/**
 * Import every plugin that the configuration switches on, one after the other, and check its manifest and options. Plugins that are switched
 * off must exist too, so that a misspelt key is reported.
 * @throws ConfigurationError naming the plugin
 */
export async function loadPlugins(
  config: Pick<Config, 'plugins' | 'directory'>,
  limits: StepLimits,
): Promise<LoadedPlugin[]> {
  const found = Object.entries(config.plugins).map(([key, setting]) => ({
    key,
    setting,
    module: resolvePlugin(key, config.directory),
  }))
  const loaded: LoadedPlugin[] = []
  for (const { key, setting, module: url } of found) {
    if (setting === false) continue
    checkEngines(key, url)
    const location = locationOf(url)
    const manifest = readManifest(
      key,
      await runStep(limits, { plugin: key, location }, 'load', () => importDefault(url)),
    )
    if (/^[a-z]/.test(key) && !key.startsWith('plinth-plugin-') && manifest.name !== key) {
      throw new ConfigurationError(`plugin "${key}": its manifest has another name, "${manifest.name}"`)
    }
    const options = typeof setting === 'object' ? setting : {}
    checkOptions(key, manifest, options)
    loaded.push({ key, manifest, options, location })
  }
  return loaded
}

async function importDefault(url: string): Promise<unknown> {
  const module: unknown = await import(url)
  return isRecord(module) ? module['default'] : undefined
}

/** A module next to the configuration file is a whole plugin; any other has a folder of its own. */
function locationOf(url: string): string {
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  return /\/index\.[a-z]+$/.test(url) || folder.includes('/node_modules/') ? folder : url
}

/** A plugin without a schema for its options accepts none. */
const noOptions = { type: 'object', additionalProperties: false }

function checkOptions(key: string, manifest: PluginManifest, options: Record<string, Json>): void {
  const problems = failures(compileOptions(key, manifest), options)
  if (problems.length === 0) return
  const list = problems.map(({ field, message }) => `${field || 'the value'} ${message}`).join('; ')
  throw new ConfigurationError(`plugin "${key}": its options are not valid: ${list}`)
}

function compileOptions(key: string, manifest: PluginManifest): ReturnType<typeof compile> {
  try {
    return compile(manifest.options ?? noOptions)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`plugin "${key}": the schema of its options is not valid: ${reason}`, { cause: error })
  }
}

/**
 * The manifests of the plugins that are present but off: those of the service, then those that the configuration switches off. A module that cannot be
 * loaded is left out: it is off.
 */
export async function* manifestsOfOthers(
  { plugins, directory }: Pick<Config, 'plugins' | 'directory'>,
  limits: StepLimits,
): AsyncGenerator<PluginManifest> {
  for (const key of new Set([...ownPluginKeys(), ...Object.keys(plugins)])) {
    if (Object.hasOwn(plugins, key) && plugins[key] !== false) continue
    try {
      const url = resolvePlugin(key, directory)
      const place = { plugin: key, location: locationOf(url) }
      yield readManifest(key, await runStep(limits, place, 'load', () => importDefault(url)))
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
    }
  }
}

/**
 * The host names that plugins answer to: each can contribute `hosts`, the name of the option in which the operator lists them.
 * @param plugins with valid options
 */
export function hostsOf(plugins: readonly LoadedPlugin[]): string[] {
  return plugins.flatMap(({ manifest, options }) => {
    const option = manifest.contributes?.hosts
    const hosts = option !== undefined && Object.hasOwn(options, option) ? options[option] : []
    return Array.isArray(hosts) ? hosts.filter(host => typeof host === 'string') : []
  })
}
