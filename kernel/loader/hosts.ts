import type { LoadedPlugin } from './load.ts'

/**
 * The host names that plugins answer to: each may contribute `hosts`, the name of the option in which the operator lists them.
 * @param plugins with options that are valid
 */
export function hostsOf(plugins: readonly LoadedPlugin[]): string[] {
  return plugins.flatMap(({ manifest, options }) => {
    const option = manifest.contributes?.hosts
    const hosts = option !== undefined && Object.hasOwn(options, option) ? options[option] : []
    return Array.isArray(hosts) ? hosts.filter(host => typeof host === 'string') : []
  })
}
