import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject, parseJson } from '../../lib/json/index.ts'
import { ConfigurationError } from '../errors.ts'
import { packageRoot, version } from '../package-root.ts'

/**
 * Check that a plugin's package accepts this version of the service: `engines.plinth` of its `package.json`, a range of npm. Packages without
 * a range, and plugins without a package, are accepted.
 * @param key the plugin's key in the configuration, for the message
 * @param module URL of the plugin's module
 * @throws ConfigurationError naming the plugin, the range and the version
 */
export async function checkEngines(key: string, module: string): Promise<void> {
  const file = packageFileOf(dirname(fileURLToPath(module)))
  if (file === undefined) return
  const range = rangeIn(file)
  if (range === undefined) return
  const { default: semver } = await import('semver')
  if (typeof range !== 'string' || semver.validRange(range) === null)
    throw new ConfigurationError(`plugin "${key}": engines.plinth in ${file} is no range of versions`)
  if (semver.satisfies(version, range, { includePrerelease: true })) return
  throw new ConfigurationError(
    `plugin "${key}": needs plinth ${range} (engines.plinth in its package.json), and this is plinth ${version}`,
  )
}

/** The nearest `package.json`, unless it is that of the service. */
function packageFileOf(directory: string): string | undefined {
  if (directory === packageRoot) return undefined
  const file = join(directory, 'package.json')
  if (existsSync(file)) return file
  const parent = dirname(directory)
  return parent === directory ? undefined : packageFileOf(parent)
}

function rangeIn(file: string): unknown {
  const content = parseJson(readFileSync(file, 'utf8'))
  const engines = isObject(content) ? content['engines'] : undefined
  return isObject(engines) ? engines['plinth'] : undefined
}
