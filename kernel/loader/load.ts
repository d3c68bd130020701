import { fileURLToPath } from 'node:url'
import type { Config } from '../contracts/config.ts'
import { isRecord } from '../../lib/json/index.ts'
import type { Json } from '../../lib/json/types.ts'
import type { PluginManifest } from '../contracts/plugin.ts'
import { ConfigurationError, reasonOf } from '../errors.ts'
import { compile, failures } from '../validation.ts'
import { checkEngines } from './engines.ts'
import { readManifest } from './manifest.ts'
import { isOwnPlugin, ownPluginKeys, resolvePlugin } from './resolve.ts'
import { runStep } from './run-step.ts'

/** A plugin that is switched on: its manifest, and its options from the configuration. */
export interface LoadedPlugin {
  key: string
  manifest: PluginManifest
  options: Record<string, Json>
  /** Whether it is part of the service. */
  isOwn: boolean
}

/** The settings of plugins; without `store` a caller provides the store. */
export type PluginSettings = Pick<Config, 'plugins' | 'directory'> & Partial<Pick<Config, 'store'>>

const chosenBy = 'the first that is set of MONGODB_URL, SQLITE_PATH and "store" of the configuration'

/** The setting of each plugin. `store` is that of the store: it names the plugin, and its other members are options. */
function settingsOf({ plugins, store }: PluginSettings): Config['plugins'] {
  if (store === undefined) return plugins
  const { kind, ...options } = store
  const setting = Object.hasOwn(plugins, kind) ? plugins[kind] : true
  if (setting !== false) return { ...plugins, [kind]: { ...(typeof setting === 'object' && setting), ...options } }
  throw new ConfigurationError(
    `plugin "${kind}" is off, but it is the store of this service (${chosenBy}); switch it on`,
  )
}

/**
 * Import every plugin that the configuration switches on, one after the other, and check its manifest and options. Plugins that are switched
 * off must exist too, so that a misspelt key is reported.
 * @throws ConfigurationError naming the plugin
 */
export async function loadPlugins(config: PluginSettings, timeout: number): Promise<LoadedPlugin[]> {
  const found = Object.entries(settingsOf(config)).map(([key, setting]) => ({
    key,
    setting,
    module: resolvePlugin(key, config.directory),
  }))
  const loaded: LoadedPlugin[] = []
  for (const { key, setting, module: url } of found) {
    if (setting === false) continue
    checkEngines(key, url)
    const isOwn = isOwnPlugin(url)
    const manifest = readManifest(key, await runStep(timeout, key, 'load', () => importDefault(url)), isOwn)
    if (/^[a-z]/.test(key) && !key.startsWith('plinth-plugin-') && manifest.name !== key) {
      throw new ConfigurationError(`plugin "${key}": its manifest has another name, "${manifest.name}"`)
    }
    const options = typeof setting === 'object' ? setting : {}
    // The tests use the schema of every plugin of the service: without options there is nothing to find in them.
    const isTested = isOwn && manifest.options?.['required'] === undefined
    const problems = isTested && Object.keys(options).length === 0 ? '' : optionProblems(key, manifest, options)
    checkStore(key, manifest, problems, config.store)
    if (problems !== '') throw new ConfigurationError(`plugin "${key}": its options are not valid: ${problems}`)
    loaded.push({ key, manifest, options, isOwn })
  }
  return loaded
}

async function importDefault(url: string): Promise<unknown> {
  // Node keeps the place of a syntax error for an error that nobody catches.
  const module: unknown = await import(url).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error
    throw new SyntaxError(`${error.message} (\`node ${fileURLToPath(url)}\` shows where)`, { cause: error })
  })
  return isRecord(module) ? module['default'] : undefined
}

/** A plugin without a schema for its options accepts none. */
const noOptions = { type: 'object', additionalProperties: false }

/** What is wrong with the options; of a required one that is missing, the description in its schema. Empty when they are valid. */
function optionProblems(key: string, manifest: PluginManifest, options: Record<string, Json>): string {
  const properties = manifest.options?.['properties']
  return failures(compileOptions(key, manifest), options)
    .map(({ field, message, code }) => {
      const schema = code === 'required' && isRecord(properties) ? properties[field] : undefined
      const about = isRecord(schema) ? schema['description'] : undefined
      return `${field || 'the value'} ${message}${typeof about === 'string' ? ` (${about})` : ''}`
    })
    .join('; ')
}

/**
 * A service has one store, the one that is chosen; no second one is on beside it, where what it contains would not be seen.
 * @param problems of the plugin's options
 */
function checkStore(
  key: string,
  { provides, requires }: PluginManifest,
  problems: string,
  store: PluginSettings['store'],
): void {
  const isStore = provides.includes('documentStore')
  if (store === undefined || (!isStore && key !== store.kind)) return
  if (key !== store.kind) {
    throw new ConfigurationError(
      `plugin "${key}" cannot be on: a service has one store, and that of this one is "${store.kind}", chosen by ${chosenBy}; ` +
        `switch "${key}" off, or choose it: "store": {"kind": "${key}", …}${problems && `, for which ${problems}`}`,
    )
  }
  if (!isStore) throw new ConfigurationError(`plugin "${key}" cannot be the store: it does not provide "documentStore"`)
  if (requires.length > 0)
    throw new ConfigurationError(`plugin "${key}" cannot require contracts: commands open a store without a service`)
}

function compileOptions(key: string, manifest: PluginManifest): ReturnType<typeof compile> {
  try {
    return compile(manifest.options ?? noOptions)
  } catch (error) {
    const message = `plugin "${key}": the schema of its options is not valid: ${reasonOf(error)}`
    throw new ConfigurationError(message, { cause: error })
  }
}

/**
 * The manifests of the plugins that are present but off: those of the service, then those that the configuration switches off. A module that cannot be
 * loaded is left out: it is off.
 */
export async function* manifestsOfOthers(
  { plugins, directory }: Pick<Config, 'plugins' | 'directory'>,
  timeout: number,
): AsyncGenerator<PluginManifest> {
  for (const key of new Set([...ownPluginKeys(), ...Object.keys(plugins)])) {
    if (Object.hasOwn(plugins, key) && plugins[key] !== false) continue
    try {
      const url = resolvePlugin(key, directory)
      yield readManifest(key, await runStep(timeout, key, 'load', () => importDefault(url)), isOwnPlugin(url))
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
