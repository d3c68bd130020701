import type { Config } from '../contracts/config.ts'
import type { Json } from '../contracts/json.ts'
import type { PluginManifest } from '../contracts/plugin.ts'
import { ConfigurationError } from '../errors.ts'
import { compile, failures } from '../validation.ts'
import { readManifest } from './manifest.ts'
import { resolvePlugin } from './resolve.ts'
import { within } from './within.ts'

/** A plugin that is switched on: what it declares, and its options as the configuration has them. */
export interface LoadedPlugin {
  key: string
  manifest: PluginManifest
  options: Record<string, Json>
}

/**
 * Import every plugin that the configuration switches on, and check its manifest and options.
 * @param timeout how long the module of a plugin may take, ms
 * @throws ConfigurationError naming the plugin
 */
export async function loadPlugins(
  config: Pick<Config, 'plugins' | 'directory'>,
  timeout: number,
): Promise<LoadedPlugin[]> {
  const switchedOn = Object.entries(config.plugins).filter(([, setting]) => setting !== false)
  return await Promise.all(
    switchedOn.map(async ([key, setting]) => {
      const location = resolvePlugin(key, config.directory)
      const module = await within(timeout, key, 'load', async () => (await import(location)) as { default?: unknown })
      const manifest = readManifest(key, module.default)
      if (/^[a-z]/.test(key) && !key.startsWith('plinth-plugin-') && manifest.name !== key) {
        throw new ConfigurationError(`plugin "${key}": its manifest has another name, "${manifest.name}"`)
      }
      const options = typeof setting === 'object' ? setting : {}
      checkOptions(key, manifest, options)
      return { key, manifest, options }
    }),
  )
}

/** A plugin without a schema for its options takes none. */
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
