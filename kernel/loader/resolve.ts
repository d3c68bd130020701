import { existsSync, readdirSync, statSync } from 'node:fs'
import { register } from 'node:module'
import { extname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { resolve as resolveModule } from 'import-meta-resolve'
import { ConfigurationError, systemCodeOf } from '../errors.ts'
import { modulesRoot } from '../package-root.ts'

const bare = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const npmPackage = /^(@[a-z0-9~-][a-z0-9._~-]*\/[a-z0-9~-][a-z0-9._~-]*|plinth-plugin-[a-z0-9._~-]+)$/
const relativePath = /^\.(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/

const pluginsFolder = join(modulesRoot, 'plugins')
const extension = extname(import.meta.filename)

/** The keys of the plugins that are part of the service. */
export const ownPluginKeys = (): string[] => readdirSync(pluginsFolder).sort()

/** Whether a plugin is part of the service. @param module URL of its module */
export const isOwnPlugin = (module: string): boolean => module.startsWith(`${pathToFileURL(pluginsFolder).href}/`)

/**
 * Find the module of a plugin. A bare key is a folder of `plugins/`, a scoped or `plinth-plugin-*` key an npm package, a
 * `./` key a path relative to the configuration file.
 * @param directory folder of the configuration file
 * @returns a file URL to import
 * @throws ConfigurationError for any other key, and when nothing is found
 */
export function resolvePlugin(key: string, directory: string): string {
  if (npmPackage.test(key)) return resolvePackage(key, directory)
  if (bare.test(key)) return moduleIn(key, join(pluginsFolder, key), `; the service has ${ownPluginKeys().join(', ')}`)
  if (relativePath.test(key)) return resolveRelative(key, directory)
  throw new ConfigurationError(
    `plugin "${key}": the key is neither a plugin's name, nor an npm package (scoped, or plinth-plugin-…), nor a ./path`,
  )
}

/** Resolve as Node resolves an `import` in the folder of the configuration file; else in the folder of the service, for packages installed next to it. */
function resolvePackage(key: string, directory: string): string {
  try {
    return resolveModule(key, moduleNextTo(directory))
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  try {
    return resolveModule(key, import.meta.url)
  } catch (cause) {
    if (!isNotFound(cause)) throw cause
    throw new ConfigurationError(`plugin "${key}": the npm package is not installed; run: npm install ${key}`, {
      cause,
    })
  }
}

const moduleNextTo = (directory: string): string => pathToFileURL(join(directory, 'index.js')).href
const isNotFound = (error: unknown): boolean => systemCodeOf(error) === 'ERR_MODULE_NOT_FOUND'

function resolveRelative(key: string, directory: string): string {
  const path = resolve(directory, key)
  const inside = relative(directory, path)
  if (inside.startsWith('..') || inside.startsWith(sep)) {
    throw new ConfigurationError(`plugin "${key}": the path leaves the folder of the configuration file`)
  }
  const module = moduleIn(key, path)
  resolveOwnPackage(module)
  return module
}

let isOwnPackageResolved = false

/**
 * A plugin next to the configuration file can import `plinth` even if no `node_modules` above it contains the package: its imports of `plinth`
 * then resolve to the service that loads it. Hooks apply to the whole process and cannot be removed, so at most one is registered.
 */
function resolveOwnPackage(module: string): void {
  if (isOwnPackageResolved) return
  try {
    resolveModule('plinth', module)
  } catch (error) {
    if (!isNotFound(error)) throw error
    isOwnPackageResolved = true
    const hook = join(modulesRoot, 'kernel', 'loader', `own-package-hook${extension}`)
    register(pathToFileURL(hook), { data: { parentUrl: import.meta.url } })
  }
}

/**
 * The module at a path: the file itself, or `index` of the folder.
 * @param others what the message says about other names
 */
function moduleIn(key: string, path: string, others = ''): string {
  const found = [path, ...['.js', '.mjs', extension].map(ending => join(path, `index${ending}`))].find(isFile)
  if (found === undefined) throw new ConfigurationError(`plugin "${key}": there is no module at ${path}${others}`)
  return pathToFileURL(found).href
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()
