import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
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
export function checkEngines(key: string, module: string): void {
  const file = packageFileOf(dirname(fileURLToPath(module)))
  if (file === undefined) return
  const range = rangeIn(key, file)
  if (range === undefined || semver.satisfies(version, range, { includePrerelease: true })) return
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

function rangeIn(key: string, file: string): string | undefined {
  const content = parseJson(readFileSync(file, 'utf8'))
  const engines = isObject(content) ? content['engines'] : undefined
  const range = isObject(engines) ? engines['plinth'] : undefined
  if (range === undefined) return undefined
  if (typeof range === 'string' && semver.validRange(range) !== null) return range
  throw new ConfigurationError(`plugin "${key}": engines.plinth in ${file} is no range of versions`)
}
