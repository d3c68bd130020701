import type { PluginManifest } from '../contracts/plugin.ts'
import { ConfigurationError } from '../errors.ts'

/** The part of a manifest that decides the order. */
export type Orderable = Pick<PluginManifest, 'name' | 'requires' | 'provides' | 'optional'>

/**
 * Sort plugins so that each follows those that provide what it requires or optionally uses; among those that could be next, the first by
 * name is chosen, so that the order in the configuration has no effect.
 * @param kernelProvides contracts that need no plugin
 * @param replaceable those of them that a plugin may provide instead
 * @throws ConfigurationError naming plugins and contract: two plugins of one name, a missing, duplicate or cyclic contract
 */
export function order<Plugin extends Orderable>(
  plugins: readonly Plugin[],
  kernelProvides: readonly string[],
  replaceable: readonly string[],
): Plugin[] {
  const byName = new Map([...plugins].sort(compareNames).map(plugin => [plugin.name, plugin]))
  if (byName.size < plugins.length) throw sameName(plugins)
  const providers = providersOf([...byName.values()], kernelProvides, replaceable)
  refuseMissing([...byName.values()], providers, kernelProvides)
  const waiting = new Map([...byName.values()].map(plugin => [plugin, neededBy(plugin, providers)]))
  const sorted: Plugin[] = []
  while (waiting.size > 0) {
    const next = [...waiting].find(([, needs]) => needs.every(name => !waiting.has(at(byName, name))))
    if (next === undefined) throw cycle([...waiting.keys()], providers)
    waiting.delete(next[0])
    sorted.push(next[0])
  }
  return sorted
}

const compareNames = (a: Orderable, b: Orderable): number => (a.name < b.name ? -1 : 1)

function at<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const value = map.get(name)
  if (value === undefined) throw new Error(`no plugin "${name}"`)
  return value
}

/** Contract → name of the plugin that provides it. */
function providersOf(
  plugins: readonly Orderable[],
  kernelProvides: readonly string[],
  replaceable: readonly string[],
): Map<string, string> {
  const providers = new Map<string, string>()
  for (const { name, provides } of plugins) {
    for (const contract of provides) {
      const other = providers.get(contract)
      if (other !== undefined) throw twice(contract, `plugin "${other}"`, name)
      if (kernelProvides.includes(contract) && !replaceable.includes(contract))
        throw twice(contract, 'the kernel', name)
      providers.set(contract, name)
    }
  }
  return providers
}

/** @throws ConfigurationError when a required contract is not provided, naming all plugins that cannot start without it */
function refuseMissing(
  plugins: readonly Orderable[],
  providers: ReadonlyMap<string, string>,
  kernelProvides: readonly string[],
): void {
  const stranded = new Map<string, Orderable>()
  const isMissing = (contract: string): boolean => {
    const provider = providers.get(contract)
    return provider === undefined ? !kernelProvides.includes(contract) : stranded.has(provider)
  }
  for (let known = -1; known < stranded.size;) {
    known = stranded.size
    for (const plugin of plugins) if (plugin.requires.some(isMissing)) stranded.set(plugin.name, plugin)
  }
  const [first] = stranded.values() // nothing was stranded before it, so no plugin provides what it lacks
  if (first === undefined) return
  const off = Array.from(stranded.keys(), name => `"${name}"`).join(', ')
  throw new ConfigurationError(
    `plugin "${first.name}" requires the contract "${first.requires.find(isMissing) ?? ''}", which no plugin provides; ` +
      `switch on one that does, or switch off ${off}`,
  )
}

/** Names of the plugins that must start before this one. */
function neededBy(plugin: Orderable, providers: ReadonlyMap<string, string>): string[] {
  return [...plugin.requires, ...(plugin.optional ?? [])].flatMap(contract => providers.get(contract) ?? [])
}

const twice = (contract: string, first: string, second: string): ConfigurationError =>
  new ConfigurationError(
    `the contract "${contract}" is provided twice, by ${first} and by plugin "${second}"; switch one of them off`,
  )

function sameName(plugins: readonly Orderable[]): ConfigurationError {
  const names = plugins.map(({ name }) => name)
  const name = names.find((candidate, index) => names.indexOf(candidate) !== index)
  return new ConfigurationError(`two plugins are named "${name}"; switch one of them off`)
}

/** Follow the requirements of plugins that cannot start until a plugin repeats. */
function cycle(stuck: readonly Orderable[], providers: ReadonlyMap<string, string>): ConfigurationError {
  const byName = new Map(stuck.map(plugin => [plugin.name, plugin]))
  const path: string[] = []
  const steps: string[] = []
  let name = stuck[0]?.name ?? ''
  while (!path.includes(name)) {
    path.push(name)
    const { requires, optional = [] } = at(byName, name)
    const isStuck = (contract: string): boolean => byName.has(providers.get(contract) ?? '')
    const required = requires.find(isStuck)
    const contract = required ?? optional.find(isStuck) ?? ''
    const provider = providers.get(contract) ?? ''
    const verb = required === undefined ? 'uses' : 'requires'
    steps.push(`plugin "${name}" ${verb} "${contract}", which plugin "${provider}" provides`)
    name = provider
  }
  return new ConfigurationError(`plugins need each other in a circle: ${steps.slice(path.indexOf(name)).join('; ')}`)
}
